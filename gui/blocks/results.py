"""The blocks of an answer beside its words: table, chart, files and where they come from."""

from app.domain.answers import Answer
from app.domain.messages import FilePart
from app.domain.tasks import Artifact
from gui.blocks.assemble import (
    Recipe,
    actions_recipe,
    header_recipe,
    is_chart,
    is_table,
    notice_recipe,
    question_recipe,
)
from gui.blocks.base import Block, Order
from gui.blocks.chart import chart_or_note
from gui.blocks.computed import ComputedBlock
from gui.blocks.files import FilesBlock
from gui.blocks.note import NoteBlock
from gui.blocks.origin import origin_of
from gui.blocks.result_data import ResultTable, read_result
from gui.blocks.style import Style
from gui.blocks.table import TableBlock


def answer_recipes(answer: Answer, style: Style, *, expanded: bool) -> list[Recipe]:
    """Return the blocks of an answer, its prose apart; `expanded` shows how it was computed."""
    found = [
        header_recipe(answer, style),
        notice_recipe(answer, style),
        question_recipe(answer, style),
        _table_recipe(answer, style),
        _chart_recipe(answer, style),
        _files_recipe(answer, style),
        _computed_recipe(answer, style, expanded),
        actions_recipe(answer, style),
    ]
    return [recipe for recipe in found if recipe is not None]


def result_of(answer: Answer) -> ResultTable | None:
    """Return the newest result table of an answer, as it came."""
    artifact = _newest_table(answer)
    return read_result(artifact.data) if artifact is not None else None


def files_of(answer: Answer) -> tuple[FilePart, ...]:
    """Return the files of an answer, in the order that `save_file:N` counts them."""
    parts = [part for artifact in answer.artifacts for part in artifact.parts]
    parts += [part for message in answer.replies for part in message.parts]
    return tuple(part for part in parts if isinstance(part, FilePart))


def _newest_table(answer: Answer) -> Artifact | None:
    return next((a for a in reversed(answer.artifacts) if is_table(a)), None)


def _table_recipe(answer: Answer, style: Style) -> Recipe | None:
    artifact = _newest_table(answer)
    if artifact is None:
        return None

    def make() -> Block:
        table = read_result(artifact.data)
        assert table is not None, "is_table has looked"
        return TableBlock(table, style)

    return Recipe(Order.TABLE, _Same(artifact), make)


def _chart_recipe(answer: Answer, style: Style) -> Recipe | None:
    artifact = next((a for a in reversed(answer.artifacts) if is_chart(a)), None)
    if artifact is None:
        return None

    def make() -> Block:
        made = chart_or_note(artifact.data, style)
        if isinstance(made, str):
            return NoteBlock(made, style, colour=style.theme.muted, order=Order.CHART)
        return made

    return Recipe(Order.CHART, _Same(artifact), make)


def _files_recipe(answer: Answer, style: Style) -> Recipe | None:
    files = files_of(answer)
    if not files:
        return None
    return Recipe(Order.FILES, files, lambda: FilesBlock(files, style))


def _computed_recipe(answer: Answer, style: Style, expanded: bool) -> Recipe | None:
    named = tuple(answer.artifact(name) for name in ("frame", "query", "result"))
    if not answer.settled or not any(named[1:]):
        return None
    origin = origin_of(answer)
    if origin.empty:
        return None
    source = (expanded, *(_Same(artifact) for artifact in named))
    return Recipe(Order.COMPUTED, source, lambda: ComputedBlock(origin, style, expanded=expanded))


class _Same:
    """Equal for the same object only: large results are not compared value by value."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)
