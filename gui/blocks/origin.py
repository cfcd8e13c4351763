"""Where an answer comes from: how the question was understood, the query, the data behind it."""

from dataclasses import dataclass

from pydantic import JsonValue

from app.domain.answers import Answer
from gui.blocks.result_data import read_result

_LONGEST, _MOST = 60, 3  # letters of what a button says, and buttons
_LISTS = ("kept", "added", "removed")
_SHOWN_VALUES = ("measure", "group_by", "period", "order", "limit", "mirror", "having")


@dataclass(frozen=True, slots=True)
class Origin:
    """What is shown under "how was this computed"; everything is foreign text."""

    chips: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    query: str = ""
    file: str = ""
    sha256: str = ""
    file_rows: int | None = None
    simulated: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.chips or self.assumptions or self.query or self.file or self.warnings)


def origin_of(answer: Answer) -> Origin:
    """Read the origin out of the artifacts `frame`, `query` and `result`."""
    frame, query = answer.artifact("frame"), answer.artifact("query")
    result = answer.artifact("result")
    table = read_result(result.data) if result is not None else None
    data = frame.data if frame is not None else None
    fields = data if isinstance(data, dict) else {}
    return Origin(
        chips=_chips(fields),
        assumptions=_texts(fields.get("assumptions")),
        query=query.text if query is not None else "",
        file=table.file if table is not None else "",
        sha256=table.sha256 if table is not None else "",
        file_rows=table.file_rows if table is not None else None,
        simulated=table is not None and table.simulated,
        warnings=table.warnings if table is not None else (),
    )


def ordered(answer: Answer) -> bool:
    """Whether an answer was asked for in an order of its own."""
    frame = answer.artifact("frame")
    data = frame.data if frame is not None else None
    if not isinstance(data, dict):
        return False
    query = data.get("query")
    return bool((query if isinstance(query, dict) else data).get("order"))


def without_assumptions(answer: Answer) -> tuple[str, ...]:
    """Return what a person may say to have each assumption of an answer taken away.

    It is foreign text that a button shows and sends as it stands: one short line, or nothing.
    """
    frame = answer.artifact("frame")
    data = frame.data if frame is not None else None
    assumed = data.get("assumptions") if isinstance(data, dict) else None
    if not isinstance(assumed, list):
        return ()
    said = (one.get("without") for one in assumed if isinstance(one, dict))
    short = (text for text in said if isinstance(text, str) and 0 < len(text) <= _LONGEST)
    return tuple(dict.fromkeys(text for text in short if text.isprintable()))[:_MOST]


def _chips(frame: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return the frame in short pieces: the agent's own labels, else its plain values."""
    for key in ("chips", "labels"):
        labels = _texts(frame.get(key))
        if labels:
            return labels
    found = []
    for key in _SHOWN_VALUES:
        text = _plain(frame.get(key))
        if text and text != "auto":
            found.append(f"{key.replace('_', ' ')}: {text}")
    filters = frame.get("filters")
    for item in filters if isinstance(filters, list) else []:
        if isinstance(item, dict):
            sign = "≠" if item.get("exclude") is True else "="
            found.append(f"{item.get('dimension', '')} {sign} {_plain(item.get('values'))}")
    for key in _LISTS:
        found += [f"{key}: {text}" for text in _texts(frame.get(key))]
    return tuple(found)


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, (_plain(item) for item in value)))
    if isinstance(value, dict):
        return str(value.get("label") or value.get("text") or value.get("name") or "")
    return "" if value is None else str(value)


def _texts(value: JsonValue) -> tuple[str, ...]:
    if isinstance(value, dict):
        pairs = ((key, _plain(item)) for key, item in value.items())
        return tuple(f"{key}: {text}" for key, text in pairs if text)
    if not isinstance(value, list):
        return ()
    return tuple(filter(None, (_plain(item) for item in value)))
