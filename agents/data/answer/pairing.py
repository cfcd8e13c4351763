"""Which figures of earlier answers belong together: a row for each key that answers tell.

Answers of one figure about the same rows are one series: a whole beside its parts is a row like
these. Series are paired by the groups that they share, or where no answer has any by the rows that
each is about; what shares nothing stands beside these.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from agents.data.answer.earlier import (
    MOST_LINES,
    Earlier,
    Line,
    conditions_of,
    groups_of,
    order_of,
)
from agents.data.answer.result_wording import is_number

Series = tuple[str, str]
"""The first task of a series ("" of figures of several answers) and the figure that it tells."""
_Key = tuple[tuple[str, str], ...]


class Pairs(NamedTuple):
    """A row for each of `groups`, as they are called, and a column for each of the `series`; a cell
    that no answer has is missing. `label` is what the rows are told apart by.

    `told` are all figures of the series, those of rows that are left out as well. `parts` are
    figures of which no other stands in their row, each behind that of its whole. `rest` are the
    series of which nothing belongs to another.
    """

    label: str
    groups: tuple[str, ...]
    series: tuple[Series, ...]
    cells: Mapping[tuple[Series, str], Line]
    told: Mapping[Series, tuple[Line, ...]]
    parts: tuple[tuple[Line, Line], ...] = ()
    rest: tuple[Series, ...] = ()

    @property
    def one_figure(self) -> bool:
        """Whether all tell the same figure, so that they differ by something."""
        return len({of for _, of in self.told}) == 1

    def row(self, group: str) -> list[Line | None]:
        """Return the cells of a row, one for each of the series."""
        return [self.cells.get((one, group)) for one in self.series]

    def apart(self) -> list[tuple[Line, Line]]:
        """Return the two figures of each row that are farthest apart, the one that was told first
        before the other, and those of parts behind those of their wholes."""
        found = []
        for group in self.groups:
            told: dict[str, list[Line]] = {}
            for line in self.row(group):
                if line is not None and is_number(line.value):
                    told.setdefault(line.of, []).append(line)
            for held in told.values():
                low, high = (held.index(most(held, key=height)) for most in (min, max))
                if low == high:
                    high = len(held) - 1
                found += [(held[min(low, high)], held[max(low, high)])] if low != high else []
        return found + [pair for pair in self.parts if all(is_number(one.value) for one in pair)]


def pairs_of(
    answers: Sequence[Earlier], lines: Sequence[Line], scopes: Mapping[str, str], whole: str
) -> Pairs | None:
    """Return the figures of several answers by what they share; None where nothing of one belongs
    to anything of another. `scopes` tell the rows of the answers apart by their tasks, `whole` is
    what a row of no group is called."""
    if len({line.task_id for line in lines}) < 2:
        return None
    if not any(line.group for line in lines):
        return _by_rows(lines) if len({line.of for line in lines}) > 1 else None
    sources = {one.task_id: str(one.result.get("source", {}).get("sha256")) for one in answers}
    told = _series(lines, scopes, sources)
    if told is None:
        return None
    every = dict.fromkeys(key for held in told.values() for key in held)
    said = Counter((_key(line), line.of) for line in lines)
    shared = {key for key in every if sum(key in held for held in told.values()) > 1
              or max(said[key, of] for _, of in told) > 1}  # fmt: skip
    conditions = {one.task_id: conditions_of(one) for one in answers}
    parts = [
        (behind, line)
        for held in told.values() for key, line in held.items()
        if key not in shared
        and (behind := _whole(line, held.values(), lines, conditions, sources)) is not None
    ]  # fmt: skip
    paired = {(line.task_id, line.of) for part in parts for line in part}
    rest = tuple(
        one for one, held in told.items()
        if not shared & held.keys()
        and not any((line.task_id, line.of) in paired for line in held.values())
    )  # fmt: skip
    if len(rest) == len(told):
        return None
    rows = _rows(answers, told, every, rest, whole)
    if len({*rows.values()}) < len(rows):
        return None
    # Of more than can be told at once those come first that several have, or that have a part.
    most = MOST_LINES // min(2, len(told))
    shared |= {_key(line) for pair in parts for line in pair}
    first = sorted(rows, key=lambda key: key not in shared and bool(key))[:most]
    rows = {key: name for key, name in rows.items() if key in first}
    cells = {
        (one, group): held[key]
        for one, held in told.items() for key, group in rows.items() if key in held
    }  # fmt: skip
    kept = {id(line) for line in cells.values()}
    return Pairs(
        _label(answers, rows),
        tuple(rows.values()),
        tuple(one for one in told if any((one, group) in cells for group in rows.values())),
        cells,
        {one: tuple(held.values()) for one, held in told.items()},
        tuple(pair for pair in parts if all(id(one) in kept for one in pair)),
        rest,
    )


def names_of(
    pairs: Pairs, answers: Sequence[Earlier], scopes: Mapping[str, str], whole: str
) -> dict[Series, str]:
    """Return what the series are called, so that each is told from the others: by the rows that
    they are of (`whole` are all), by their figures where these differ, else by their sentences."""
    sentences = {one.task_id: str(one.frame.get("sentence") or "") for one in answers}
    figures = Counter(of for _, of in pairs.told)
    found: dict[Series, str] = {}
    for task, of in pairs.told:
        several = len({line.task_id for line in pairs.told[task, of]}) > 1
        scope = scopes.get(task, "") or (whole if several else "")
        alone = figures[of] == 1
        parts = [of] if alone else [scope] if pairs.one_figure else [of, scope]
        found[task, of] = ", ".join(parts) if alone or scope else sentences[task] or of
    said = Counter(found.values())
    found = {one: sentences.get(one[0]) or name if said[name] > 1 else name
             for one, name in found.items()}  # fmt: skip
    said, so_far = Counter(found.values()), Counter[str]()
    for one, name in found.items():
        so_far[name] += 1
        found[one] = f"{name} ({so_far[name]})" if said[name] > 1 else name
    return found


def _by_rows(lines: Sequence[Line]) -> Pairs | None:
    """Return different figures by the rows that they are about."""
    cells = {(("", line.of), line.about): line for line in lines}
    if len(cells) < len(lines):
        return None
    series = tuple(dict.fromkeys(one for one, _ in cells))
    groups = tuple(dict.fromkeys(line.about for line in lines))
    told = {one: tuple(cells[at] for at in cells if at[0] == one) for one in series}
    pairs = Pairs("", groups[: max(2, MOST_LINES // len(series))], series, cells, told)
    shared = any(len(list(filter(None, pairs.row(group)))) > 1 for group in groups)
    return pairs if len(groups) > 1 and shared else None


def _series(
    lines: Sequence[Line], scopes: Mapping[str, str], sources: Mapping[str, str]
) -> dict[Series, dict[_Key, Line]] | None:
    """Return the figures of each series by their keys: an answer that is a whole of another, of
    the same rows, or a part of it, goes on with its series, also where it says the same again.
    None where keys tell nothing apart."""
    held: dict[Series, dict[_Key, Line]] = {}
    for line in lines:
        known = held.setdefault((line.task_id, line.of), {})
        if _key(line) in known:
            return None
        known[_key(line)] = line
    found: dict[Series, dict[_Key, Line]] = {}
    for (task, of), own in held.items():
        names = _names(next(iter(own)))
        at = next(
            (one for one, known in found.items()
             if one[1] == of and scopes[one[0]] == scopes[task] and sources[one[0]] == sources[task]
             and all(own[key].value == known[key].value for key in own.keys() & known.keys())
             and any(names <= _names(key) or _names(key) <= names for key in known)),
            (task, of),
        )  # fmt: skip
        first = found.get(at, {})
        found[at] = first | own | first
    return found


def _whole(
    part: Line, own: Iterable[Line], lines: Sequence[Line],
    conditions: Mapping[str, frozenset[str]], sources: Mapping[str, str],
) -> Line | None:  # fmt: skip
    """Return the figure of the least whole of which a figure tells a part, of its own series where
    that has one."""
    for held in (own, lines):
        wholes = [
            one for one in held
            if one.of == part.of and {*_key(one)} < {*_key(part)}
            and conditions[one.task_id] <= conditions[part.task_id]
            and sources[one.task_id] == sources[part.task_id]
        ]  # fmt: skip
        if wholes:
            return max(wholes, key=lambda one: (len(one.keys), len(conditions[one.task_id])))
    return None


def _rows(
    answers: Sequence[Earlier], told: Mapping[Series, Mapping[_Key, Line]], every: Iterable[_Key],
    rest: Sequence[Series], whole: str,
) -> dict[_Key, str]:  # fmt: skip
    """Return what the rows are called in their order: those of a whole before those of its parts,
    and of what belongs to nothing last."""
    paired = {_names(key) for one, held in told.items() if one not in rest for key in held}
    blocks = sorted(
        dict.fromkeys(map(_names, every)), key=lambda one: (one not in paired, len(one))
    )
    rows: dict[_Key, str] = {}
    for names in blocks:
        held = [[(key, line) for key, line in one.items() if _names(key) == names]
                for one in told.values()]  # fmt: skip
        tasks = {line.task_id for one in held for _, line in one}
        block = _ordered(held, answers, tasks)
        said = {*rows.values()}
        label = _label(answers, block)
        for key, group in block.items():
            rows[key] = f"{group}, {label}" if group in said else group or whole
    return rows


def _label(answers: Sequence[Earlier], rows: Iterable[_Key]) -> str:
    """Return by what rows are told apart: the labels of the finest groups, "" where these are not
    those of all."""
    blocks = {_names(key) for key in rows}
    finest = max(blocks, key=len)
    if any(not one <= finest for one in blocks):
        return ""
    held = (groups_of(one) for one in answers)
    return next(
        (
            ", ".join(label for _, label in one)
            for one in held
            if {name for name, _ in one} == finest
        ),
        "",
    )


def _key(line: Line) -> _Key:
    return tuple(sorted((name, str(cell)) for name, cell in line.keys))


def _names(key: _Key) -> frozenset[str]:
    return frozenset(name for name, _ in key)


def _ordered(
    held: Sequence[Sequence[tuple[_Key, Line]]], answers: Sequence[Earlier], tasks: set[str]
) -> dict[_Key, str]:
    """Return the groups of some series in their order, as they are called."""
    first: dict[_Key, Line] = {}
    for series in held:
        for key, line in series:
            known = first.get(key)
            if known is None or (not is_number(known.value) and is_number(line.value)):
                first[key] = line
    orders = {order_of(one) for one in answers if one.task_id in tasks}
    lines = list(first.items())
    if orders == {"figure"}:
        lines = sorted(lines, key=lambda one: by_figure(one[1]))
    elif "rows" not in orders:
        lines = sorted(lines, key=lambda one: [_rank(cell) for _, cell in one[1].keys])
    return {key: line.group for key, line in lines}


def by_figure(line: Line) -> tuple[bool, float]:
    """Return what sorts figures, the highest first and what is none last."""
    return not is_number(line.value), -height(line) if is_number(line.value) else 0.0


def height(line: Line) -> float:
    """Return a figure as a number, 0 of none."""
    return float(line.value or 0)


def _rank(cell: object) -> tuple[bool, float, str]:
    number = float(cell) if isinstance(cell, int | float) else 0.0
    return cell is None, number, "" if isinstance(cell, int | float) else str(cell)
