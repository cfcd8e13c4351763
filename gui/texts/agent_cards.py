"""Which skills and example questions of an agent's card are shown, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gui.platform.i18n import LANGUAGES

if TYPE_CHECKING:
    from app.domain.cards import AgentCard, Skill

SHOWN = 3


def starters(card: AgentCard, language: str) -> list[str]:
    """Return example questions of a card, in the language as far as its skills are tagged by one.

    One question of each skill comes before the second of any. Examples of skills without a
    language tag are taken where none is tagged with the person's.
    """
    tagged = [skill.examples for skill in card.skills if language in skill.tags]
    if not any(tagged):
        tagged = [s.examples for s in card.skills if not set(s.tags) & set(LANGUAGES)]
    if not any(tagged):
        tagged = [s.examples for s in card.skills]
    longest = max((len(examples) for examples in tagged), default=0)
    found = [
        examples[number].strip()
        for number in range(longest)
        for examples in tagged
        if number < len(examples) and examples[number].strip()
    ]
    return list(dict.fromkeys(found))[:SHOWN]


def about(card: AgentCard, language: str) -> str:
    """Return what an agent says of itself: what its skills say in the language, where they do.

    The description of a card is in one language; skills may be there in several.
    """
    told = [s.description for s in card.skills if language in s.tags and s.description]
    return told[0] if told else card.description


def in_language(skills: Sequence[Skill], language: str) -> Sequence[Skill]:
    """Return skills without those tagged with other languages; all where none has this one."""
    if not any(language in skill.tags for skill in skills):
        return skills
    others = set(LANGUAGES) - {language}
    return [s for s in skills if language in s.tags or not set(s.tags) & others]
