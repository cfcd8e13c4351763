"""Whoever only says hello, or asks what can be asked, is told which agents are there."""

import re

from agents.answering.text.language import Language
from agents.orchestrator.routing import Router
from agents.orchestrator.words import heard_anywhere, words
from app.domain.cards import AgentCard, Skill

_GREETING = re.compile(rf"\W*{heard_anywhere('greeting').pattern}\W*", re.IGNORECASE)
_MARKUP = re.compile(r"([\\`*\[\]<>|])")
_LONGEST = 200


def greets(text: str) -> bool:
    """Whether a text says hello or asks for help, and nothing else."""
    return _GREETING.fullmatch(text) is not None


def introduction(router: Router, language: Language) -> str:
    """Return who can be asked what, in Markdown: the words of the cards, in the language if any."""
    lines = [words(language, "introduction"), ""]
    for name, card in router.cards.items():
        call = router.calls.of(name)
        skill = _skill(card, language)
        about = _plain((skill.description if skill is not None else "") or card.description)
        line = f"- **@{call}**: {about}" if about else f"- **@{call}**"
        if skill is not None and skill.examples:
            line += f" “{_plain(skill.examples[0])}”"
        lines.append(line)
    return "\n".join(lines)


def _skill(card: AgentCard, language: Language) -> Skill | None:
    tagged = (skill for skill in card.skills if language in skill.tags)
    return next(tagged, None) or next(iter(card.skills), None)


def _plain(text: str) -> str:
    """Return words of a card in one line, without markup; they are another's."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split())[:_LONGEST])
