"""Which blocks show an entry, in order: words, table, chart, files, where they come from."""

import json
from collections.abc import Callable, Hashable, Iterator, Set
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.domain.answers import Answer
from app.domain.conversations import RequestEntry
from app.domain.messages import DataPart, FilePart, Part, TextPart
from app.domain.tasks import NOTES, Artifact, TaskState
from gui.blocks.base import (
    BELOW,
    COLUMNS,
    COMPUTED,
    FINDINGS,
    KIND,
    MARK,
    MESSAGE,
    TABLE,
    TABLES,
    Block,
    BlockOrder,
    Place,
    Unfolded,
    split_part,
)
from gui.blocks.bubble import BubbleBlock
from gui.blocks.buttons import ActionsBlock
from gui.blocks.chart import chart_or_note
from gui.blocks.computed import ComputedBlock
from gui.blocks.files import FilesBlock
from gui.blocks.header import HeaderBlock
from gui.blocks.notes import LineBlock, NoteBlock, NoticeBlock
from gui.blocks.origin import ordered, origin_of, refused_sql, sources_of
from gui.blocks.profile.block import ProfileBlock
from gui.blocks.profile.reading import profile_of
from gui.blocks.reading_order import ReadingParts, first_findings, read_in_order
from gui.blocks.result_data import (
    VEGA,
    ResultTable,
    chart_of,
    is_chart,
    is_table,
    read_result,
    upright,
)
from gui.blocks.scope import (
    OffersBlock,
    ScopeBlock,
    additions_of,
    chips_of,
    locale_of,
    narrowing_of,
    narrows,
    offers_of,
)
from gui.blocks.table import TableBlock
from gui.charts.variants import KINDS
from gui.look.message_style import Style
from gui.texts.frames import declined
from gui.texts.messages import (
    about_word,
    copy_word,
    edit_query_word,
    ending_phrase,
    pin_for_all_word,
    pin_word,
    retry_word,
    sign_in_phrase,
    sign_in_word,
    steps_word,
    unpin_for_all_word,
    unpin_word,
)
from gui.texts.numbers import number, number_form
from gui.texts.plain import unmarked

OWN = frozenset({"answer", "result", "query", "chart", "frame", "steps", "profile", "denotation"})
_JSON_LIMIT = 8_000
_ICONS = {
    TaskState.FAILED: "failed",
    TaskState.REJECTED: "declined",
    TaskState.CANCELED: "stopped",
}


class Recipe(NamedTuple):
    """How to make a block, and what it is made from: the same source gives the same block."""

    order: BlockOrder
    source: Hashable
    make: Callable[[], Block]


def request_recipes(entry: RequestEntry, style: Style, unfolded: Unfolded) -> list[Recipe]:
    """Return the blocks of what the person wrote."""
    message, whole = entry.message, MESSAGE in unfolded
    source = (message.message_id, whole)
    return [Recipe(BlockOrder.PROSE, source, lambda: BubbleBlock(message, style, whole=whole))]


def header_recipe(answer: Answer, style: Style) -> Recipe:
    """Return the header of an answer."""
    source = (
        answer.agent,
        answer.state,
        answer.status_text if answer.state is TaskState.WORKING else "",
        answer.answered_by,
        answer.replaced_by,
        answer.lost,
        answer.recovered,
        answer.ended_at,
        declined(answer),
    )
    return Recipe(BlockOrder.HEADER, source, lambda: HeaderBlock(answer, style))


def notice_recipe(answer: Answer, style: Style) -> Recipe | None:
    """Return why an answer failed, was declined or stopped, with what can be done."""
    text = ending_phrase(answer)
    if not text:
        return None
    colour = style.theme.state_colour(answer.state)
    action = ("retry", retry_word(), "retry")
    if answer.reason == "needs_login":
        action = ("sign_in", sign_in_word(), "needs-sign-in")
    elif refused_sql(answer):
        action = ("edit_sql", edit_query_word(), "rename")

    def make() -> Block:
        return NoticeBlock(
            text,
            style,
            icon=_ICONS[answer.state],
            colour=colour,
            action=action,
        )

    return Recipe(BlockOrder.NOTICE, (answer.state, text, action), make)


def question_recipe(answer: Answer, style: Style) -> Recipe | None:
    """Return the question of a task that waits or waited for its person, or for a sign-in."""
    login = answer.state is TaskState.AUTH_REQUIRED
    text = unmarked(answer.question.text) if answer.question is not None else ""
    if not text and login:
        text = sign_in_phrase()
    if not text:
        return None
    colour = style.theme.waiting if answer.waiting else style.theme.stopped
    action = ("sign_in", sign_in_word(), "needs-sign-in") if login and answer.waiting else None
    icon = "needs-sign-in" if login else "needs-input"

    def make() -> Block:
        return NoticeBlock(
            text, style, icon=icon, colour=colour, order=BlockOrder.QUESTION, action=action
        )

    source = (text, answer.waiting, login)

    return Recipe(BlockOrder.QUESTION, source, make)


def actions_recipe(answer: Answer, style: Style) -> Recipe | None:
    """Return the actions of an answer that has come to its end."""
    if not answer.settled or not answer.text:
        return None
    actions = [("copy", copy_word(), "copy")]
    asked_on = answer.state is TaskState.COMPLETED and answer.task_id is not None
    if asked_on and answer.question is None and not declined(answer.own):
        actions.append(("about", about_word(), "reply"))
    pinned, for_all = answer.pinned, answer.pinned_for_all is not None
    if asked_on and _newest_table(answer) is not None:
        actions.append(("pin", unpin_word() if pinned else pin_word(), "pin"))
        if pinned or for_all:
            words = unpin_for_all_word() if for_all else pin_for_all_word()
            actions.append(("pin_for_all", words, "pin"))
    stepped = answer.artifact("steps") is not None
    if stepped:
        actions.append(("steps", steps_word(), "steps"))
    source = tuple(actions)
    return Recipe(BlockOrder.ACTIONS, source, lambda: ActionsBlock(actions, style))


def prose_of(answer: Answer) -> str:
    """Return the Markdown of an answer, without question and reason, which have their own place."""
    artifacts = [a for a in answer.artifacts if a.name == "answer"]
    if not any(a.text for a in artifacts):
        artifacts = [a for a in answer.artifacts if a.name not in OWN and not _is_note(a)]
    texts = [_markdown(artifact.parts) for artifact in artifacts]
    texts += [_markdown(message.parts) for message in answer.replies]
    found = "\n\n".join(text for text in texts if text)
    if not found and answer.state is TaskState.COMPLETED:
        return "" if answer.question is not None else answer.status_text
    return found


def _is_note(artifact: Artifact) -> bool:
    return artifact.name in NOTES and all(isinstance(part, DataPart) for part in artifact.parts)


def _markdown(parts: tuple[Part, ...]) -> str:
    return "\n\n".join(filter(None, (_part_markdown(part) for part in parts)))


def _part_markdown(part: Part) -> str:
    match part:
        case TextPart(text=text, media_type=media):
            if media in ("", "text/markdown", "text/x-markdown"):
                return text
            language = media.rsplit("/", 1)[-1].removeprefix("x-")
            return _fenced(text, "" if language == "plain" else language)
        case DataPart(data=data, media_type=media):
            shaped = isinstance(data, dict) and "columns" in data and "rows" in data
            if shaped or media.startswith(VEGA):
                return ""
            text = json.dumps(data, ensure_ascii=False, indent=2)
            short = text if len(text) <= _JSON_LIMIT else text[:_JSON_LIMIT] + "\n…"
            return _fenced(short, "json")
        case _:
            return ""


def _fenced(text: str, language: str) -> str:
    mark = "```"
    while mark in text:
        mark += "`"
    return f"{mark}{language}\n{text}\n{mark}"


def answer_recipes(answer: Answer, style: Style, unfolded: Unfolded) -> dict[Place, Recipe]:
    """Return the blocks of an answer and of its parts, their texts left out."""
    own = answer.own
    top = [header_recipe(own, style), notice_recipe(own, style), question_recipe(own, style)]
    found = {
        Place(part, recipe.order): recipe
        for part, one in _numbered(answer)
        for recipe in (*(top if part == 0 else ()), *_data_recipes(one, style, unfolded, part))
        if recipe is not None
    }
    for part in range(1 if prose_of(own) else 2, len(answer.parts) + 1):
        found[Place(part, BlockOrder.HEADER)] = Recipe(
            BlockOrder.HEADER, "line", lambda: LineBlock(style)
        )
    if (actions := actions_recipe(answer, style)) is not None:
        found[Place(BELOW, BlockOrder.ACTIONS)] = actions
    return found


def _numbered(answer: Answer) -> Iterator[tuple[int, Answer]]:
    return enumerate((answer.own, *answer.parts))


def _data_recipes(
    answer: Answer, style: Style, unfolded: Unfolded, part: int
) -> list[Recipe | None]:
    """Return what stands below the words of an answer, or of a part of one."""
    unfolded = unfolded_in(unfolded, part)
    return [
        _offers_recipe(answer, style),
        _profile_recipe(answer, style, unfolded & {COLUMNS, TABLES}),
        _chart_recipe(answer, style, unfolded),
        _more_recipe(answer, style, FINDINGS in unfolded),
        _table_recipe(answer, style, TABLE in unfolded),
        _sources_recipe(answer, style),
        _files_recipe(answer, style),
        _scope_recipe(answer, style),
        _computed_recipe(answer, style, COMPUTED in unfolded),
    ]


def unfolded_in(unfolded: Unfolded, part: int) -> Unfolded:
    """Return what is unfolded in a part of an answer, as it is called there."""
    named = map(split_part, unfolded)
    return frozenset(name for of, name in named if of == part)


def answer_texts(answer: Answer, unfolded: Unfolded) -> dict[Place, str]:
    """Return the Markdown of an answer and of its parts by the place where it stands.

    It is one text while it grows, and where nothing but text was answered.
    """
    found: dict[Place, str] = {}
    for part, one in _numbered(answer):
        reading = _reading(one)
        findings = reading.findings
        if FINDINGS not in unfolded_in(unfolded, part):
            findings = first_findings(findings)[0]
        places = (BlockOrder.PROSE, BlockOrder.FINDINGS, BlockOrder.NOTES)
        texts = zip(places, (reading.headline, findings, reading.notes), strict=True)
        found |= {Place(part, order): text for order, text in texts if text}
    return found


def _reading(answer: Answer) -> ReadingParts:
    text = prose_of(answer)
    if answer.settled and profile_of(answer) is not None:
        return ReadingParts(text.partition("\n\n")[0])  # its page says the rest
    return read_in_order(text) if _has_data(answer) else ReadingParts(text)


def _has_data(answer: Answer) -> bool:
    return answer.settled and any(is_table(a) or is_chart(a) for a in answer.artifacts)


def _more_recipe(answer: Answer, style: Style, unfolded: bool) -> Recipe | None:
    hidden = first_findings(_reading(answer).findings)[1] if _has_data(answer) else 0
    if not hidden:
        return None
    said = QCoreApplication.translate("Chat", "{count} more findings", "", number_form(hidden))
    label = said.replace("{count}", number(hidden, style.locale))
    icon = "chevron-right"
    if unfolded:
        label, icon = QCoreApplication.translate("Chat", "Fewer findings"), "chevron-down"
    action = (f"unfold:{FINDINGS}", label, icon)
    return Recipe(
        BlockOrder.MORE, action, lambda: ActionsBlock([action], style, order=BlockOrder.MORE)
    )


def tables_of(answer: Answer) -> Iterator[ResultTable]:
    """Yield the newest result table of an answer itself, and of each of its parts."""
    for _, one in _numbered(answer):
        table = result_of(one)
        if table is not None:
            yield table


def result_of(answer: Answer) -> ResultTable | None:
    """Return the newest result table of an answer, as it came."""
    artifact = _newest_table(answer)
    return read_result(artifact.data) if artifact is not None else None


def shown_table(answer: Answer) -> ResultTable | None:
    """Return the newest result table of an answer as it is shown: a single row stands upright."""
    table, translate = result_of(answer), QCoreApplication.translate
    labels = (translate("Chat", "Figure"), translate("Chat", "Value"))
    return None if table is None else upright(table, labels)


def files_of(answer: Answer) -> tuple[FilePart, ...]:
    """Return the files of an answer, in the order that `save_file:N` counts them."""
    parts = [part for artifact in answer.artifacts for part in artifact.parts]
    parts += [part for message in answer.replies for part in message.parts]
    return tuple(part for part in parts if isinstance(part, FilePart))


def _newest_table(answer: Answer) -> Artifact | None:
    return next((a for a in reversed(answer.artifacts) if is_table(a)), None)


def _has_rows(artifact: Artifact) -> bool:
    """Whether there is anything in a table: that nothing is, the words of its answer say."""
    return isinstance(artifact.data, dict) and bool(artifact.data.get("rows"))


def _table_recipe(answer: Answer, style: Style, unfolded: bool) -> Recipe | None:
    artifact = _newest_table(answer)
    if artifact is None or not _has_rows(artifact):
        return None
    style = replace(style, locale=locale_of(answer))

    def make() -> Block:
        table = shown_table(answer)
        assert table is not None, "is_table has looked"
        return TableBlock(table, style, unfolded=unfolded)

    return Recipe(BlockOrder.TABLE, (unfolded, style.locale.name(), _Same(artifact)), make)


def _chart_recipe(answer: Answer, style: Style, unfolded: Unfolded) -> Recipe | None:
    artifact = chart_of(answer)
    if artifact is None:
        return None
    rows = _newest_table(answer)
    kind = next((one for one in KINDS if f"{KIND}:{one}" in unfolded), None)
    sort = not ordered(answer)
    pressed = next((one for one in unfolded if one.startswith(f"{MARK}:")), "")
    marked = pressed.removeprefix(f"{MARK}:")
    offer = narrowing_of(answer, marked)
    asked_on = answer.state is TaskState.COMPLETED and answer.task_id is not None
    only = (offer.text if offer else "") if asked_on and narrows(answer) else None
    style = replace(style, locale=locale_of(answer))

    def make() -> Block:
        table = read_result(rows.data) if rows is not None else None
        types = {column.name: column.type for column in table.columns} if table else {}
        made = chart_or_note(
            artifact.data, style, types=types, kind=kind, sort=sort, only=only, marked=marked
        )
        if isinstance(made, str):
            return NoteBlock(made, style, colour=style.theme.muted, order=BlockOrder.CHART)
        return made

    said = style.locale.name()
    source = (kind, sort, marked, only, said, _Same(rows), _Same(artifact))
    return Recipe(BlockOrder.CHART, source, make)


def _sources_recipe(answer: Answer, style: Style) -> Recipe | None:
    sources = sources_of(answer)
    if not sources:
        return None
    links = [(f"show_about:{one.task_id}", one.name, "link") for one in sources]
    return Recipe(
        BlockOrder.SOURCES, sources, lambda: ActionsBlock(links, style, order=BlockOrder.SOURCES)
    )


def _files_recipe(answer: Answer, style: Style) -> Recipe | None:
    files = files_of(answer)
    if not files:
        return None
    return Recipe(BlockOrder.FILES, files, lambda: FilesBlock(files, style))


def _scope_recipe(answer: Answer, style: Style) -> Recipe | None:
    chips = chips_of(answer) if answer.settled else ()
    editable = answer.state is TaskState.COMPLETED and answer.task_id is not None
    if not chips and not (editable and additions_of(answer)):
        return None
    source = (editable, _Same(answer.artifact("frame")))
    return Recipe(BlockOrder.SCOPE, source, lambda: ScopeBlock(chips, style, editable=editable))


def _offers_recipe(answer: Answer, style: Style) -> Recipe | None:
    offers = offers_of(answer) if answer.settled else ()
    if not offers:
        return None
    source = _Same(answer.artifact("frame"))
    return Recipe(BlockOrder.OFFERS, source, lambda: OffersBlock(offers, style))


def _profile_recipe(answer: Answer, style: Style, unfolded: Set[str]) -> Recipe | None:
    # One that was corrected since is shown below as it is now.
    profile = profile_of(answer) if answer.replaced_by is None else None
    if profile is None:
        return None
    # The words above name a file and its size; a table of several is named here.
    said = prose_of(answer).replace("\\", "").partition("\n\n")[0]
    named = profile.file and profile.file in said
    titled = not named or (profile.table != PurePath(profile.file).stem
                           and profile.table not in said)  # fmt: skip
    source = (unfolded, titled, _Same(answer.artifact("profile")))

    def make() -> Block:
        return ProfileBlock(profile, style, unfolded=unfolded, titled=titled)

    return Recipe(BlockOrder.PROFILE, source, make)


def _computed_recipe(answer: Answer, style: Style, expanded: bool) -> Recipe | None:
    named = tuple(answer.artifact(name) for name in ("frame", "query", "result"))
    if not answer.settled or not any(named[1:]):
        return None
    origin = origin_of(answer)
    if origin.empty:
        return None
    source = (expanded, *(_Same(artifact) for artifact in named))
    return Recipe(
        BlockOrder.COMPUTED, source, lambda: ComputedBlock(origin, style, expanded=expanded)
    )


class _Same:
    """Equal for the same object only: large results are not compared value by value."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)
