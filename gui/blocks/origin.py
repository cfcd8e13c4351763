"""Where an answer comes from: the query, the data behind it, what warns of it."""

from dataclasses import dataclass
from typing import NamedTuple

from app.domain.answers import Answer
from app.domain.tasks import TaskState
from gui.blocks.result_data import read_result
from gui.texts.frames import frame_of
from gui.texts.plain import plain_signs

_MOST_SOURCES = 20


@dataclass(frozen=True, slots=True)
class Origin:
    """What is shown under "how was this computed"; everything is foreign text.

    `runs_sql` says that the query can be changed and run.
    """

    query: str = ""
    runs_sql: bool = False
    file: str = ""
    sha256: str = ""
    file_rows: int | None = None
    simulated: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.query or self.file or self.warnings)


def origin_of(answer: Answer) -> Origin:
    """Read the origin out of the artifacts `query` and `result`."""
    query = answer.artifact("query")
    result = answer.artifact("result")
    table = read_result(result.data) if result is not None else None
    return Origin(
        query=query.text if query is not None else "",
        runs_sql=frame_of(answer).get("runs_sql") is True,
        file=table.file if table is not None else "",
        sha256=table.sha256 if table is not None else "",
        file_rows=table.file_rows if table is not None else None,
        simulated=table is not None and table.simulated,
        warnings=table.warnings if table is not None else (),
    )


class Source(NamedTuple):
    """An earlier answer that one was put together from: its task, and its name as foreign text."""

    task_id: str
    name: str


def sources_of(answer: Answer) -> tuple[Source, ...]:
    """Return the earlier answers that a result says it is made of, in its order."""
    result = answer.artifact("result")
    held = result.data if result is not None else None
    told = held.get("sources") if isinstance(held, dict) else None
    found = []
    for one in told[:_MOST_SOURCES] if isinstance(told, list) else []:
        task, name = (one.get("task"), one.get("text")) if isinstance(one, dict) else ("", "")
        if isinstance(task, str) and isinstance(name, str) and task and name.strip():
            found.append(Source(task, " ".join(plain_signs(name).split())))
    return tuple(found)


def refused_sql(answer: Answer) -> bool:
    """Whether an answer only tells why a query that a person wrote was not run."""
    return answer.state is TaskState.REJECTED and frame_of(answer).get("runs_sql") is True


def ordered(answer: Answer) -> bool:
    """Whether an answer was asked for in an order of its own."""
    frame = frame_of(answer)
    query = frame.get("query")
    return bool((query if isinstance(query, dict) else frame).get("order"))


def understood_as(answer: Answer) -> str:
    """Return the question that an answer is of, as its agent understood it; "" where it is not
    said. What was pressed or said after an earlier question tells only what changed in that one.
    """
    said = frame_of(answer.own).get("sentence")
    return " ".join(plain_signs(said).split()) if isinstance(said, str) else ""
