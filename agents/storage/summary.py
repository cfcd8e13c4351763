"""All results of a session in one text for a model, within a budget of characters."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.storage.records import Context, Result
from agents.storage.truncation import cut_middle

_LEAST_PIECE = 48


class _Step(NamedTuple):
    head: str
    pieces: tuple[tuple[str, str], ...]


def summarise(context: Context, results: Sequence[Result], budget: int) -> str:
    """Return the session's query, plan and results in at most `budget` code points.

    Every result is named. Long inputs and outputs share what room there is, each cut from its
    middle with a mark; only where not even the names fit are results in the middle left out, and
    that is marked too. Outputs stand indented behind bars: nothing in them reads as a heading.
    """
    top = _Step(
        f"Session {context['session_id'] or '-'}",
        (("query: ", context["user_query"]), ("plan: ", _plan(context))),
    )
    steps = [_step(number, result) for number, result in enumerate(results, 1)]
    skipped = 0
    while skipped < len(steps) and _least(top, steps, skipped) > budget:
        skipped += max(1, (len(steps) - skipped) // 8)
    skipped = min(skipped, len(steps))
    first = (len(steps) - skipped + 1) // 2
    shown = [top, *steps[:first], *steps[first + skipped :]]
    gap = _gap(first, skipped)
    room = budget - len(gap) - sum(_frame(step) for step in shown)
    shares = _shares([len(text) for step in shown for _, text in step.pieces], room)
    lines: list[str] = []
    piece = iter(shares)
    for index, step in enumerate(shown):
        if skipped and index == first + 1:
            lines.append(gap.rstrip("\n"))
        lines.append(step.head)
        lines += [name + cut_middle(text, max(1, next(piece))) for name, text in step.pieces]
    if skipped and first + 1 >= len(shown):
        lines.append(gap.rstrip("\n"))
    return cut_middle("\n".join(lines), budget)


def _plan(context: Context) -> str:
    at = context["current_step"]
    return " | ".join(
        f"{'>' if number == at else ' '}{number}. {name}".strip()
        for number, name in enumerate(context["current_plan"], 1)
    )


def _step(number: int, result: Result) -> _Step:
    head = (
        f"[{number}] {result['executor']} ({result['executor_type']}) "
        f"{result['action']}: {result['status']}"
    )
    pieces = [("  input: ", _text(result["input"]))]
    if result["error_message"]:
        pieces.append(("  error: ", result["error_message"]))
    pieces.append(("  output: ", _barred(_text(result["output"]))))
    return _Step(head, tuple(pieces))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _barred(text: str) -> str:
    lines = text.splitlines()
    return text if len(lines) < 2 else "\n" + "\n".join(f"  | {line}" for line in lines)


def _frame(step: _Step) -> int:
    return len(step.head) + 1 + sum(len(name) + 1 for name, _ in step.pieces)


def _least(top: _Step, steps: Sequence[_Step], skipped: int) -> int:
    first = (len(steps) - skipped + 1) // 2
    shown = [top, *steps[:first], *steps[first + skipped :]]
    pieces = sum(min(len(text), _LEAST_PIECE) for step in shown for _, text in step.pieces)
    return pieces + sum(_frame(step) for step in shown) + len(_gap(first, skipped))


def _gap(first: int, skipped: int) -> str:
    if not skipped:
        return ""
    return f"[… results {first + 1} to {first + skipped} left out: {skipped:,} of them …]\n"


def _shares(lengths: Sequence[int], room: int) -> list[int]:
    """Return how many characters each piece gets: short ones whole, the others alike."""
    shares = [0] * len(lengths)
    left = len(lengths)
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        shares[index] = min(lengths[index], max(0, room) // left)
        room -= shares[index]
        left -= 1
    return shares
