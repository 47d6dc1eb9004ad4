"""Everything that has ever broken a server or a ruleset, in one command for as long as one says.

    python -m bench.torture [--minutes 10] [--only crash,hostile,fuzz,load]
    python -m bench.torture --kills 300 --messages 300000 --fuzz 20000 --load 300,600,1000

Crash: a real server is killed under acting clients who come back at once; no answer that it acknowledged may be missing
afterwards; on SQLite and on PostgreSQL. Hostile: malformed and unauthorised messages and requests; no game may change.
Fuzz: random games of every ruleset. Load: round trips of answers with many games at once.

A part ends when its number is reached; without a number it gets its share of the minutes. One table at the end; exit
code 1 if something fell.
"""
