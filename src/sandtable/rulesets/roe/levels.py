"""Heights (chapter 2): how high a model and a terrain level are."""

from __future__ import annotations

from sandtable.skirmish.levels import Heights

BODY = 1.25
"""Height of a standing model (RE-0.5); what is higher than that is a level of its own (RE-2.28)."""

HEIGHTS = Heights(body=BODY, storey=4.0)
"""0 up to a model's height, 1 up to 4", one more for each further 4" (RE-2.29); what is no higher than a model counts
as the ground (RE-2.22); bodies less than a model's height apart are in each other's way (RE-0.9)."""

level_of = HEIGHTS.level_of
