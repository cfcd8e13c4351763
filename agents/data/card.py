"""The card of the data agent: what it can do, with questions in each language."""

from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.extensions import task_per_request
from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.compute.analysis import Analyst
from agents.data.replies import questions
from app.domain.messages import CHOICE_MEDIA_TYPE

VERSION = "0.1.0"
_NAMES = {"ko": "경기 데이터에 묻기", "en": "Ask the match table", "es": "Preguntar a la tabla"}
_ABOUT = {
    "ko": "승률, 경기 수, 승수, 경기 시간을 표본 수와 신뢰구간, 쿼리와 함께 답합니다.",
    "en": "Win rates, games, wins and game length, with counts, intervals and the query.",
    "es": "Tasas de victorias, partidas y duración, con recuentos, intervalos y consulta.",
}
_FIRST = {"ko": "승률 알려줘", "en": "Show me the win rate", "es": "Dime la tasa de victorias"}
_MOST_TAGS, _MOST_NAMES, _LONGEST_TAG = 40, 12, 40
_HELP = {"ko": "무엇을 할 수 있어?", "en": "What can you do?", "es": "¿Qué puedes hacer?"}


def card_of(analyst: Analyst | None, file: str) -> AgentCard:
    """Return the card; its example questions are made from the table's own values.

    `analyst` is None while the file has not been read.
    """
    return AgentCard(
        name="data",
        description=f"Answers questions about {file}.",
        version=VERSION,
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        default_input_modes=["text/plain", CHOICE_MEDIA_TYPE],
        default_output_modes=["text/markdown", "application/json", "application/sql"],
        skills=[_skill(analyst, language) for language in LANGUAGES],
    )


def _skill(analyst: Analyst | None, language: Language) -> AgentSkill:
    return AgentSkill(
        id=f"ask-{language}",
        name=_NAMES[language],
        description=_ABOUT[language],
        tags=_tags(analyst, language),
        examples=[_FIRST[language], *_own(analyst, language), _HELP[language]],
    )


def _tags(analyst: Analyst | None, language: Language) -> list[str]:
    """Return what the table holds, for those who route questions by a card's words.

    Those are the labels of its dimensions, and the names and short forms of its main values. They
    come out of a file: each is cut, and there are at most forty.
    """
    found = [language, "data"]
    if analyst is not None and analyst.question is None:
        model = analyst.model
        entity = model.dimensions[model.entity]
        found += [dimension.label_in(language) for dimension in model.dimensions.values()]
        values = entity.values[:_MOST_NAMES]
        found += [entity.show(value, language) for value in values]
        found += _matchups(analyst, language)
        rest = [d for key, d in model.dimensions.items() if key != model.entity]
        rest.sort(key=lambda dimension: dimension.role == "player")
        found += [d.show(value, language) for d in rest for value in d.values[:_MOST_NAMES]]
    cut = (" ".join(tag.split())[:_LONGEST_TAG].strip() for tag in found)
    return list(dict.fromkeys(tag for tag in cut if tag))[:_MOST_TAGS]


def _matchups(analyst: Analyst, language: Language) -> list[str]:
    """Return the short names of the matchups, where the table's game has such: TvZ, 테저전."""
    model = analyst.model
    short = [
        member.short.get(language, "") for member in model.dimensions[model.entity].members.values()
    ]
    joint, end = ("", "전") if language == "ko" else (model.matchup_letter, "")
    pairs = [f"{a.upper()}{joint}{b.upper()}{end}" for a in short for b in short if a and b]
    return pairs[:_MOST_NAMES]


def _own(analyst: Analyst | None, language: Language) -> list[str]:
    if analyst is None or analyst.question is not None:
        return []
    return questions(analyst, language)
