"""Studies: what a file may ask, that the same games come out whoever plays them, and what is made of the rows."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import msgspec
import pytest

from sandtable.bots import Knowledge, make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.lab.selfplay import play_out, selfplay
from sandtable.lab.study.crew import Alone, Batch, Cluster, Crew, Processes
from sandtable.lab.study.measures import answer, deaths, differences, grounds, interval, matchups, ratings, shares
from sandtable.lab.study.plan import Study, StudyBattle, Variant, fixtures, read_study, study_of
from sandtable.lab.study.points import efficiency, survivals
from sandtable.lab.study.record import Death, GameRow, Restricted, SideRow, figures_of, play_game
from sandtable.lab.study.report import figures, page
from sandtable.lab.study.running import BLOCK, due, run
from sandtable.lab.study.store import Results, frames

ROOT = Path(__file__).parents[2]
DUEL = (StudyBattle(ready="Duel"),)
QUICK = Study("Quick", "opportunity", games=10, bots=("random",), battle=DUEL)
TEAMS = ("Night Watch", "Dockside Crew", "Line Section")
LEAGUE = msgspec.structs.replace(QUICK, battle=(StudyBattle(ready="Team Brawl", forces=TEAMS),))


def played(study: Study, path: Path, crew: Crew | None = None) -> Results:
    results = Results.of(study, path)
    run(results, crew or Alone())
    return results


# ---- what may be asked ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ruleset = 'opportunity'", "title"),
        ("title = 'x'\nruleset = 'opportunity'\ngmaes = 3", "gmaes"),
        ("title = 'x'\nruleset = 'chess'", "chess"),
        ("title = 'x'\nruleset = 'opportunity'\ngames = 0", "1 to 1,000,000"),
        ("title = 'x'\nruleset = 'opportunity'\nbots = ['genius']", "genius"),
        ("title = 'x'\nruleset = 'opportunity'\n[[battle]]\nready = 'Dual'", "did you mean"),
        ("title = 'x'\nruleset = 'opportunity'\n[[battle]]\nready = 'Duel'\nforces = 'all'", "'ready'"),
        (
            "title = 'x'\nruleset = 'opportunity'\n[[battle]]\nready = 'Team Brawl'\nforces = ['Nite Watch']",
            "Night Watch",
        ),
        ("title = 'x'\nruleset = 'opportunity'\n[[variant]]\noptions = { hp = 3 }", "hp"),
        ("title = 'x'\nruleset = 'opportunity'\n[[variant]]\n[[variant]]", "two variants"),
        ("title = ", "study.toml"),
    ],
)
def test_a_study_that_cannot_be_played_says_why_and_where(text: str, said: str) -> None:
    with pytest.raises(SandtableError, match=r"study\.toml") as refused:
        study_of(text.encode(), "study.toml")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "studies").glob("*.toml")), ids=lambda path: path.stem)
def test_every_study_that_is_shipped_can_be_played(path: Path) -> None:
    study = read_study(path)
    assert not play_game(msgspec.structs.replace(study, bots=("random",)), fixtures(study)[0], 0).error


def test_the_file_that_the_guide_shows_can_be_played() -> None:
    shown = (ROOT / "docs" / "studies.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]
    assert len(fixtures(study_of(shown.encode(), "guide"))) == 9


def test_without_battles_all_ready_ones_are_played_and_tutorials_are_not() -> None:
    names = {one.battle for one in fixtures(Study("x", "roe"))}
    assert len(names) == 6
    assert not any("Tutorial" in name for name in names)


def test_every_pair_of_forces_meets_in_each_others_place() -> None:
    found = fixtures(LEAGUE)
    assert [one.forces for one in found] == [TEAMS[:2], (TEAMS[0], TEAMS[2]), TEAMS[1:]]
    there, back = play_game(LEAGUE, found[0], 0), play_game(LEAGUE, found[0], 1)
    assert [side.name for side in there.sides] == list(TEAMS[:2])
    assert [side.name for side in back.sides] == [TEAMS[1], TEAMS[0]]


# ---- who plays makes no difference ------------------------------------------------------------------


class Fatal(Batch, frozen=True):
    """A batch whose first player is killed in the middle of it."""

    mark: str = ""

    def play(self) -> list[GameRow]:
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return super().play()
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("still here")


def test_the_same_games_alone_in_processes_and_after_a_kill(tmp_path: Path) -> None:
    alone = played(QUICK, tmp_path / "alone.sqlite")
    killed = Results.of(QUICK, tmp_path / "killed.sqlite")
    batches = [
        Fatal(one.study, one.fixture, one.start, one.end, str(tmp_path / "mark")) if one.start == 4 else one
        for one in due(killed)
    ]
    for rows in Processes(2).play(batches):
        killed.add(rows)
    assert (tmp_path / "mark").exists()
    assert not due(killed)
    assert killed.digest() == alone.digest()


def test_a_stopped_study_goes_on_and_plays_no_game_twice(tmp_path: Path) -> None:
    whole = played(LEAGUE, tmp_path / "whole.sqlite")
    first = Results.of(LEAGUE, tmp_path / "parts.sqlite")
    first.add(next(iter(Alone().play(due(first)))))
    first.close()
    again = Results.of(LEAGUE, tmp_path / "parts.sqlite")
    assert run(again, Alone()) == 30 - 4
    assert run(again, Alone()) == 0
    assert again.digest() == whole.digest()


def test_more_games_may_be_asked_for_later_but_nothing_else(tmp_path: Path) -> None:
    played(QUICK, tmp_path / "x.sqlite").close()
    more = msgspec.structs.replace(QUICK, games=12)
    assert run(Results.of(more, tmp_path / "x.sqlite"), Alone()) == 4  # the last batch had two games
    with pytest.raises(SandtableError, match="another study"):
        Results.of(msgspec.structs.replace(QUICK, seed="2"), tmp_path / "x.sqlite")


def test_ready_battles_that_have_changed_are_another_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(msgspec.structs.replace(QUICK, games=2), tmp_path / "x.sqlite").close()
    rules = ruleset("opportunity")
    turned = dict(rules.quick_setup())
    turned["side"] = turned["side"][::-1]
    others = dict.fromkeys(rules.ready_setups(), turned)  # type: ignore[attr-defined]
    monkeypatch.setattr(type(rules), "ready_setups", lambda self: others)
    with pytest.raises(SandtableError, match="another study"):
        Results.of(QUICK, tmp_path / "x.sqlite")


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    from distributed import LocalCluster

    alone = played(QUICK, tmp_path / "alone.sqlite")
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        together = played(QUICK, tmp_path / "cluster.sqlite", Cluster(cluster.scheduler_address))
    assert together.digest() == alone.digest()


def test_games_of_bots_come_out_as_in_selfplay() -> None:
    fixture = fixtures(QUICK)[0]
    row = play_game(QUICK, fixture, 3)
    own = f"{QUICK.seed}/{fixture.dice}/3"
    game = Game(ruleset("opportunity"), fixture.setups[0], {}, Seeded.from_text(own))
    assert play_out(game, [make_bot("random", f"{own}/{seat}") for seat in range(2)]) == row.decisions
    assert game.hash() == row.hash
    assert sum(side.lost for side in row.sides) == len(row.deaths)


def test_precision_is_judged_after_whole_blocks(tmp_path: Path) -> None:
    study = msgspec.structs.replace(QUICK, games=10 * BLOCK, precision=8)
    results = played(study, tmp_path / "x.sqlite")
    games = len(results.played(0))
    assert games % BLOCK == 0
    assert games < study.games
    found = shares(results, "seat")
    assert all(one.high - one.low <= 0.16 for one in found)
    early = shares(results, "seat", games=games - BLOCK)
    assert any(one.high - one.low > 0.16 for one in early)


# ---- restricted play --------------------------------------------------------------------------------


def test_a_bot_that_is_denied_something_never_chooses_it_where_it_can_do_otherwise() -> None:
    game = Game(ruleset("opportunity"), ruleset("opportunity").quick_setup(), {}, Seeded.from_text("denied"))
    bots = [Restricted(make_bot("random", seat), ["Aim"]) for seat in range(2)]
    chosen = offered = 0
    while isinstance(question := game.question, Question):
        labels = {one.id: one.label for one in getattr(question, "options", ())}
        barred = [label for label in labels.values() if "aim" in label.casefold()]
        answer_given = bots[question.seat].answer(question, Knowledge(game, question.seat))
        offered += bool(barred) and len(barred) < len(labels)
        chosen += isinstance(answer_given, str) and labels.get(answer_given) in barred and len(barred) < len(labels)
        game.answer(answer_given)
    assert offered
    assert not chosen


# ---- what is made of it -----------------------------------------------------------------------------


def row(number: int, worths: tuple[float, float], fixture: int = 0, names: tuple[str, str] = TEAMS[:2]) -> GameRow:
    sides = tuple(SideRow(seat, names[seat], "random", worths[seat], 3, 1, 4, 2, 2.0) for seat in range(2))
    return GameRow(fixture, number, 10, 10, 40, 2, 0, f"{fixture}/{number}", sides, {"OP-3.15": 2}, ())


def test_shares_count_draws_half_and_their_interval_knows_it(tmp_path: Path) -> None:
    results = Results.of(LEAGUE, tmp_path / "x.sqlite")
    results.add([row(0, (1, 0)), row(1, (1, 0)), row(2, (0.5, 0.5)), row(3, (0, 1))])
    one, other = shares(results, "battle")
    assert (one.name, one.games, one.share) == (TEAMS[0], 4, 0.625)
    assert other.share == 0.375
    drawn, decided = interval([0.5] * 50 + [1, 0] * 25), interval([1, 0] * 50)
    assert drawn[1] - drawn[0] < decided[1] - decided[0]
    assert shares(results, "first")[0].share == 0.625
    assert figures(results)["lengths"][0].median == 10


def test_ratings_find_the_strengths_that_games_were_made_of(tmp_path: Path) -> None:
    """Three forces that win 3 : 1, 3 : 1 and 9 : 1: a factor of three in strength is 191 points."""
    results = Results.of(msgspec.structs.replace(LEAGUE, games=400), tmp_path / "x.sqlite")
    for fixture, (names, wins) in enumerate([(TEAMS[:2], 300), ((TEAMS[0], TEAMS[2]), 360), (TEAMS[1:], 300)]):
        results.add(row(n, (1, 0) if n < wins else (0, 1), fixture, names) for n in range(400))
    found = ratings(results)
    assert [one.name for one in found] == list(TEAMS)
    assert found[0].elo - found[1].elo == pytest.approx(191, abs=3)
    assert found[1].elo - found[2].elo == pytest.approx(191, abs=3)
    assert {(one.group, one.name): one.share for one in matchups(results)}[TEAMS[0], TEAMS[2]] == 0.9
    assert "outside" in answer(results)


def test_variants_are_compared_game_by_game(tmp_path: Path) -> None:
    study = msgspec.structs.replace(
        LEAGUE, battle=(StudyBattle(ready="Team Brawl", forces=TEAMS[:2]),), variant=(Variant("a"), Variant("b"))
    )
    results = Results.of(study, tmp_path / "x.sqlite")
    results.add(row(n, (1, 0) if n < 5 else (0, 1)) for n in range(10))
    results.add(row(n, (1, 0) if n < 7 else (0, 1), fixture=1) for n in range(10))
    found = {one.name: one for one in differences(results) if one.games}
    assert found[TEAMS[0]].change == pytest.approx(0.2)
    assert found[TEAMS[0]].low < 0.2 < found[TEAMS[0]].high
    assert found[TEAMS[1]].change == pytest.approx(-0.2)


def test_bots_are_compared_only_where_different_ones_meet(tmp_path: Path) -> None:
    results = Results.of(QUICK, tmp_path / "x.sqlite")
    told = row(0, (1, 0))
    ours, theirs = told.sides
    mixed = (msgspec.structs.replace(ours, bot="veteran@40"), msgspec.structs.replace(theirs, bot="regular"))
    results.add([msgspec.structs.replace(told, sides=mixed), row(1, (0, 1))])
    assert {one.name: (one.share, one.games) for one in figures(results)["bots"]} == {
        "veteran@40": (1, 1), "regular": (0, 1)
    }  # fmt: skip
    assert "Which bot wins" in page(results, "sandtable study x.toml")


def test_it_is_told_in_which_round_models_fall(tmp_path: Path) -> None:
    results = Results.of(QUICK, tmp_path / "x.sqlite")
    fell = [Death(seat, "one of them", chapter) for seat, chapter in ((0, 2), (0, 4), (0, 5), (1, 1), (1, 0))]
    results.add([msgspec.structs.replace(row(0, (1, 0)), deaths=tuple(fell))])
    first, second = sorted(figures(results)["falls"], key=lambda one: -one.games)
    assert (first.name, first.games, first.median) == (TEAMS[0], 3, 4)
    assert (second.name, second.games, second.median) == (TEAMS[1], 1, 1)  # chapter 0 is before the first round


def of_two(number: int, worth: float, deaths: tuple[Death, ...]) -> GameRow:
    """A game of the first fixture of `LEAGUE`."""
    names = TEAMS[:2] if number % 2 == 0 else TEAMS[1::-1]
    sides = tuple(SideRow(seat, name, "random", abs(seat - worth), 4, 0, 0, 0, 0.0) for seat, name in enumerate(names))
    return GameRow(0, number, 10, 10, 40, 2, 0, str(number), sides, {}, deaths)


def test_points_are_worth_what_they_take_out(tmp_path: Path) -> None:
    """One of the Night Watch falls, in either place, and nobody else."""
    results = Results.of(LEAGUE, tmp_path / "x.sqlite")
    game = Game(ruleset("opportunity"), fixtures(LEAGUE)[0].setups[0])
    prices = {one.name: float(one.points) for one in game.state.combatants}
    watch, crew = ({one.name: float(one.points) for one in game.state.combatants if one.seat == n} for n in (0, 1))
    victim = next(name for name in watch if name not in crew and not name[-1].isdigit())
    results.add([of_two(0, 0.0, (Death(0, victim, 1),)), of_two(1, 1.0, (Death(1, victim, 1),))])
    found = {one.name: one for one in efficiency(results)}
    assert found[TEAMS[0]].took == 0
    assert found[TEAMS[0]].kept == pytest.approx(1 - watch[victim] / sum(watch.values()))
    assert found[TEAMS[1]].took == pytest.approx(watch[victim] / sum(crew.values()))
    assert (found[TEAMS[1]].kept, found[TEAMS[1]].points) == (1, sum(crew.values()))
    left = {one.name: one for one in survivals(results)}
    assert (left[victim].share, left[victim].models, left[victim].points) == (0, 2, prices[victim])
    assert all(one.share == 1 for name, one in left.items() if name != victim)


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_model_of_a_ready_battle_has_a_price(name: str) -> None:
    rules = ruleset(name)
    for setup in rules.ready_setups().values():  # type: ignore[attr-defined]
        game = Game(rules, setup)
        prices = rules.prices(game.state)  # type: ignore[attr-defined]
        assert {model["name"] for model in figures_of(game)} <= set(prices)


def test_who_wins_on_which_ground(tmp_path: Path) -> None:
    results = Results.of(LEAGUE, tmp_path / "x.sqlite")
    results.add([of_two(0, 0.0, ()), of_two(1, 1.0, ())])
    found = {(one.group, one.name): one.share for one in grounds(results)}
    assert found == {("team-brawl", TEAMS[0]): 0.0, ("team-brawl", TEAMS[1]): 1.0}


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    results = played(LEAGUE, tmp_path / "x.sqlite")
    html = page(results, "sandtable study x.toml")
    for word in (*TEAMS, "Match-ups", "--figure matchups", "Rules at work", "95 %"):
        assert word in html
    assert "http" not in html
    assert "src=" not in html
    assert not deaths(results)  # there is no table in this game
    on_a_table = Study("t", "opentactics", games=1, bots=("recruit",), battle=(StudyBattle(ready="Duel of Cards"),))
    assert deaths(played(on_a_table, tmp_path / "y.sqlite"))


def test_frames_hold_every_game(tmp_path: Path) -> None:
    played(QUICK, tmp_path / "x.sqlite").close()
    found = frames(tmp_path / "x.sqlite")
    assert found["game"].height == 10
    assert found["side"]["worth"].sum() == 10


def test_self_play_is_the_same_in_several_processes() -> None:
    one, two = (selfplay("opportunity", 6, ["random", "random"], "s", processes=number) for number in (1, 2))
    assert (one.final_hash, one.winners, one.decisions) == (two.final_hash, two.winners, two.decisions)
