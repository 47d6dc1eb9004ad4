"""How this book measures (chapter 0): what counts as contact, how high a model and a level are."""

from __future__ import annotations

from sandtable.skirmish.levels import Heights
from sandtable.skirmish.rounding import Rounding

BODY = 1.25
"""Height of a standing model (RE-0.5); what is higher than that is a level of its own (RE-2.28)."""
TOUCH = 0.02
"""A gap no wider than this is contact (RE-0.7)."""

HEIGHTS = Heights(body=BODY, storey=4.0)
"""0 up to a model's height, 1 up to 4", one more for each further 4" (RE-2.29); what is no higher than a model counts
as the ground (RE-2.22); bodies less than a model's height apart are in each other's way (RE-0.9)."""
ROUNDING = Rounding(contact=TOUCH)
"""Nothing is rounded, and 'within N' includes exactly N (RE-0.4)."""

level_of = HEIGHTS.level_of
