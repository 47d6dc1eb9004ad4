"""A study: a question about a ruleset, asked of many games between bots, and answered with honest error bars.

The file says what is compared (`plan`), games are played and told in rows (`record`), by as many processes as there are
or by a cluster (`crew`), kept in a file that a stopped study goes on with (`store`), read as rates with intervals
(`measures`) and shown as a page (`report`).
"""
