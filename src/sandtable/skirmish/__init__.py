"""The storey for games in inches: what every skirmish on a table needs and no book says in its own way.

Between the table (geometry, exact, without any rule) and the rulesets: measuring under a rounding policy, prepared
battlefields with floors, doors, ladders and roofs, walking and standing with causes of refusal, contact, ways and
candidates for a `Move` question, regions to draw, sight by sample points, what a client asks while a player plans, and
ground knowledge for bots. A ruleset says what differs as data: `Heights`, `Rounding`, `Verdicts`, a `March`.

docs/table.md lists the functions against the clauses that they answer.
"""
