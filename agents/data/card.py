"""The card of the data agent: what it can do, with questions in each language."""

from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.extensions import task_per_request
from agents.answering.text.language import LANGUAGES, Language
from agents.data.agent.media_types import EDITS, MODEL, PROFILE, QUERY, SQL
from agents.data.agent.open_table import OpenTable
from agents.data.answer.sentences import say
from agents.data.match.compute.analysis import Analyst
from agents.data.model.schema import Table
from app.domain.messages import CHOICE_MEDIA_TYPE

VERSION = "0.3.0"
_MOST_TAGS, _MOST_NAMES, _LONGEST_TAG = 40, 12, 40


def card_of(table: OpenTable | None, file: str) -> AgentCard:
    """Return the card; its example questions are made from the table's own values.

    `table` is None while the file has not been read.
    """
    return AgentCard(
        name="data",
        description=f"Answers questions about {file}.",
        version=VERSION,
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        default_input_modes=["text/plain", CHOICE_MEDIA_TYPE, QUERY, EDITS, PROFILE, MODEL, SQL],
        default_output_modes=["text/markdown", "application/json", "application/sql"],
        skills=[_skill(table, language) for language in LANGUAGES],
    )


def _skill(table: OpenTable | None, language: Language) -> AgentSkill:
    matches = table.matches if table is not None else None
    about = "matches" if matches is not None else "table"
    return AgentSkill(
        id=f"ask-{language}",
        name=say(language, f"skill_{about}"),
        description=say(language, f"skill_{about}_about"),
        tags=_tags(table, language),
        examples=_examples(matches, language),
    )


def _examples(matches: Analyst | None, language: Language) -> list[str]:
    if matches is None:
        return [say(language, "skill_what"), say(language, "skill_help")]
    from agents.data.replies import questions

    own = questions(matches, language) if matches.question is None else []
    return [say(language, "skill_win_rate"), *own, say(language, "skill_help")]


def _tags(table: OpenTable | None, language: Language) -> list[str]:
    """Return what the table holds, for those who route questions by a card's words.

    Those are the labels of its columns or dimensions, and the names and short forms of its main
    values. They come out of a file: each is cut, and there are at most forty.
    """
    found = [language, "data"]
    if table is not None:
        known = table.matches is not None and table.matches.question is None
        found += (
            _of_matches(table.matches, language)
            if table.matches is not None and known
            else _of_columns(table.dataset.model.table(), language)
        )
    cut = (" ".join(tag.split())[:_LONGEST_TAG].strip() for tag in found)
    return list(dict.fromkeys(tag for tag in cut if tag))[:_MOST_TAGS]


def _of_columns(table: Table, language: Language) -> list[str]:
    named = [column.label_in(language) for column in table.columns]
    categories = [column for column in table.columns if column.kind == "category"]
    return named + [value for one in categories for value in one.values[:_MOST_NAMES]]


def _of_matches(analyst: Analyst, language: Language) -> list[str]:
    model = analyst.model
    entity = model.dimensions[model.entity]
    found = [dimension.label_in(language) for dimension in model.dimensions.values()]
    found += [entity.show(value, language) for value in entity.values[:_MOST_NAMES]]
    found += _matchups(analyst, language)
    rest = [d for key, d in model.dimensions.items() if key != model.entity]
    rest.sort(key=lambda dimension: dimension.role == "player")
    return found + [d.show(value, language) for d in rest for value in d.values[:_MOST_NAMES]]


def _matchups(analyst: Analyst, language: Language) -> list[str]:
    """Return the short names of the matchups, where the table's game has such: TvZ, 테저전."""
    model = analyst.model
    short = [
        member.short.get(language, "") for member in model.dimensions[model.entity].members.values()
    ]
    joint, end = ("", "전") if language == "ko" else (model.matchup_letter, "")
    pairs = [f"{a.upper()}{joint}{b.upper()}{end}" for a in short for b in short if a and b]
    return pairs[:_MOST_NAMES]
