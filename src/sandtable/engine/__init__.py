"""One game under any rules. Everything a ruleset needs comes through this door."""

from sandtable.engine.dice import Faces, Pseudo, Roll, Scripted, Seeded, Source, Typed, outcomes
from sandtable.engine.errors import IllegalAnswer, RuleError, SandtableError, SetupError
from sandtable.engine.events import Chapter, Event
from sandtable.engine.game import Game
from sandtable.engine.questions import (
    Absent,
    Answer,
    ChooseOne,
    ChooseSome,
    Draft,
    Move,
    Option,
    Order,
    Paths,
    Place,
    Places,
    Point,
    Question,
    Ref,
    Refusal,
    Split,
)
from sandtable.engine.rulebook import Options, Rulebook, load_rulebook, read_toml, typed
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Ruleset, Setup, Stage, Tell, tell

__all__ = [
    "Absent", "Answer", "Chapter", "ChooseOne", "ChooseSome", "Draft", "Event", "Faces", "Game", "IllegalAnswer",
    "Move", "Option", "Options", "Order", "Outcome", "Paths", "Place", "Places", "Play", "Point", "Procedure",
    "Pseudo", "Question", "Reading", "Ref", "Refusal", "Roll", "RuleError", "Rulebook", "Ruleset", "SandtableError",
    "Scripted", "Seeded", "Setup", "SetupError", "Source", "Split", "Stage", "Tell", "Typed",
    "load_rulebook", "outcomes", "read_toml", "tell", "typed",
]  # fmt: skip
