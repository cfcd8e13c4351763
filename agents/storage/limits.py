"""How large a session may grow: Temporal's limits (docs.temporal.io, system limits of Cloud)."""

from typing import Literal, NamedTuple

from app.errors import BadInput

KB, MB = 1024, 1024 * 1024


class Limits(NamedTuple):
    """Bytes of JSON of one output and of a session, and results of a session."""

    output_warns: int = 256 * KB
    output_most: int = 2 * MB
    session_warns: int = 10 * MB
    session_most: int = 50 * MB
    results_warn: int = 10_240
    results_most: int = 51_200


class LimitWarning(NamedTuple):
    """A limit that a result, by its number, came near: how much there is, and may be."""

    what: Literal["output", "session", "results"]
    result: int
    amount: int
    most: int


class TooLarge(BadInput):
    """A result over the limits; nothing of it was recorded."""

    key = "storage_limit"


def check(limits: Limits, *, output: int, session: int, results: int) -> None:
    """Raise `TooLarge` for an output, or a session with it, that is over its limit."""
    for what, amount, most, todo in (
        ("The output", output, limits.output_most, "Store it in a file and pass its path."),
        ("The session", session, limits.session_most, "Complete it and start another."),
        ("The session's results", results, limits.results_most, "Complete it and start another."),
    ):
        if amount > most:
            unit = "" if what.endswith("results") else " bytes"
            raise TooLarge(
                f"{what} would be {amount:,}{unit}, more than the {most:,} that may be. {todo}",
                result=results,
                amount=amount,
                most=most,
            )


def warnings(
    limits: Limits, *, output: int, before: int, after: int, results: int
) -> list[LimitWarning]:
    """Return what a result came near; of a session only the one that crosses its line tells."""
    found = []
    if output > limits.output_warns:
        found.append(LimitWarning("output", results, output, limits.output_most))
    if before <= limits.session_warns < after:
        found.append(LimitWarning("session", results, after, limits.session_most))
    if results == limits.results_warn + 1:
        found.append(LimitWarning("results", results, results, limits.results_most))
    return found
