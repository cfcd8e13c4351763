"""Which media types an agent takes and gives, as its card declares them (A2A 1.0, section 4.4).

What is not stated is not checked: a part without a media type, a card without modes.
"""

from collections.abc import Iterable

from a2a.types import AgentCard, SendMessageRequest
from a2a.utils.errors import ContentTypeNotSupportedError

_SHORT = {"text": "text/*", "data": "application/json", "file": "*/*"}  # as agents of A2A 0.2 write


def check_media_types(request: SendMessageRequest, card: AgentCard) -> None:
    """Raise `ContentTypeNotSupportedError` for parts, or wanted outputs, that the card excludes."""
    taken = _declared(card.default_input_modes, (skill.input_modes for skill in card.skills))
    for part in request.message.parts:
        if taken and part.media_type and not _any_fits([part.media_type], taken):
            raise ContentTypeNotSupportedError(
                f"{part.media_type} is not taken here, but {', '.join(sorted(taken))}."
            )
    given = _declared(card.default_output_modes, (skill.output_modes for skill in card.skills))
    wanted = [mode for mode in request.configuration.accepted_output_modes if mode.strip()]
    if given and wanted and not _any_fits(wanted, given):
        raise ContentTypeNotSupportedError(
            f"None of {', '.join(wanted)} is given here, but {', '.join(sorted(given))}."
        )


def _declared(defaults: Iterable[str], of_skills: Iterable[Iterable[str]]) -> set[str]:
    return {*defaults, *(mode for modes in of_skills for mode in modes)}


def _any_fits(asked: Iterable[str], declared: Iterable[str]) -> bool:
    known = [_range(mode) for mode in declared]
    return any(_fit(_range(one), other) for one in asked for other in known)


def _fit(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return all(a == b or "*" in (a, b) for a, b in zip(one, other, strict=True))


def _range(mode: str) -> tuple[str, str]:
    essence = mode.partition(";")[0].strip().lower()
    kind, _, subtype = _SHORT.get(essence, essence).partition("/")
    return kind, subtype or "*"
