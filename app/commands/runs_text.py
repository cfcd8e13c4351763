"""A run as a person reads it in a terminal: a table of its steps, then what went in and out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from agents.storage.records import mark_of
from app.terminal.plain_text import Emphasis, aligned, printable

if TYPE_CHECKING:
    from agents.storage.runs import Run

_HEAD: Final = ("#", "plan", "done by", "state", "took")
_LEFT: Final = (False, True, True, True, False)
_ROOM, _INSIDE, _PLAN = 110, 44, 44
_FIELDS, _ITEMS = 5, 4
_LONGEST: Final = 2_000


def lines_of(run: "Run") -> list[str]:
    """Return the lines; whatever agents wrote drives no terminal."""
    context = run.session.context
    head = f"{run.session_id}  {run.status}  {context['created_at']}"
    lines = [head, printable(_flat(context["user_query"])), "", *_table(run)]
    made = _Outputs(run.session.results)
    for number, record in enumerate(run.session.results, 1):
        lines += ["", f"[{number}] {_who(record)}"]
        lines += [f"    in   {one}" for one in _inputs(record["input"], made, number)]
        if record["error_message"]:
            lines.append(f"    why  {printable(_cut(record['error_message'], _ROOM))}")
        else:
            lines += [f"    out  {one}" for one in _fields(record["output"])]
    ended = run.session.ended
    if ended is not None and ended["final_response"]:
        lines += ["", *_response(ended["final_response"])]
    return lines


def _table(run: "Run") -> list[str]:
    session = run.session
    rows: list[Sequence[str]] = [_HEAD]
    found = list(enumerate(zip(session.results, session.details, strict=True), 1))
    for number, name in enumerate(session.context["current_plan"], 1):
        flat = _flat(name)
        short = flat if len(flat) <= _PLAN else f"{flat[: _PLAN - 1]}…"
        step = printable(f"{number}. {short}")
        done = [(at, *one) for at, one in found if one[0]["step"] == number]
        for at, record, detail in done:
            took = "" if detail["seconds"] is None else f"{detail['seconds']:.3f} s"
            rows.append((str(at), step, _who(record), record["status"], took))
        if not done:
            rows.append(("", step, "", "not done", ""))
    return aligned(rows, _LEFT)


class _Outputs:
    """Owns by what each output is known again, to name an input by the result that it came from."""

    def __init__(self, results: Sequence[Mapping[str, Any]]) -> None:
        self._marks = [mark_of(one["output"]) for one in results]

    def number(self, value: Any, before: int) -> int | None:
        """Return the newest result before one whose output a value is."""
        mark = mark_of(value)
        same = [at for at, known in enumerate(self._marks, 1) if known == mark and at < before]
        return same[-1] if mark is not None and same else None


def _inputs(given: Any, made: _Outputs, before: int) -> list[str]:
    if not isinstance(given, dict):
        return _fields(given)
    lines = []
    for key, value in given.items():
        parts = value if isinstance(value, list) else [value]
        numbers = [made.number(one, before) for one in parts]
        whole = made.number(value, before)
        named = [whole] if whole is not None else numbers
        if named and None not in named:
            of = ", ".join(map(str, named))
            said = f"the output of result {of}"
        else:
            said = _brief(value, _ROOM)
        lines.append(printable(f"{key}: {said}"))
    return lines


def _fields(value: Any) -> list[str]:
    """Return a value in a few lines: a line for each field of an object."""
    if not isinstance(value, dict) or _is_table(value):
        return [printable(_brief(value, _ROOM))]
    lines = [printable(f"{key}: {_brief(one, _ROOM)}") for key, one in value.items()]
    more = len(lines) - 2 * _FIELDS
    return lines if more <= 1 else [*lines[: 2 * _FIELDS], f"… {more} more fields"]


def _brief(value: Any, room: int) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case str():
            return _cut(value, room)
        case list():
            return _items(value, room)
        case dict() if _is_table(value):
            names = ", ".join(_cut(str(_name(one)), _INSIDE) for one in value["columns"])
            return _cut(f"a table of {len(value['rows']):,} rows: {names}", room)
        case dict():
            shown = [f"{key}: {_brief(one, _INSIDE)}" for key, one in value.items()][:_FIELDS]
            more = len(value) - len(shown)
            return _cut("; ".join(shown), room) + (f"; … {more} more" if more else "")
        case _:
            return str(value)


def _items(values: list[Any], room: int) -> str:
    if not values:
        return "none"
    shown = ", ".join(_brief(one, _INSIDE) for one in values[:_ITEMS])
    more = len(values) - _ITEMS
    return _cut(shown, room) + (f", … {more:,} more" if more > 0 else "")


def _is_table(value: dict[str, Any]) -> bool:
    return isinstance(value.get("columns"), list) and isinstance(value.get("rows"), list)


def _name(column: Any) -> Any:
    return column.get("label") or column.get("name", "") if isinstance(column, dict) else column


def _who(record: Mapping[str, Any]) -> str:
    return printable(f"{record['executor']} {record['action']}")


def _response(text: str) -> list[str]:
    emphasis = Emphasis(bold=False)
    lines = (emphasis.feed(text[:_LONGEST]) + emphasis.end()).splitlines()
    left = len(text) - _LONGEST
    return [*lines, f"… {left:,} more characters: --json has all"] if left > 0 else lines


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, room: int) -> str:
    """Return a text as one line, cut at its end; how long it was is said."""
    flat = _flat(text)
    return flat if len(flat) <= room else f"{flat[: room - 1]}… ({len(text):,} characters)"
