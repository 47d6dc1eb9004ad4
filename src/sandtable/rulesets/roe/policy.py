"""What this book says in its own way to the storey for games in inches: how it measures, how high a level is, and which
clause stands behind each cause of a refusal."""

from __future__ import annotations

from sandtable.skirmish.levels import Heights
from sandtable.skirmish.rounding import Rounding
from sandtable.table import causes
from sandtable.table.causes import Verdicts

BODY = 1.25
"""Height of a standing model (RE-0.5); what is higher than that is a level of its own (RE-2.28)."""
TOUCH = 0.02
"""A gap no wider than this is contact (RE-0.7)."""

HEIGHTS = Heights(body=BODY, storey=4.0)
"""0 up to a model's height, 1 up to 4", one more for each further 4" (RE-2.29); what is no higher than a model counts
as the ground (RE-2.22)."""
ROUNDING = Rounding(contact=TOUCH)
"""Nothing is rounded, and 'within N' includes exactly N (RE-0.4)."""

level_of = HEIGHTS.level_of
footing = HEIGHTS.footing

CLAUSES = {
    causes.BAD_PIECE: "RE-2.20",
    causes.BAD_FLOORS: "RE-2.39",
    causes.HEAD_ROOM: "RE-2.28",
    causes.SAME_LEVEL: "RE-2.29",
    causes.LADDER_PLACE: "RE-2.8",
}
VERDICTS = Verdicts(CLAUSES)
