"""Creating an Opposing Force: what is right, what it costs, and what every refusal says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.cli.cards import page, text
from sandtable.engine.errors import SetupError, SetupErrors
from sandtable.rulesets.op_en.content import CharacterList, setting
from sandtable.rulesets.op_en.creating import create
from sandtable.rulesets.op_en.random_forces import muster
from sandtable.rulesets.op_en.roster import (
    OPTIONS,
    check_force,
    check_ranks,
    force_cards,
    force_file,
    price_force,
    ready_forces,
    total_value,
    with_force,
)
from sandtable.rulesets.op_en.scenarios import Stats
from tests.proves import proves

CAPTAIN: dict[str, Any] = {"name": "Cap", "rank": 4, "form": "Cityfolk", "stats": (10, 10, 8, 8, 6, 6)}
MATE: dict[str, Any] = {"name": "Mate", "rank": 3, "form": "Cityfolk", "stats": (10, 8, 6, 6, 6, 4)}
HAND: dict[str, Any] = {"name": "Hand", "rank": 2, "form": "Cityfolk", "stats": (8, 6, 6, 6, 4, 4)}
STRAY: dict[str, Any] = {"name": "Stray", "rank": 1, "form": "Cityfolk", "stats": (6, 6, 4, 4, 4, 4)}
NAMES = ("fight", "toughness", "shoot", "agility", "intellect", "grit")


def person(kind: dict[str, Any], **changed: Any) -> dict[str, Any]:
    made = {**kind, **changed}
    return {**made, "stats": dict(zip(NAMES, made["stats"], strict=True))}


def file(*characters: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {"ruleset": "op-en", "name": "Us", "core": "fight", "characters": list(characters), **changed}


def refusals(force: dict[str, Any]) -> list[tuple[str, str]]:
    """Clause and reason of every mistake."""
    with pytest.raises(SetupError) as refused:
        price_force(force)
    error = refused.value
    every = error.errors if isinstance(error, SetupErrors) else (error,)
    return [(one.clause, one.reason) for one in every]


def refused(force: dict[str, Any]) -> list[str]:
    return [clause for clause, _ in refusals(force)]


def card(kind: dict[str, Any], **changed: Any) -> Any:
    made = {**kind, **changed}
    made["stats"] = Stats(*made["stats"])
    return create(setting(), "fight", CharacterList(**made), OPTIONS)


# ---- what is right --------------------------------------------------------------------------------


@proves("OE-19.2", "OE-19.4", "OE-19.5")
def test_a_force_may_spend_exactly_its_treasury() -> None:
    people = (person(CAPTAIN), person(HAND), person(STRAY))
    assert price_force(file(*people, treasury=48 + 34 + 28 + 3 * 14)).points == 152
    assert refusals(file(*people, treasury=151)) == [("OE-19.5", "the OF costs 152 marks, its Treasury is 151")]


@proves("OE-19.7", "OE-19.33", "OE-2.4", "OE-2.5")
def test_the_card_of_a_character() -> None:
    captain = force_cards(file(person(CAPTAIN, trait="Lamp-eyed", skills=["Flurry"], equipment=["Boathook", "Scale"])))[
        0
    ]
    assert captain.title == "Cap"
    assert captain.kind == "Captain, Rank 4"
    assert [name for name, _ in captain.stats] == [
        "Move", "Fight", "Toughness", "Shoot", "Agility", "Intellect", "Grit", "Body", "Cost",
    ]  # fmt: skip
    assert [value for _, value in captain.stats] == ["6", "10", "10", "8", "8", "6", "6", "8", "48"]
    assert captain.entries == (
        ("Abilities", "", "0"), ("Skills", "Flurry", "10"), ("Equipment", "Boathook, Scale", "15"),
        ("Form", "Cityfolk", "14"), ("Trait", "Lamp-eyed", "4"),
    )  # fmt: skip
    assert captain.notes == (("AR", '9"'), ("CR", '1"'))
    assert captain.points == 48 + 10 + 15 + 14 + 4
    assert captain.boxes == ("Damage received", "Experience", "Notes")


@proves("OE-19.34", "OE-19.35", "OE-2.2")
def test_form_and_stats_alone_make_a_character() -> None:
    plain = card(HAND)
    assert (plain.move, plain.body) == (6, 8)
    assert len(force_cards(file(person(CAPTAIN)))[0].stats) == 8 + 1  # and the cost
    assert plain.costs.total == 34 + 14


@proves("OE-19.25", "OE-19.26")
def test_a_skill_costs_the_final_value_of_its_stat() -> None:
    eight = card({**MATE, "stats": (10, 6, 8, 6, 6, 4)}, skills=("Aimed Shot",))
    assert eight.costs.skills == 8
    ten = card({**MATE, "stats": (10, 6, 8, 6, 6, 4)}, trait="Steady Hands", skills=("Aimed Shot",))
    assert ten.costs.skills == 10
    assert card(MATE, abilities=("Quartermaster",)).costs.abilities == 10
    assert card(MATE, abilities=("Duellist",)).costs.abilities == 10


@proves("OE-19.31")
def test_equipment_costs_a_number_or_a_stat() -> None:
    assert card(MATE, equipment=("Cutlass", "Salve")).costs.equipment == 6 + 5
    assert card(MATE, equipment=("Maul",)).costs.equipment == 10
    assert card(MATE, trait="Brawler", equipment=("Maul",)).costs.equipment == 12


@proves("OE-19.17", "OE-19.20")
def test_steps_of_form_and_trait_are_paid_in_the_stats_row() -> None:
    big = card(MATE, form="Breakwater")
    assert (big.stats.toughness, big.stats.agility) == (10, 4)
    assert big.costs.stats == 40
    brawler = card(MATE, trait="Brawler")
    assert brawler.stats.fight == 12
    assert (brawler.costs.stats, brawler.costs.trait) == (42, 2)
    assert check_force(setting(), "fight", [CharacterList(**{**one, "stats": Stats(*one["stats"]), "trait": "Brawler"})
                                            for one in (CAPTAIN, MATE)], 500, OPTIONS)  # fmt: skip


@proves("OE-19.23")
@pytest.mark.parametrize(
    ("choice", "row"), [("sum_of_dice_stats", 42), ("fixed_rank_cost", 40), ("sum_of_all_stats", 42 + 6 + 8)]
)
def test_what_the_stats_row_costs(choice: str, row: int) -> None:
    mate = CharacterList(**{**MATE, "stats": Stats(*MATE["stats"]), "trait": "Brawler"})
    made = create(setting(), "fight", mate, {**OPTIONS, "stats_row_cost": choice})
    assert made.costs.stats == row
    assert made.costs.total == row + 14 + 2


@proves("OE-19.10", "OE-19.11", "OE-19.12", "OE-19.13")
def test_ranks_at_their_limits() -> None:
    check_ranks([4, 3, 3, 3])
    check_ranks([4, *[2] * 20])
    check_ranks([4, 2, 2, 2, 2, 1, 1, 1, 1])
    check_ranks([4, 2, 2, 2, 2, 1, 1, 1, 1, 1])
    with pytest.raises(SetupError, match="of 9 characters at most 4 are of Rank 1, not 5") as error:
        check_ranks([4, 2, 2, 2, 1, 1, 1, 1, 1])
    assert error.value.clause == "OE-19.12"


# ---- what is refused ------------------------------------------------------------------------------


@proves("OE-19.3")
@pytest.mark.parametrize("core", ["move", "body", "Move", "luck", ""])
def test_the_core_stat_is_a_dice_stat(core: str) -> None:
    assert refused(file(person(CAPTAIN), core=core)) == ["OE-19.3"]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("OE-19.8", file(person(CAPTAIN), person(HAND, rank=5)), "a character is built with Rank 1 to 4, not 5"),
    ("OE-19.8", file(person(CAPTAIN), person(HAND, rank=0)), "a character is built with Rank 1 to 4, not 0"),
    ("OE-19.9", file(person(HAND), person(MATE)), "exactly one Rank 4 character, its Leader, not 0"),
    ("OE-19.9", file(person(CAPTAIN), person(CAPTAIN)), "exactly one Rank 4 character, its Leader, not 2"),
    ("OE-19.10", file(person(CAPTAIN), *[person(MATE)] * 4, treasury=900), "3 Rank 3 characters at most, not 4"),
    ("OE-19.12", file(person(CAPTAIN), person(STRAY), person(STRAY)), "of 3 characters at most 1 are of Rank 1"),
    ("OE-19.17", file(person(CAPTAIN, form="")), "has no Form"),
    ("OE-19.17", file(person(CAPTAIN, form="Citifolk")), "there is no Form 'Citifolk'; did you mean 'Cityfolk'?"),
    ("OE-19.18", file(person(CAPTAIN, stats=(8, 10, 10, 8, 6, 6))), "has 10 in the Core Stat Fight, not 8"),
    ("OE-19.19", file(person(CAPTAIN, stats=(10, 10, 10, 8, 6, 6))), "spreads 10 8 8 6 6 over the other Stats"),
    ("OE-19.19", file(person(CAPTAIN, stats=(10, 10, 8, 8, 6, 4))), "not 10 8 8 6 4"),
    ("OE-19.20", file(person(CAPTAIN, trait="Bravler")), "there is no Trait 'Bravler'"),
    ("OE-19.22", file(person(CAPTAIN), person(MATE, stats=(10, 4, 6, 6, 6, 8), form="Wharfling")), "Toughness 2;"),
    ("OE-19.15", file(person(CAPTAIN), person(STRAY, skills=["Vault"])), "until its Rank rises"),
    ("OE-19.16", file(person(CAPTAIN), person(HAND, abilities=["Long Arm"])), "for Ranks 3 and 4 alone"),
    ("OE-19.24", file(person(CAPTAIN), person(MATE, skills=["Vault"], abilities=["Long Arm"])), "a Mate has 1 at most"),
    ("OE-19.24", file(person(CAPTAIN, skills=["Vault", "Fade", "Flurry", "Misplace"])), "a Captain has 3 at most"),
    ("OE-19.24", file(person(CAPTAIN, skills=["Wault"])), "there is no Skill 'Wault'"),
    ("OE-16.1", file(person(CAPTAIN, skills=["Sprint"])), "Sprint is a universal Skill: everybody has it"),
    ("OE-19.28", file(person(CAPTAIN, skills=["Vault"]), person(MATE, skills=["Vault"])), "once per OF, not 2 times"),
    ("OE-19.28", file(person(CAPTAIN, skills=["Vault", "Vault"])), "once per OF, not 2 times"),
    ("OE-2.8", file(person(CAPTAIN, equipment=["Fine blade"]), person(HAND, equipment=["Fine blade"])), "Fine blade"),
    ("OE-19.29", file(person(CAPTAIN, equipment=["Knife"] * 4)), "has 4 weapons; 3 is the limit"),
    ("OE-19.29", file(person(CAPTAIN, equipment=["Padded", "Scale"])), "has 2 armour; 1 is the limit"),
    ("OE-19.29", file(person(CAPTAIN, equipment=["Buckler", "Pavise"])), "has 2 shields; 1 is the limit"),
    ("OE-19.29", file(person(CAPTAIN, equipment=["Drum", "Crowbar", "Spyglass", "Cork vest"])), "has 4 items"),
    ("OE-19.29", file(person(CAPTAIN, equipment=["Salve"] * 4)), "has 4 consumables; 3 is the limit"),
    ("OE-19.30", file(person(CAPTAIN), person(HAND, equipment=["Long iron"])), "Long iron needs Rank 3"),
    ("OE-19.30", file(person(CAPTAIN), person(HAND, equipment=["Maul"])), "Maul needs Toughness 8"),
    ("OE-19.30", file(person(CAPTAIN, form="Kitewing", equipment=["Scale"])), "a Kitewing wears armour of 1 at most"),
    ("OE-19.30", file(person(CAPTAIN, form="Stilter", equipment=["Buckler"])), "a Stilter carries no shield"),
    ("OE-19.30", file(person(CAPTAIN, equipment=["Blunderbuss"])), "there is no Equipment 'Blunderbuss'"),
    ("OE-19.14", file(person(CAPTAIN, growth={"steps": {"fight": 1}})), "a new character has not grown"),
    ("OE-1.1", file(person(CAPTAIN), setting="atlantis"), "there is no Setting 'atlantis'"),
]


@proves(*sorted({clause for clause, _, _ in REFUSED}))
@pytest.mark.parametrize(("clause", "force", "said"), REFUSED)
def test_a_refusal_names_its_clause(clause: str, force: dict[str, Any], said: str) -> None:
    every = refusals(force)
    assert [one for one, _ in every] == [clause], every
    assert said in every[0][1]


@proves("OE-19.21")
def test_an_odd_stat_is_no_die() -> None:
    with pytest.raises(SetupError, match="Shoot 7 is no die") as error:
        card({**MATE, "stats": (10, 8, 7, 6, 6, 4)}, lent="nemesis")
    assert error.value.clause == "OE-19.21"


def test_all_mistakes_are_told_together() -> None:
    bad = file(person(CAPTAIN, skills=["Vault"] * 4), person(STRAY, skills=["Fade"]), person(STRAY), treasury=90)
    assert refused(bad) == ["OE-19.24", "OE-19.15", "OE-19.12"]


# ---- quick and random forces ----------------------------------------------------------------------


@proves("OE-19.1")
def test_quick_forces_are_force_files() -> None:
    assert {force["name"] for force in ready_forces()} >= {"Nine Bells", "Gullwatch", "Undertow", "Ledger House"}
    for force in ready_forces():
        assert price_force(force).points <= force["treasury"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["silt-and-lanterns", "cold-berth"]), st.sampled_from([200, 300, 500]))
def test_a_random_force_is_legal_and_spends_most_of_its_treasury(seed: int, where: str, treasury: int) -> None:
    found = setting(where)
    force = muster(found, Random(seed), treasury=treasury)
    assert price_force(force_file(found, force)).points <= treasury
    assert muster(found, Random(seed), treasury=treasury) == force
    cards = check_force(found, force.core, force.characters, treasury, OPTIONS)
    assert sum(one.leads for one in cards) == 1
    assert total_value(cards) > 0


# ---- printed --------------------------------------------------------------------------------------


def test_cards_are_printed() -> None:
    cards = force_cards(next(one for one in ready_forces() if one["name"] == "Nine Bells"))
    captain = text(cards[0])
    assert "Captain Sorrel (Captain, Rank 4)" in captain
    assert "Skills: Flurry [12]" in captain
    assert len({len(line) for line in captain.splitlines()}) == 1
    assert page("Nine Bells & Co", cards).count("<article>") == 7
    assert "Nine Bells &amp; Co" in page("Nine Bells & Co", cards)


def test_whoever_brings_a_force_has_its_name_unless_he_has_one() -> None:
    ready = {force["name"]: force for force in ready_forces()}
    setup = {"scenario": "salvage-rights", "player": [{"force": "Nine Bells"}, {"force": "Undertow", "name": "Zoe"}]}
    changed = with_force(with_force(setup, 0, ready["Gullwatch"]), 1, ready["Gullwatch"])
    assert [one["name"] for one in changed["player"]] == ["Gullwatch", "Zoe"]


def test_a_force_of_another_setting_is_told_which_battle_it_is_for() -> None:
    force = next(force for force in ready_forces() if force.get("setting") == "cold-berth")
    with pytest.raises(SetupError, match="of the Setting Cold Berth, this game of Silt and Lanterns: choose a battle"):
        with_force({"player": [{"force": "Nine Bells"}, {"force": "Undertow"}]}, 0, force)
