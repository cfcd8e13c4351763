"""The card of the data agent: what it can do, with questions in each language."""

from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.extensions import task_per_request
from agents.answering.text.language import LANGUAGES, Language
from agents.data.agent.media_types import EDITS, MODEL, PROFILE, QUERY, SQL
from agents.data.answer.sentences import say
from agents.data.dataset import Dataset
from agents.data.model.schema import Table
from app.domain.messages import CHOICE_MEDIA_TYPE, TABLE_MEDIA_TYPES

VERSION = "0.3.0"
_HIDDEN = ("first", "lost", "n")
_MOST_TAGS, _MOST_NAMES, _LONGEST_TAG = 40, 12, 40


def card_of(dataset: Dataset | None, file: str) -> AgentCard:
    """Return the card; its words are those of the table.

    `dataset` is None while the file has not been read.
    """
    table = dataset.model.asked if dataset is not None else None
    return AgentCard(
        name="data",
        description=f"Answers questions about {file}.",
        version=VERSION,
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        default_input_modes=[
            "text/plain",
            *(one for one in dict.fromkeys(TABLE_MEDIA_TYPES.values()) if one != "text/plain"),
            *(CHOICE_MEDIA_TYPE, QUERY, EDITS, PROFILE, MODEL, SQL),
        ],
        default_output_modes=["text/markdown", "application/json", "application/sql"],
        skills=[_skill(table, language) for language in LANGUAGES],
    )


def _skill(table: Table | None, language: Language) -> AgentSkill:
    games = table.columns if table is not None and table.pack == "match" else ()
    about = "matches" if games else "table"
    # What comes first gives a picture.
    named = (column for column in games if column.kind == "category" and column.distinct > 1)
    by = next(named, None)
    rates = [say(language, "skill_win_rate", column=by.label_in(language))] if by else []
    return AgentSkill(
        id=f"ask-{language}",
        name=say(language, f"skill_{about}"),
        description=say(language, f"skill_{about}_about"),
        tags=_tags(table, language),
        examples=[*rates, *(say(language, one) for one in ("skill_what", "skill_help"))],
    )


def _tags(table: Table | None, language: Language) -> list[str]:
    """Return what the table holds, for those who route questions by a card's words.

    Those are the labels of its columns, and the most frequent of their values, as they are called.
    They come out of a file: each is cut, and there are at most forty.
    """
    found = [language, "data"]
    if table is not None:
        rivals = {column.rival for column in table.columns}
        columns = [column for column in table.columns if column.name not in rivals]
        found += [column.label_in(language) for column in columns if column.role not in _HIDDEN]
        columns.sort(key=lambda column: not column.called)
        for one in (column for column in columns if column.kind == "category"):
            called = one.called.get(language, {})
            found += [
                next(iter(called.get(value, ())), value) for value in one.values[:_MOST_NAMES]
            ]
    cut = (" ".join(tag.split())[:_LONGEST_TAG].strip() for tag in found)
    return list(dict.fromkeys(tag for tag in cut if tag))[:_MOST_TAGS]
