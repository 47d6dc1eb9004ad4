"""Army lists as people write them, in the notation of the book's players:

    ++ Levy 500 - Lockgate Levy [500pts] ++

    Warden Captain [1] Q4+ D4+ | 55pts | Tough(3), Hero, Volley Caller(Extra Shooty)
    pistol (12", A1), sabre (A3)
    Joined to: Levy Rifles

Each unit has a head line, then its weapons, then whom it joins or what it rides in. A list of one of our armies buys
entries and upgrades; any other is of its writer's own units. A mistake names its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import Mistakes, SetupError, SetupErrors, near, shown
from sandtable.engine.names import check_name, unique_names
from sandtable.rulesets.riverside.content import Army, Content, Entry, Kit, ListedUnit, OwnUnit, OwnWeapon, Upgrade
from sandtable.rulesets.riverside.muster import enlisted, entry_cost, entry_models, own_models
from sandtable.rulesets.riverside.profiles import Weapon, read_rule, read_weapon, written

TITLE = re.compile(r"\+\+\s*(?P<title>.*?)\s*\[\s*(?:[A-Za-z]+\s+)?(?P<points>\d{1,5})\s*pts\s*\]\s*\+\+")
HEAD = re.compile(
    r"(?P<name>[^\[\]|]+?)\s*\[(?P<size>\d{1,3})\]\s*[-|]?\s*"
    r"Q(?:ua(?:lity)?)?\s*(?P<quality>\d)\+?\s*[,/|]?\s*D(?:ef(?:en[sc]e)?)?\s*(?P<defense>\d)\+?\s*"
    r"(?:\|\s*(?P<points>\d{1,5})\s*pts\s*)?(?:\|\s*(?P<rules>.*))?"
)
CALLED = re.compile(r"(?P<name>.+?)\s*\((?P<unit>[^()]+)\)")
"""A unit with a name of its own: First Rifles (Levy Rifles)."""
COUNTED = re.compile(r"(?:(?P<count>\d{1,3})x\s+)?(?P<what>.+)")
COUNT = re.compile(r"\d+x\s")
CARRIED = re.compile(r"(?P<name>[^()]+?)\s*\((?P<profile>.*)\)")
RANGE = re.compile(r"(?P<inches>\d{1,3}(?:\.\d{1,3})?)\s*(?:\"|”|″|''|in)")
ATTACKS = re.compile(r"A(?P<attacks>\d{1,2})")
JOINS, RIDES = "joined to:", "rides in:"
SPELLS = "spells of "
MARKS = "()[]|,:"
"""They mean something in a list, so no name has them."""


class WrittenList(Struct, frozen=True):
    """What a text says. Without an `army` every unit is the writer's own."""

    name: str
    army: str
    spells: str
    points: int
    units: tuple[ListedUnit, ...]


class _Block(Struct):
    """The lines of one unit."""

    line: int
    head: str
    rest: list[tuple[int, str]]


class _Profile(Struct, frozen=True):
    """What the lines of one unit say it is, whatever list it is of."""

    name: str
    unit: str
    points: int | None
    own: OwnUnit


# ---- reading --------------------------------------------------------------------------------------


def read_list(found: Content, text: str) -> WrittenList:
    """Reads a list; every mistake that can be found in one go."""
    plain = text.removeprefix("\ufeff").replace("\u00a0", " ")  # what word processors put into a text
    lines = [(number, line.strip()) for number, line in enumerate(plain.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or not (title := TITLE.fullmatch(lines[0][1])):
        wanted = "++ My army - Lockgate Levy [500pts] ++"
        raise SetupError(f"line 1: a list begins with its title, as in {wanted}", "RV-21.36")
    with _At(lines[0][0]):
        name, army, spells = _titled(found, title["title"])
    mistakes = Mistakes()
    units: list[ListedUnit] = []
    blocks = list(_blocks(lines[1:]))
    for block in blocks:
        with mistakes:
            units.append(_read_unit(found, army, block))
    mistakes.tell()
    _check_company(blocks, units)
    return WrittenList(name, army.name if army else "", spells, int(title["points"]), tuple(units))


class _At:
    """Puts the number of the line before a mistake."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SetupError) and not error.reason.startswith("line "):
            first = error.errors[0] if isinstance(error, SetupErrors) else error
            raise SetupError(f"line {self.line}: {first.reason}", first.clause) from error


def _titled(found: Content, title: str) -> tuple[str, Army | None, str]:
    """'Name - Army', 'Name - spells of Army' or a name alone."""
    name, dash, last = title.rpartition(" - ")
    if last.casefold().startswith(SPELLS):
        army = _army(found, last[len(SPELLS) :])
        if army is None:
            raise SetupError(f"there is no army {shown(last[len(SPELLS) :])}", "RV-21.14")
        return name, None, army.name
    army = _army(found, last)
    if army is None and (meant := near(last, list(found.armies))):
        raise SetupError(f"there is no army {shown(last)}{meant}", "RV-21.37")
    if army is None:
        return title, None, ""
    return name if dash else army.name, army, ""


def _army(found: Content, name: str) -> Army | None:
    wanted = name.strip().casefold()
    return next((army for army in found.armies.values() if army.name.casefold() == wanted), None)


def _blocks(lines: Sequence[tuple[int, str]]) -> Iterator[_Block]:
    """A head line begins a unit; the lines up to the next one are its."""
    block: _Block | None = None
    for number, line in lines:
        if HEAD.fullmatch(line):
            if block:
                yield block
            block = _Block(number, line, [])
        elif block:
            block.rest.append((number, line))
        else:
            wanted = "Levy Rifles [10] Q5+ D5+ | 100pts"
            raise SetupError(f"line {number}: a unit begins with name, size, Quality and Defense: {wanted}", "RV-21.1")
    if block:
        yield block


def _read_unit(found: Content, army: Army | None, block: _Block) -> ListedUnit:
    joins = rides = ""
    carried: list[tuple[int, str]] = []
    for number, line in block.rest:
        if line.casefold().startswith(JOINS):
            joins = _one_unit(number, line, JOINS, joins, "RV-21.5")
        elif line.casefold().startswith(RIDES):
            rides = _one_unit(number, line, RIDES, rides, "RV-21.20")
        elif CARRIED.match(line):
            carried.append((number, line))
        else:
            raise SetupError(f"line {number}: {shown(line)} is neither a unit nor weapons of one", "RV-21.1")
    said = _profile(found, block, carried)
    with _At(block.line):
        listed = _entry(found, army, said) if army else _own(found, said)
        check_writable(listed)
    return replace(listed, joins=joins, rides=rides)


def _one_unit(number: int, line: str, start: str, before: str, clause: str) -> str:
    """The unit that a line names: whom it joins, what it rides in."""
    named = line[len(start) :].strip()
    if before or not named:
        wrong = f"it has said {before} already" if before else "it names no unit"
        raise SetupError(f"line {number}: {shown(line)}: {wrong}", clause)
    return named


def _check_company(blocks: Sequence[_Block], units: Sequence[ListedUnit]) -> None:
    """Whoever is joined or ridden in is in the list."""
    mistakes = Mistakes()
    names = {name.casefold(): name for name in unique_names((unit.name or unit.unit for unit in units), "units")}
    for block, unit in zip(blocks, units, strict=True):
        for wanted, start, clause in ((unit.joins, JOINS, "RV-21.5"), (unit.rides, RIDES, "RV-21.20")):
            if wanted and wanted.casefold() not in names:
                line = next(number for number, text in block.rest if text.casefold().startswith(start))
                alike = [name for key, name in names.items() if key.rpartition(" ")[0] == wanted.casefold()]
                which = f"; say which: {', '.join(alike)}" if alike else near(wanted, list(names.values()))
                with mistakes:
                    raise SetupError(f"line {line}: the list has no unit {shown(wanted)}{which}", clause)
    mistakes.tell()


def _profile(found: Content, block: _Block, carried: Sequence[tuple[int, str]]) -> _Profile:
    head = HEAD.fullmatch(block.head)
    assert head is not None, "a block begins with a head"
    with _At(block.line):
        name, unit = _names(head["name"])
        rules, kits, mounted = _rules(found, unit, head["rules"] or "", int(head["size"]))
    weapons: list[OwnWeapon] = []
    for number, line in carried:
        with _At(number):
            weapons += [_weapon(found, part) for part in parts(line)]
    own = OwnUnit(int(head["size"]), int(head["quality"]), int(head["defense"]), tuple(weapons), rules, kits, mounted)
    return _Profile(name, unit, int(head["points"]) if head["points"] else None, own)


def _names(text: str) -> tuple[str, str]:
    called = CALLED.fullmatch(text)
    return (called["name"], called["unit"].strip()) if called else ("", text)


def check_writable(listed: ListedUnit) -> None:
    """Whatever a list names can be written down and read again."""
    own = listed.own
    inside = [*(one.name for one in own.weapons), *(kit.name for kit in own.kits)] if own is not None else []
    for name in [listed.name or listed.unit, listed.unit, *inside]:
        check_name(name)
        if any(mark in name for mark in MARKS) or COUNT.match(name):
            raise SetupError(f"{shown(name)}: a name has none of {' '.join(MARKS)} and begins with no count", "RV-21.1")


def _rules(found: Content, unit: str, text: str, size: int) -> tuple[tuple[str, ...], tuple[Kit, ...], bool]:
    """Plain rules, and rules in brackets under a name of their own: Volley Caller(Extra Shooty), 1x Brute(Tough(3))."""
    rules: list[str] = []
    kits: list[Kit] = []
    mounted = False
    for part in parts(text):
        counted = COUNTED.fullmatch(part)
        assert counted is not None, "a part has some text"
        what, count = counted["what"], int(counted["count"] or 0)
        inside = CARRIED.fullmatch(what)
        if counted["count"] and not 1 <= count <= size:
            raise SetupError(f"{shown(part)}: of {size} models 1 to {size} can have it", "RV-21.1")
        if what.casefold() == "mounted":
            if count and count != size:
                raise SetupError(f"{shown(part)}: all models of a unit are mounted, or none", "RV-21.1")
            mounted = True
        elif inside and not inside["profile"].isdigit():
            given = tuple(_model_rule(found, unit, rule) for rule in parts(inside["profile"]))
            _check_numbers(inside["name"], given)
            kits.append(Kit(inside["name"], given, 0 if count == size else count))
        elif count and count != size:
            rule = _model_rule(found, unit, what)
            kits.append(Kit(rule, (rule,), count))
        else:
            rules.append(_model_rule(found, unit, what))
    _check_numbers(unit, rules)
    return tuple(rules), tuple(kits), mounted


def _check_numbers(who: str, rules: Sequence[str]) -> None:
    """No rule has two numbers."""
    many = Counter(rule.partition("(")[0] for rule in dict.fromkeys(rules))
    if twice := next((rule for rule, numbers in many.items() if numbers > 1), ""):
        raise SetupError(f"{who} has {twice} with two numbers", "RV-21.1")


def _model_rule(found: Content, unit: str, text: str) -> str:
    return written(*read_rule(unit, text, found.rules, "model"))


def _weapon(found: Content, text: str) -> OwnWeapon:
    counted = COUNTED.fullmatch(text)
    carried = CARRIED.fullmatch(counted["what"]) if counted else None
    if counted is None or carried is None:
        raise SetupError(f'{shown(text)} is no weapon; write it as 2x rifle (24", A1)', "RV-21.1")
    if counted["count"] and not int(counted["count"]):
        raise SetupError(f"{shown(text)}: nobody carries it; leave it out", "RV-21.1")
    reaches: list[float] = []
    attacks: list[int] = []
    rules: list[str] = []
    for part in parts(carried["profile"]):
        if found_range := RANGE.fullmatch(part):
            reaches.append(float(found_range["inches"]))
        elif found_attacks := ATTACKS.fullmatch(part):
            attacks.append(int(found_attacks["attacks"]))
        elif part.casefold() == "melee":
            reaches.append(0.0)
        else:
            rules.append(part)
    if not any(attacks):
        raise SetupError(f"{carried['name']} does not say how many attacks it has, as in A1", "RV-21.1")
    if len(attacks) > 1 or len(reaches) > 1:
        raise SetupError(f"{carried['name']} has one range and one number of attacks", "RV-21.1")
    reach = reaches[0] if reaches else 0.0
    weapon = read_weapon(Weapon(carried["name"], reach, attacks[0], tuple(rules)), found.rules)
    _check_numbers(weapon.name, weapon.rules)
    found_weapon = OwnWeapon(weapon.name, attacks=weapon.attacks, rules=weapon.rules, count=int(counted["count"] or 0))
    return replace(found_weapon, range=weapon.range) if weapon.range else found_weapon


def parts(text: str) -> list[str]:
    """What stands between commas, those inside brackets left alone."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            found.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*found, text[start:]] if part.strip()]


def _own(found: Content, said: _Profile) -> ListedUnit:
    own_models(found, said.own, said.unit)
    weapons = tuple(replace(one, count=0 if one.count == said.own.size else one.count) for one in said.own.weapons)
    return ListedUnit(said.unit, name=said.name, own=replace(said.own, weapons=weapons))


# ---- entries of our armies ------------------------------------------------------------------------


def _entry(found: Content, army: Army, said: _Profile) -> ListedUnit:
    """The entry and the upgrades that give this profile."""
    entry = next((one for one in army.units.values() if one.name.casefold() == said.unit.casefold()), None)
    if entry is None:
        meant = near(said.unit, list(army.units))
        raise SetupError(f"the {army.name} has no unit {shown(said.unit)}{meant}", "RV-21.37")
    _check_difficulties(army, entry, said.own)
    upgrades = next((bought for bought in _purchases(entry) if _alike(found, entry, bought, said.own)), None)
    if upgrades is None:
        raise SetupError(f"no upgrades of {entry.name} make it so; plain it is {_plain(found, entry)}", "RV-21.36")
    cost = entry_cost(entry, upgrades)
    if said.points is not None and said.points != cost:
        raise SetupError(f"{entry.name} so equipped costs {cost} points, not {said.points}", "RV-21.36")
    return ListedUnit(entry.name, upgrades, said.name)


def _check_difficulties(army: Army, entry: Entry, own: OwnUnit) -> None:
    for what, has, wanted in (("Quality", own.quality, entry.quality), ("Defense", own.defense, entry.defense)):
        if has != wanted:
            raise SetupError(f"{entry.name} of the {army.name} has {what} {wanted}+, not {has}+", "RV-21.37")


def _purchases(entry: Entry) -> Iterator[tuple[str, ...]]:
    """Every choice of upgrades that the entry allows, in the entry's order."""
    for counts in product(*(range(upgrade.most + 1) for upgrade in entry.upgrades)):
        if sum(bool(upgrade.size) and count for upgrade, count in zip(entry.upgrades, counts, strict=True)) <= 1:
            yield tuple(
                upgrade.name for upgrade, count in zip(entry.upgrades, counts, strict=True) for _ in range(count)
            )


def _alike(found: Content, entry: Entry, upgrades: tuple[str, ...], own: OwnUnit) -> bool:
    """Is an entry with these upgrades what the lines say? Weapons and rules are compared whatever their order."""
    bought = as_own(found, entry, upgrades)
    return (own.size, _counted(own)) == (bought.size, _counted(bought)) and own.mounted <= bought.mounted


def _counted(own: OwnUnit) -> tuple[Counter[object], Counter[object]]:
    weapons: Counter[object] = Counter()
    for one in own.weapons:
        profile = (one.name.casefold(), one.range, one.attacks, tuple(sorted(one.rules)))
        weapons[profile] += one.count or own.size
    rules: Counter[object] = Counter(own.rules)
    rules.update((kit.name.casefold(), kit.rules, kit.count or own.size) for kit in own.kits)
    return weapons, rules


def as_own(found: Content, entry: Entry, upgrades: Sequence[str]) -> OwnUnit:
    """An entry with its upgrades, written out."""
    models = entry_models(found, entry, upgrades)
    carried = Counter(weapon for model in models for weapon in model.weapons)
    weapons = tuple(
        OwnWeapon(one.name, one.range, one.attacks, one.rules, 0 if count == len(models) else count)
        for one, count in carried.items()
    )
    bought = Counter(name for name in upgrades)
    rules = list(entry.rules)
    kits: list[Kit] = []
    for upgrade in entry.upgrades:
        if upgrade.rules and bought[upgrade.name]:
            _written_out(upgrade, 0 if upgrade.all or len(models) == 1 else bought[upgrade.name], rules, kits)
    return OwnUnit(len(models), entry.quality, entry.defense, weapons, tuple(rules), tuple(kits), entry.mounted)


def _written_out(upgrade: Upgrade, count: int, rules: list[str], kits: list[Kit]) -> None:
    """An upgrade that is called like its rule is that rule."""
    if upgrade.rules == (upgrade.name,) and not count:
        rules.append(upgrade.name)
    else:
        kits.append(Kit(upgrade.name, upgrade.rules, count))


def _plain(found: Content, entry: Entry) -> str:
    own = as_own(found, entry, ())
    return f"{_head(entry.name, own, entry.points)}: {_carried(own)}"


# ---- writing --------------------------------------------------------------------------------------


def write_list(found: Content, name: str, army: str, spells: str, points: int, units: Sequence[ListedUnit]) -> str:
    """The list as text; reading it gives the same list again."""
    ending = f" - {army}" if army else f" - {SPELLS}{spells}" if spells else ""
    lines = [f"++ {name}{ending} [{points}pts] ++"]
    for listed in units:
        lines += ["", *_unit_lines(found, found.armies.get(army), listed)]
    return "\n".join(lines) + "\n"


def _unit_lines(found: Content, army: Army | None, listed: ListedUnit) -> Iterator[str]:
    own = listed.own
    if own is None:
        assert army is not None, "the list was checked"
        own = as_own(found, army.units[listed.unit], listed.upgrades)
    called = f"{listed.name} ({listed.unit})" if listed.name else listed.unit
    yield _head(called, own, enlisted(found, army, listed, listed.unit)[1])
    if own.weapons:
        yield _carried(own)
    if listed.joins:
        yield f"Joined to: {listed.joins}"
    if listed.rides:
        yield f"Rides in: {listed.rides}"


def _head(name: str, own: OwnUnit, points: int) -> str:
    rules = [*own.rules, *(_kit(kit) for kit in own.kits), *(["Mounted"] if own.mounted else [])]
    ending = f" | {', '.join(rules)}" if rules else ""
    return f"{name} [{own.size}] Q{own.quality}+ D{own.defense}+ | {points}pts{ending}"


def _kit(kit: Kit) -> str:
    many = f"{kit.count}x " if kit.count else ""
    return f"{many}{kit.name}({', '.join(kit.rules)})"


def _carried(own: OwnUnit) -> str:
    return ", ".join(_weapon_text(one, own.size) for one in own.weapons)


def _weapon_text(one: OwnWeapon, size: int) -> str:
    count = one.count or size
    many = f"{count}x " if count > 1 or size > 1 else ""
    reach = [f'{one.range:g}"'] if one.range else []
    return f"{many}{one.name} ({', '.join([*reach, f'A{one.attacks}', *one.rules])})"
