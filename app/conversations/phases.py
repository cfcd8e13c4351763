"""The phase of an answer is what the conversation list counts and recovery looks for."""

from enum import StrEnum

from app.domain.answers import Answer


class Phase(StrEnum):
    """Where an answer stands, seen from the person who waits for it."""

    RUNNING = "running"
    WAITING = "waiting"
    ANSWERED = "answered"
    ENDED = "ended"


OPEN_PHASES = (Phase.RUNNING, Phase.WAITING)


def phase_of(answer: Answer) -> Phase:
    """Return the phase: a terminal state ends it, an answered question is no longer open."""
    if answer.state.terminal:
        return Phase.ENDED
    if answer.answered_by is not None:
        return Phase.ANSWERED
    return Phase.WAITING if answer.state.interrupted else Phase.RUNNING
