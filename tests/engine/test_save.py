"""Saves: a game is its inputs; a save is a replay is a proof of the dice."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.engine.dice import Pseudo, Roll, Seeded, Typed
from sandtable.engine.divergence import Diverged
from sandtable.engine.errors import SandtableError, SaveError, UnknownRuleset
from sandtable.engine.game import Game
from sandtable.engine.save import (
    Save,
    SavedDice,
    SavedInput,
    load,
    read,
    read_file,
    replay,
    save,
    to_json,
    verify,
    write,
)
from sandtable.rulesets.opportunity import RULESET
from tests.engine.toy import TOY, Orchard, day
from tests.games import BRAWL, new_game, play_on, play_while, some_way_in


def through_json(saved: Save) -> Save:
    return read(to_json(saved))


def a_save() -> Save:
    """Some way into a brawl, with fair dice and two nonces."""
    game = Game(RULESET, BRAWL, dice=Seeded.from_text("a save", ["ann", "tom"]))
    return through_json(save(play_on(game, Random(4), 40)))


SAVED = a_save()


def rolls(saved: Save) -> list[int]:
    return [i for i, entry in enumerate(saved.inputs) if type(entry.given) is tuple]


def answers(saved: Save) -> list[int]:
    return [i for i, entry in enumerate(saved.inputs) if type(entry.given) is not tuple]


def with_input(saved: Save, i: int, **changes: Any) -> Save:
    inputs = list(saved.inputs)
    inputs[i] = replace(inputs[i], **changes)
    return replace(saved, inputs=inputs)


def with_dice(saved: Save, **changes: Any) -> Save:
    return replace(saved, dice=[replace(saved.dice[0], **changes), *saved.dice[1:]])


def with_true_marks(saved: Save) -> Save:
    """What somebody would do who changes a save and knows how the marks are made: docs/saves.md says it."""

    def digest(value: Any) -> str:
        text = msgspec.json.Encoder(order="sorted").encode(msgspec.to_builtins(value))
        return sha256(b"sandtable-game/2" + text if value is head else text).hexdigest()[:8]

    head = [saved.ruleset, saved.version, saved.options, saved.setup, saved.seats, saved.said]
    mark = first = digest(head)
    inputs = []
    for entry in saved.inputs:
        mark = digest(replace(entry, mark=mark))
        inputs.append(replace(entry, mark=mark))
    return replace(saved, mark=first, inputs=inputs, end=digest([mark, saved.position, saved.outcome]))


# ---- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(seed: int) -> None:
    game = some_way_in(seed)
    loaded = load(through_json(save(game)))
    assert loaded.hash() == game.hash()
    assert loaded.inputs == game.inputs
    assert loaded.events == game.events
    assert loaded.can_undo() == game.can_undo()
    play_on(game, Random(seed), 40)
    play_on(loaded, Random(seed), 40)
    assert loaded.hash() == game.hash()
    assert loaded.inputs == game.inputs


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_survive(seed: int) -> None:
    game = play_on(new_game(seed, Seeded.from_text("whole")), Random(seed))
    saved = through_json(save(game))
    loaded = load(saved, events=False)
    assert loaded.over
    assert loaded.outcome == game.outcome == saved.outcome
    assert loaded.events is None
    assert verify(saved).ok


def test_saving_twice_gives_the_same_bytes() -> None:
    game = some_way_in(3)
    assert to_json(save(game)) == to_json(save(game))
    assert to_json(save(load(save(game)))) == to_json(save(game))


def test_the_file_is_json_with_one_line_for_each_input() -> None:
    text = to_json(SAVED).decode()
    assert text.endswith("\n")
    data = msgspec.json.decode(text)
    assert data["format"] == "sandtable-game/2"
    assert data["ruleset"] == "opportunity"
    assert data["seats"] == ["Night Watch", "Dockside Crew"]
    lines = text.splitlines()
    assert sum(line.startswith('  {"') and '"mark"' in line for line in lines) == len(SAVED.inputs)


def test_a_game_without_inputs_can_be_saved() -> None:
    game = Game(RULESET, BRAWL, dice=Typed())
    loaded = load(through_json(save(game)))
    assert loaded.inputs == []
    assert isinstance(loaded.question, Roll)


def test_every_kind_of_answer_survives(orchard: None) -> None:
    for seed in range(40):
        rng = Random(seed)
        setup, options = TOY.random_setup(rng)
        game = play_on(Game(TOY, setup, options, Seeded.from_text(str(seed))), rng, rng.randrange(10))
        saved = through_json(save(game))
        assert verify(saved).ok
        assert load(saved).hash() == game.hash()


def test_a_game_saved_in_the_middle_of_a_step(orchard: None) -> None:
    game: Game[Orchard] = Game(TOY, day("two", "one"))
    game.answer("pear")
    loaded = load(through_json(save(game)))
    assert loaded.hash() == game.hash()
    loaded.answer("plum")
    assert loaded.state.notes == [["first", "pear"], ["second", "plum"]]


def test_a_game_saved_at_a_typed_roll_waits_for_it_again(orchard: None) -> None:
    loaded = load(through_json(save(Game(TOY, day("roll", "one"), dice=Typed()))))
    assert isinstance(loaded.question, Roll)
    loaded.answer([1, 2])
    assert loaded.state.apples == [3, 0]


def test_a_replay_shows_every_position() -> None:
    games = [(number, game.hash()) for game, number in replay(SAVED)]
    assert [number for number, _ in games] == list(range(len(SAVED.inputs) + 1))
    assert games[-1][1] == load(SAVED).hash()


# ---- seeds ----------------------------------------------------------------------------------------


def test_the_seed_of_a_game_in_progress_may_be_kept_out() -> None:
    source = Seeded.from_text("secret", ["ann"])
    game = play_on(Game(RULESET, BRAWL, dice=source), Random(1), 15)
    shown = to_json(save(game, reveal=False))
    assert source.seed.hex().encode() not in shown
    assert source.commitment.encode() in shown
    assert source.seed.hex().encode() in to_json(save(game))
    play_on(game, Random(1))
    assert source.seed.hex().encode() in to_json(save(game, reveal=False))


def test_forks_keep_all_their_seeds_to_themselves() -> None:
    first, second = Seeded.from_text("first"), Seeded.from_text("second")
    fork = play_on(Game(RULESET, BRAWL, dice=first), Random(1), 20).fork(10, second)
    shown = to_json(save(fork, reveal=False))
    assert first.seed.hex().encode() not in shown
    assert second.seed.hex().encode() not in shown


def test_without_the_seed_the_past_stands_and_the_next_roll_waits() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("sealed")), Random(1), 9)
    loaded = play_until_roll(load(through_json(save(game, reveal=False))))
    assert isinstance(loaded.question, Roll)
    again = save(loaded)
    assert again.dice == save(game, reveal=False).dice


def play_until_roll(game: Game[Any]) -> Game[Any]:
    rng = Random(1)
    play_while(game, rng, lambda: not isinstance(game.question, Roll))
    return game


# ---- proving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_an_honest_save_is_proved(seed: int) -> None:
    saved = through_json(save(some_way_in(seed)))
    verdict = verify(saved)
    assert verdict.ok
    assert (verdict.at, verdict.notes) == (0, ())
    assert verdict.inputs == len(saved.inputs)
    assert verdict.rolls == verdict.proved_rolls == len(rolls(saved))


@pytest.mark.parametrize("which", range(len(rolls(SAVED))))
@pytest.mark.parametrize("marks", [False, True])
def test_a_changed_die_is_found(which: int, marks: bool) -> None:
    i = rolls(SAVED)[which]
    faces = list(SAVED.inputs[i].given)
    faces[-1] = faces[-1] % 6 + 1
    changed = with_input(SAVED, i, roll=faces)
    verdict = verify(with_true_marks(changed) if marks else changed)
    assert not verdict.ok
    assert verdict.at == i + 1
    assert f"the save says {' '.join(map(str, faces))}, the dice are" in verdict.problem
    assert f"(roll {which + 1})" in verdict.problem
    assert verdict.proved_rolls == which


@pytest.mark.parametrize("which", range(0, len(answers(SAVED)), 3))
def test_a_changed_answer_is_found(which: int) -> None:
    i = answers(SAVED)[which]
    (game,) = [game.clone() for game, number in replay(SAVED) if number == i]
    for other in game.legal():
        if other != SAVED.inputs[i].given:
            verdict = verify(with_input(SAVED, i, answer=other))
            assert verdict.at == i + 1
            assert "this input was changed after the game was saved" in verdict.problem


def test_an_impossible_answer_is_found_even_with_true_marks() -> None:
    i = answers(SAVED)[5]
    verdict = verify(with_true_marks(with_input(SAVED, i, answer="nonsense")))
    assert verdict.at == i + 1
    assert verdict.problem.startswith(f"input {i + 1}: ")
    assert "'nonsense' is not one of the options" in verdict.problem
    assert "no rules change lies between them" in verdict.problem


@pytest.mark.parametrize("which", [0, 7, -1])
def test_a_changed_seat_is_found(which: int) -> None:
    i = answers(SAVED)[which]
    seat = SAVED.inputs[i].seat
    assert isinstance(seat, int)
    changed = with_input(SAVED, i, seat=1 - seat)
    assert "this input was changed" in verify(changed).problem
    verdict = verify(with_true_marks(changed))
    assert verdict.at == verify(changed).at == i + 1
    assert f"asks {SAVED.seats[seat]} here" in verdict.problem


def test_a_changed_mark_is_found() -> None:
    assert verify(with_input(SAVED, 6, mark="00000000")).at == 7


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {**SAVED.options, "holding": "forbidden"}},
        {"setup": {**SAVED.setup, "series": ["team-brawl"]}},
        {"setup": {**SAVED.setup, "encounter": "Team Brawl"}},
        {"mark": "12345678"},
        {"version": "1.0.9"},
    ],
)
def test_a_changed_beginning_is_found(changes: dict[str, Any]) -> None:
    verdict = verify(replace(SAVED, **changes))
    assert not verdict.ok
    assert "the ruleset, options, set-up or players were changed" in verdict.problem
    assert verdict.at == 0


def test_a_changed_setup_that_is_refused_is_found_with_true_marks() -> None:
    verdict = verify(with_true_marks(replace(SAVED, setup={"encounter": "duel", "side": []})))
    assert verdict.problem.startswith("the set-up: the game was begun; opportunity")
    assert "refuses it: " in verdict.problem


def test_a_changed_seed_is_found() -> None:
    verdict = verify(with_dice(SAVED, seed="ab" * 32))
    assert verdict.problem == "the revealed seed is not the one committed to before the game"
    assert verdict.proved_rolls == 0


def test_a_changed_commitment_is_found() -> None:
    verdict = verify(with_dice(SAVED, commitment="ab" * 32))
    assert verdict.problem == "the revealed seed is not the one committed to before the game"


def test_another_seed_with_its_own_commitment_is_found_at_the_first_roll() -> None:
    other = Seeded.from_text("other")
    verdict = verify(with_dice(SAVED, seed=other.seed.hex(), commitment=other.commitment))
    assert verdict.at == rolls(SAVED)[0] + 1
    assert "the dice are" in verdict.problem


@pytest.mark.parametrize("nonces", [[], ["ann"], ["tom", "ann"], ["ann", "tom", ""], ["annt", "om"]])
def test_changed_nonces_are_found_at_the_first_roll(nonces: list[str]) -> None:
    verdict = verify(with_dice(SAVED, nonces=nonces))
    assert verdict.at == rolls(SAVED)[0] + 1
    assert "the dice are" in verdict.problem


@pytest.mark.parametrize("seed", ["xy" * 32, "ab", "ab" * 33, "é" * 64])
def test_a_seed_that_is_none_is_found(seed: str) -> None:
    assert "not 64 hexadecimal digits" in verify(with_dice(SAVED, seed=seed)).problem
    with pytest.raises(SaveError, match="not 64 hexadecimal digits"):
        load(with_dice(SAVED, seed=seed))


def with_fact(saved: Save, name: str, fact: str, value: Any) -> Save:
    assert saved.position is not None
    facts = saved.position.facts
    return replace(saved, position=replace(saved.position, facts=facts | {name: facts[name] | {fact: value}}))


def test_a_changed_final_position_is_found() -> None:
    name = next(name for name, facts in load(SAVED).ruleset.facts(load(SAVED).reading()).items() if "trauma" in facts)
    changed = with_fact(SAVED, name, "trauma", 99)
    assert verify(changed).problem == "the position or the outcome was changed after the game was saved"
    verdict = verify(with_true_marks(changed))
    assert verdict.at == len(SAVED.inputs)
    assert f"another position: {name}'s trauma is " in verdict.problem
    assert ", the save says 99" in verdict.problem
    with pytest.raises(Diverged, match=rf"{name}'s trauma is .*, the save says 99"):
        load(changed)


def test_facts_that_the_rules_do_not_know_any_more_or_not_yet_are_no_difference() -> None:
    name = next(iter(load(SAVED).ruleset.facts(load(SAVED).reading())))
    assert verify(with_true_marks(with_fact(SAVED, name, "luck", 3))).ok
    assert SAVED.position is not None
    fewer = replace(SAVED.position, facts={name: SAVED.position.facts[name]})
    assert verify(with_true_marks(replace(SAVED, position=fewer))).ok


def test_left_out_inputs_are_found() -> None:
    without_last = replace(SAVED, inputs=SAVED.inputs[:-1])
    assert "the position or the outcome was changed" in verify(without_last).problem
    assert "comes to another position" in verify(with_true_marks(without_last)).problem
    without_first = replace(SAVED, inputs=SAVED.inputs[1:])
    assert verify(without_first).at == 1
    assert not verify(with_true_marks(without_first)).ok


def test_inputs_after_the_end_are_found() -> None:
    saved = save(play_on(Game(RULESET, dice=Seeded.from_text("end")), Random(1)))
    longer = with_true_marks(replace(saved, inputs=[*saved.inputs, SavedInput("", answer="hold")]))
    verdict = verify(longer)
    assert verdict.at == len(longer.inputs)
    assert "says that the game is over here" in verdict.problem


def test_dice_where_an_answer_is_due_are_found() -> None:
    i = answers(SAVED)[3]
    changed = list(SAVED.inputs)
    changed[i] = SavedInput("", roll=[1, 1], sides=6, seat=0)
    verdict = verify(with_true_marks(with_dice(replace(SAVED, inputs=changed), algorithm="other", commitment="")))
    assert verdict.at == i + 1
    assert f"asks {load(SAVED).seats[load(SAVED).asked[i].seat]} here: " in verdict.problem


@pytest.mark.parametrize("changes", [{"sides": 8}, {"sides": 0}, {"purpose": "luck"}, {"seat": msgspec.UNSET}])
def test_a_roll_that_is_described_otherwise_is_found(changes: dict[str, Any]) -> None:
    i = rolls(SAVED)[1]
    changed = with_input(SAVED, i, **changes)
    assert verify(changed).at == i + 1
    if "purpose" not in changes:  # words may change, dice may not
        assert verify(with_true_marks(changed)).at == i + 1


def test_a_save_records_the_sides_and_the_purpose_of_every_roll_and_what_was_said() -> None:
    game = load(SAVED)
    for i in rolls(SAVED):
        assert (SAVED.inputs[i].sides, SAVED.inputs[i].purpose) == (6, game.asked[i].purpose)
    for i in answers(SAVED):
        assert (SAVED.inputs[i].kind, SAVED.inputs[i].clause) == (game.asked[i].kind, game.asked[i].clause)
        assert SAVED.inputs[i].words
        assert SAVED.inputs[i].prompt
    assert [*SAVED.said, *(line for entry in SAVED.inputs for line in entry.said)] == game.log()


def test_changed_words_are_found() -> None:
    i = next(i for i, entry in enumerate(SAVED.inputs) if entry.said)
    assert verify(with_input(SAVED, i, said=["Everybody dances."])).at == i + 1
    assert not verify(replace(SAVED, said=["Everybody dances."])).ok


def test_a_changed_outcome_is_found() -> None:
    saved = save(play_on(Game(RULESET, dice=Seeded.from_text("end")), Random(1)))
    assert saved.outcome is not None
    other = tuple(seat for seat in (0, 1) if seat not in saved.outcome.seats)
    claimed = replace(saved.outcome, winners=("Nobody",), seats=other)
    assert not verify(replace(saved, outcome=claimed)).ok


def test_changed_names_of_seats_are_found() -> None:
    assert not verify(replace(SAVED, seats=["Dockside Crew", "Night Watch"])).ok


def test_an_unknown_ruleset_is_a_verdict() -> None:
    assert not verify(with_true_marks(replace(SAVED, ruleset="chess"))).ok


def test_forks_are_proved_in_segments() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("one")), Random(1), 25)
    fork = play_on(game.fork(12, Seeded.from_text("two", ["x"]), reveal=True), Random(2), 25)
    fork = play_on(fork.fork(20, Seeded.from_text("three"), reveal=True), Random(3), 25)
    saved = through_json(save(fork))
    assert [dice.since for dice in saved.dice] == [0, 12, 20]
    verdict = verify(saved)
    assert verdict.ok
    assert verdict.proved_rolls == verdict.rolls == len(rolls(saved))
    for i in rolls(saved):
        faces = [face % 6 + 1 for face in saved.inputs[i].given]
        assert verify(with_input(saved, i, roll=faces)).at == i + 1
    assert load(saved).hash() == fork.hash()


def test_a_fork_of_a_running_game_does_not_know_its_seed() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("one")), Random(1), 25)
    fork = play_on(game.fork(20, Seeded.from_text("two")), Random(2), 25)
    first, second = save(fork).dice
    assert (first.seed, first.commitment) == ("", Seeded.from_text("one").commitment)
    assert second.seed
    verdict = verify(save(fork))
    assert verdict.ok
    assert verdict.proved_rolls < verdict.rolls
    assert any("not revealed" in note for note in verdict.notes)


def test_a_segment_that_begins_elsewhere_is_found() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("one")), Random(1), 25)
    fork = play_on(game.fork(2, Seeded.from_text("two"), reveal=True), Random(2), 40)
    saved = save(fork)
    later = next(i for i in rolls(saved) if i >= 2)
    first, second = saved.dice
    verdict = verify(replace(saved, dice=[first, replace(second, since=later + 1)]))
    assert verdict.at == later + 1


def test_a_saved_clone_is_an_honest_record() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("one")), Random(1), 25)
    assert verify(save(game.clone(Seeded.from_text("two")))).ok


def test_dice_that_are_not_fair_are_not_proved() -> None:
    saved = save(play_on(new_game(5, Pseudo(Random(5))), Random(5), 30))
    verdict = verify(through_json(saved))
    assert verdict.ok
    assert verdict.proved_rolls == 0
    assert verdict.rolls > 0
    assert verdict.notes == ("dice from input 1 on were not made by the fair stream; nothing proves them",)


def test_sealed_dice_are_not_proved_yet() -> None:
    game = play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("sealed")), Random(1), 20)
    verdict = verify(through_json(save(game, reveal=False)))
    assert verdict.ok
    assert verdict.proved_rolls == 0
    assert "the seed is not revealed yet" in verdict.notes[0]


# ---- refusing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["0.3.0", "1.7.3", "2.0.0", "first"])
def test_any_other_version_is_tried(version: str) -> None:
    other = with_true_marks(replace(SAVED, version=version))
    assert load(other).hash() == load(SAVED).hash()
    assert verify(other).ok


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRuleset, match="no ruleset 'chess'"):
        load(replace(SAVED, ruleset="chess"))


def test_a_save_with_an_illegal_answer_is_refused() -> None:
    i = answers(SAVED)[4]
    with pytest.raises(Diverged, match=rf"^input {i + 1}: .*is not one of the options"):
        load(with_input(SAVED, i, answer="nonsense"))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a Sandtable save"),
        (b"[]", "not a Sandtable save"),
        (b"\xff\xfe", "not a Sandtable save"),
        (b'{"format": "sandtable-game/3"}', "not a Sandtable save"),
        (to_json(SAVED)[:-40], "not a Sandtable save"),
        (to_json(SAVED).replace(b'"setup"', b'"set up"', 1), "not a Sandtable save"),
        (b"[" * 100_000, "not a Sandtable save"),
        (b'{"x":' * 100_000, "not a Sandtable save"),
        (b" " * (32 * 1024 * 1024 + 1), "larger than 32 MB"),
    ],
)
def test_what_is_no_save_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(SaveError, match=said) as refused:
        read(data)
    assert "\n" not in str(refused.value)


def test_unknown_fields_are_refused() -> None:
    data = msgspec.json.decode(to_json(SAVED))
    with pytest.raises(SaveError, match="extra"):
        read(msgspec.json.encode({**data, "extra": 1}))


def test_text_that_is_not_unicode_is_refused() -> None:
    with pytest.raises(SaveError):
        read("\ud800")


def test_an_empty_input_is_found() -> None:
    changed = list(SAVED.inputs)
    changed[3] = SavedInput("00000000")
    assert verify(replace(SAVED, inputs=changed)).at == 4


def test_an_empty_input_is_refused() -> None:
    changed = list(SAVED.inputs)
    changed[3] = SavedInput("00000000")
    with pytest.raises(SaveError, match="input 4"):
        load(replace(SAVED, inputs=changed))


def test_a_save_without_dice_waits_for_typed_ones() -> None:
    saved = replace(SAVED, dice=[])
    assert isinstance(play_until_roll(load(saved)).question, Roll)
    assert verify(saved).proved_rolls == 0


def test_other_dice_need_no_seed() -> None:
    assert load(replace(SAVED, dice=[SavedDice(0, "other")])).hash() == load(SAVED).hash()


# ---- files ----------------------------------------------------------------------------------------


def test_a_file_can_be_written_and_read(tmp_path: Path) -> None:
    game = some_way_in(2)
    write(game, tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert load(read_file(tmp_path / "game.json")).hash() == game.hash()


def test_a_file_written_without_the_seed(tmp_path: Path) -> None:
    write(play_on(Game(RULESET, dice=Seeded.from_text("end")), Random(1), 5), tmp_path / "game.json", reveal=False)
    assert read_file(tmp_path / "game.json").dice[0].seed == ""


@pytest.mark.parametrize("broken", ["write_bytes", "replace"])
def test_a_crash_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    path = tmp_path / "game.json"
    write(some_way_in(2), path)
    old = path.read_bytes()
    real = Path.write_bytes

    def half(self: Path, data: Any) -> int:
        if broken == "write_bytes":
            real(self, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, broken, half)
    with pytest.raises(SaveError, match=r"cannot write .*: No space left on device"):
        write(some_way_in(4), path)
    assert path.read_bytes() == old


def test_files_that_cannot_be_opened_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot read"):
        read_file(tmp_path / "nothing.json")
    with pytest.raises(SaveError, match="cannot read"):
        read_file(tmp_path)
    with pytest.raises(SandtableError, match="cannot write"):
        write(Game(RULESET), tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(SandtableError, match="cannot write"):
        write(Game(RULESET), tmp_path / "file" / "game.json")


def test_folders_are_made_when_they_are_missing(tmp_path: Path) -> None:
    write(Game(RULESET), tmp_path / "new" / "folder" / "game.json")
    assert (tmp_path / "new" / "folder" / "game.json").exists()
