"""Every endpoint of the HTTP half."""

from __future__ import annotations

from sandtable.server import api
from sandtable.server.puzzle_api import PUZZLES

ENDPOINTS = (*api.ENDPOINTS, *PUZZLES)
