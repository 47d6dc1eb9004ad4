"""Lists as people write them: what is written reads back, and a mistake names its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.errors import SetupError, SetupErrors
from sandtable.rulesets.riverside.content import Entry, content
from sandtable.rulesets.riverside.roster import force_from_text, force_text, price_force, ready_forces

LIST = """\
++ Evening patrol - Lockgate Levy [500pts] ++

# The line, with the Captain behind it.
Warden Captain [1] Q4+ D4+ | 55pts | Tough(3), Hero, Volley Caller(Extra Shooty)
pistol (12", A1), sabre (A3)
Joined to: Old Levy

Old Levy (Levy Rifles) [10] Q5+ D5+ | 105pts
9x rifle (24", A1), 10x hand weapon (A1)
1x rocket tube (18", A1, AP(2), Blast(3))

Breakwater Guard [5] Q4+ D3+
5x carbine (18", A1), 5x halberd (A2, AP(1))
Rides in: Steam Barge

Steam Barge [1] Q4+ D3+ | 160pts | Tough(10), Transport(12), Impact(3)
2x repeater (24", A4)
"""


def mistakes(text: str) -> list[str]:
    with pytest.raises(SetupError) as said:
        price_force(force_from_text(text))
    return [str(one) for one in (said.value.errors if isinstance(said.value, SetupErrors) else (said.value,))]


def test_a_list_buys_entries_and_upgrades() -> None:
    force = force_from_text(LIST)
    assert force == {
        "ruleset": "riverside", "name": "Evening patrol", "army": "Lockgate Levy", "points": 500,
        "units": [
            {"unit": "Warden Captain", "upgrades": ["Volley Caller"], "joins": "Old Levy"},
            {"unit": "Levy Rifles", "upgrades": ["rocket tube"], "name": "Old Levy"},
            {"unit": "Breakwater Guard", "rides": "Steam Barge"},
            {"unit": "Steam Barge"},
        ],
    }  # fmt: skip
    assert price_force(force_from_text(LIST)).points == 420


def test_it_is_read_in_other_hands_too() -> None:
    """Typographic inches, other words for the same, [GF …] in the title, weapons in another order."""
    other = LIST.replace('24"', "24”").replace("[500pts]", "[GF 500pts]").replace("Q5+ D5+", "Quality 5+ / Defense 5+")
    other = other.replace(
        '5x carbine (18", A1), 5x halberd (A2, AP(1))', "5x Halberd (melee, A2, AP[1]), 5x Carbine (18″, A1)"
    )
    assert force_from_text(other) == force_from_text(LIST)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("++ Evening", "Evening", "line 1: a list begins with its title, as in ++ My army"),
        ("Lockgate Levy", "Lockgate Lvy", "line 1: there is no army 'Lockgate Lvy'; did you mean 'Lockgate Levy'?"),
        (
            "Breakwater Guard [5]",
            "Breakwater Gard [5]",
            "line 12: the Lockgate Levy has no unit 'Breakwater Gard'; did",
        ),
        ("Q4+ D3+\n", "Q3+ D3+\n", "line 12: Breakwater Guard of the Lockgate Levy has Quality 4+, not 3+ (RV-21.37)"),
        ("| 160pts", "| 150pts", "line 16: Steam Barge so equipped costs 160 points, not 150 (RV-21.36)"),
        (
            "2x repeater",
            "3x repeater",
            "line 16: no upgrades of Steam Barge make it so; plain it is Steam Barge [1] Q4+",
        ),
        ("Blast(3))", "Blast)", "line 10: rocket tube: Blast needs a number, as in Blast(1) (RV-15.15)"),
        (
            "Volley Caller(Extra",
            "Volley Caller(Extr",
            "line 4: Warden Captain: there is no model rule 'Extr Shooty'; did",
        ),
        ("sabre (A3)", "sabre (3)", "line 5: sabre does not say how many attacks it has, as in A1 (RV-21.1)"),
        ("sabre (A3)", "sabre", "line 5: 'sabre' is no weapon; write it as 2x rifle"),
        ("Joined to: Old Levy", "Leads Old Levy", "line 6: 'Leads Old Levy' is neither a unit nor weapons of one"),
        ("Warden Captain [1] Q4+ D4+", "Warden Captain Q4+ D4+", "line 4: a unit begins with name, size, Quality and"),
        ("Rides in: Steam Barge", "Rides in: Steam Bark", "line 14: the list has no unit 'Steam Bark'; did you mean"),
        ("Joined to: Old Levy", "Joined to: Nobody", "line 6: the list has no unit 'Nobody' (RV-21.5)"),
        ("Joined to: Old Levy", "Joined to:", "line 6: 'Joined to:': it names no unit (RV-21.5)"),
        (
            "Rides in: Steam Barge",
            "Rides in: Steam Barge\nRides in: Old Levy",
            "line 15: 'Rides in: Old Levy': it has said Steam Barge already (RV-21.20)",
        ),
        ("D3+\n", "D3+ | Mounted\n", "line 12: no upgrades of Breakwater Guard make it so"),
        ("sabre (A3)", "0x sabre (A3)", "line 5: '0x sabre (A3)': nobody carries it; leave it out (RV-21.1)"),
        ("sabre (A3)", "sabre (A3, A4)", "line 5: sabre has one range and one number of attacks (RV-21.1)"),
        ("sabre (A3)", 'sabre (melee, 6", A3)', "line 5: sabre has one range and one number of attacks (RV-21.1)"),
        ("AP(2), Blast", "AP(2), AP(3), Blast", "line 10: rocket tube has AP with two numbers (RV-21.1)"),
        ("Tough(10)", "Tough(10), Tough(6)", "line 16: Steam Barge has Tough with two numbers (RV-21.1)"),
    ],
)
def test_a_mistake_names_its_line(old: str, new: str, said: str) -> None:
    assert old in LIST
    assert mistakes(LIST.replace(old, new, 1))[0].startswith(said)


def test_of_two_alike_one_says_which_is_meant() -> None:
    plain = 'Levy Rifles [10] Q5+ D5+\n10x rifle (24", A1), 10x hand weapon (A1)\n\n'
    hero = 'Warden Captain [1] Q4+ D4+ | Tough(3), Hero, Volley Caller(Extra Shooty)\npistol (12", A1), sabre (A3)\n'
    text = f"++ Watch - Lockgate Levy [500pts] ++\n\n{plain}{plain}{hero}Joined to: Levy Rifles"
    which = "line 11: the list has no unit 'Levy Rifles'; say which: Levy Rifles 1, Levy Rifles 2 (RV-21.5)"
    assert mistakes(text)[0] == which
    joined = force_from_text(f"{text} 2")["units"][2]["joins"]
    assert joined == "Levy Rifles 2"


def test_every_bad_line_is_named() -> None:
    bad = LIST.replace("| 160pts", "| 150pts").replace("Q4+ D3+\n", "Q3+ D3+\n")
    assert [one.partition(":")[0] for one in mistakes(bad)] == ["line 12", "line 16"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("6x Old hands(Furious)", "line 2: '6x Old hands(Furious)': of 5 models 1 to 5 can have it (RV-21.1)"),
        ("0x Furious", "line 2: '0x Furious': of 5 models 1 to 5 can have it (RV-21.1)"),
        ("2x Mounted", "line 2: '2x Mounted': all models of a unit are mounted, or none (RV-21.1)"),
        ("2x Old hands(Tough(3), Tough(6))", "line 2: Old hands has Tough with two numbers (RV-21.1)"),
    ],
)
def test_no_more_models_have_a_rule_than_there_are(rules: str, said: str) -> None:
    assert mistakes(f"++ Toll gang [500pts] ++\nKeepers [5] Q4+ D5+ | {rules}\n5x club (A2)\n")[0] == said


def test_what_word_processors_put_in_is_read_over() -> None:
    assert force_from_text("\ufeff" + LIST.replace("Old Levy", "Old\u00a0Levy")) == force_from_text(LIST)


@pytest.mark.parametrize("text", ["", "\n\n", "++ x ++", "++ A [500pts] ++"])
def test_next_to_nothing_is_no_list(text: str) -> None:
    with pytest.raises(SetupError):
        price_force(force_from_text(text))


def test_an_own_list_says_what_its_units_are() -> None:
    text = """++ Toll gang - spells of Tusk Bargain [500pts] ++
Toll Keepers [12] Q4+ D5+ | 1pts | Strider, 2x Old hands(Tough(3), Furious)
10x club (A2), 2x Blunderbuss (12", A2, Blast(2))
Raft [1] Q5+ D3+ | Tough(8), Transport(12)
2x hook (A1)
Hexer [1] Q4+ D5+ | Hero, Tough(3), Caster(1)
Goats [3] Q5+ D4+ | Fast, Mounted
3x horns (A1)
"""
    force = force_from_text(text)
    assert "army" not in force
    assert force["spells"] == "Tusk Bargain"
    keepers = force["units"][0]["own"]
    assert keepers["size"] == 12
    assert keepers["kits"] == [{"name": "Old hands", "rules": ["Tough(3)", "Furious"], "count": 2}]
    assert force["units"][3]["own"]["mounted"] is True
    assert force_from_text(force_text(force)) == force
    assert price_force(force).points > 100, "the formula's price, not the 1 that is written"


# ---- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(8))
def test_a_ready_army_is_written_and_read_back(number: int) -> None:
    force = ready_forces()[number]
    assert force_from_text(force_text(force)) == force


NAMES = st.text(st.characters(categories=["L"]), min_size=1, max_size=12).filter(str.isprintable)


def bought(entry: Entry) -> st.SearchStrategy[list[str]]:
    """Upgrades that an entry allows, in its order, with one size at most."""
    counts = st.tuples(*(st.integers(0, 0 if upgrade.size else upgrade.most) for upgrade in entry.upgrades))
    return counts.map(
        lambda many: [one.name for one, count in zip(entry.upgrades, many, strict=True) for _ in range(count)]
    )


@st.composite
def listed(draw: st.DrawFn) -> dict[str, Any]:
    """Three to six different units of one of our armies, with a name of their own or without."""
    army = draw(st.sampled_from(list(content().armies.values())))
    entries = draw(st.lists(st.sampled_from(list(army.units.values())), min_size=3, max_size=6, unique=True))
    units: list[dict[str, Any]] = []
    for entry in entries:
        unit: dict[str, Any] = {"unit": entry.name}
        if upgrades := draw(bought(entry)):
            unit["upgrades"] = upgrades
        if draw(st.booleans()):
            unit["name"] = f"{draw(NAMES)} {len(units)}"
        units.append(unit)
    return {"ruleset": "riverside", "name": draw(NAMES), "army": army.name, "points": 1000, "units": units}


MODEL_RULES = [
    "Furious",
    "Shooty",
    "Flying",
    "Fast",
    "Slow",
    "Strider",
    "Stealth",
    "Regeneration",
    "Tough(3)",
    "Impact(2)",
]
WEAPON_RULES = ["AP(1)", "AP(4)", "Blast(3)", "Rending", "Reliable", "Shock", "Take Down"]


@st.composite
def own_unit(draw: st.DrawFn, number: int) -> dict[str, Any]:
    size = draw(st.integers(1, 20))
    own: dict[str, Any] = {"size": size, "quality": draw(st.integers(2, 6)), "defense": draw(st.integers(2, 6))}
    weapons = []
    for which in range(draw(st.integers(0, 3))):
        weapon: dict[str, Any] = {"name": f"{draw(NAMES)} {which}"}
        if reach := draw(st.sampled_from([0, 12, 18.5, 24])):
            weapon["range"] = float(reach)
        if (attacks := draw(st.integers(1, 6))) > 1:
            weapon["attacks"] = attacks
        if rules := draw(st.lists(st.sampled_from(WEAPON_RULES), max_size=2, unique_by=lambda rule: rule[:2])):
            weapon["rules"] = rules
        if (count := draw(st.integers(0, 2 * size))) not in (0, size):
            weapon["count"] = count
        weapons.append(weapon)
    if weapons:
        own["weapons"] = weapons
    if rules := draw(st.lists(st.sampled_from(MODEL_RULES), max_size=3, unique=True)):
        own["rules"] = rules
    if size > 1 and draw(st.booleans()):
        own["kits"] = [{"name": draw(NAMES), "rules": ["Tough(6)", "Furious"], "count": draw(st.integers(1, size - 1))}]
    if draw(st.booleans()):
        own["mounted"] = True
    return {"unit": f"{draw(NAMES)} {number}", "own": own}


@st.composite
def own_list(draw: st.DrawFn) -> dict[str, Any]:
    units = [draw(own_unit(number)) for number in range(draw(st.integers(1, 4)))]
    return {"ruleset": "riverside", "name": f"{draw(NAMES)} {draw(NAMES)}", "points": 1000, "units": units}


@settings(max_examples=150, deadline=None)
@given(st.one_of(listed(), own_list()))
def test_what_is_written_reads_back(force: dict[str, Any]) -> None:
    try:
        text = force_text(force)
    except SetupError as error:
        assert error.clause in ("RV-21.36", "RV-21.37"), "too dear, or too few units"  # noqa: PT017
        return
    assert force_from_text(text) == force
    assert force_text(force_from_text(text)) == text
