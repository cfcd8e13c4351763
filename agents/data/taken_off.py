"""A condition is taken off again, and what follows goes on from the rest: quita eso, either way."""

import re
from itertools import pairwise
from typing import NamedTuple

from agents.answering.text.likely import Said, Seldom, seldom
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.plan import needs_subject
from agents.data.match.model.semantic_model import SemanticModel

_Slot = tuple[str, str, bool]
_PARTS = ("period", "periods_out", "newest", "lasting", "measured", "having", "at_most", "bounds")
_LEAD = (
    r"^\W*(?:(?:and|now|ok|okay|no|so|then|please|actually|y|e|ahora|vale|no|mejor|bueno|entonces|"
    r"그럼|그러면|이제|아니|자)[\s,]+)*"
)
# What is left of a message: behind a comma or a joining word, as nothing else goes on from there.
_REST = (
    r"(?:\W*$|\s?[,.;:]\s?(?P<rest>\S.*)|"
    r"\s(?P<joined>(?:but|and|(?:in|on|en)(?!\s(?:wh|qu|cu))|all|pero|y|tod[oa]s)\s.*))"
)
_CONDITION = r"(?:filter|condition|restriction|limit|limitation|constraint|requirement)"
_CONDICION = r"(?:filtro|condici[oó]n|restricci[oó]n|l[ií]mite|requisito)"
_FORMS = tuple(
    seldom(rf"{_LEAD}(?:{form}){rest}", re.I)
    for form, rest in (
        (
            rf"(?:drop|remove|take\s(?:off|away|out)|lift|lose|scrap|forget|clear)\s"
            rf"(?:that|this|it)(?:\s{_CONDITION})?(?:\sagain)?|"
            rf"take\s(?:that|this|it)(?:\s{_CONDITION})?\s(?:off|away|out)(?:\sagain)?|"
            rf"without\s(?:that|this|it)(?:\s{_CONDITION})?",
            _REST,
        ),
        (
            rf"(?:quit|sac|olvid|elimin)(?:a|emos|ar|e)\s(?:eso|esto|es[ea]\s{_CONDICION})|"
            rf"(?:borra|sin)\ses[ea]\s{_CONDICION}|sin\s(?:eso|esto|ello)|"
            r"(?:qu[ií]t|s[aá]c)al[oa]|quit[eé]moslo",
            _REST,
        ),
        (
            r"(?:방금\s)?(?:그거|그것|그걸|그건|그\s?(?:조건|필터|제한))(?:은|는|을|를)?\s?"
            r"(?:빼고|빼줘|빼\s줘|빼\s?주세요|빼자|없애고|없애\s?줘|없애\s?주세요|풀고|풀어\s?줘|"
            r"제거하고|제거해\s?줘|해제하고|해제해\s?줘|취소하고|취소해\s?줘|지우고|없이)",
            r"(?:\W*$|[\s,.]+(?P<rest>\S.*))",
        ),
    )
)
# Either of the two that there are of something.
_EITHER = tuple(
    seldom(rf"{_LEAD}(?:{form}){rest}", re.I)
    for form, rest in (
        (r"either\s(?:way|one|side)|both\sways|whichever(?:\sone)?(?:\sit\sis)?", _REST),
        (
            r"(?:me\s)?(?:da\s(?:igual|lo\smismo)|no\simporta)(?:\scu[aá]l(?:\ssea)?)?|"
            r"sea\scual\ssea|de\scualquier\s(?:forma|manera|modo)",
            _REST,
        ),
        (
            r"(?:(?:어느\s?(?:쪽|편)|아무\s?쪽)이(?:든|나)|둘\s?다)?\s?"
            r"(?:상관\s?없(?:이|고|어|음|어요|습니다)|좋으니)|(?:어느\s?(?:쪽|편)|아무\s?쪽)이(?:든|나)",
            r"(?:\W*$|[\s,.]+(?P<rest>\S.*))",
        ),
    )
)


class Left(NamedTuple):
    """The frame without the condition, and what else the message says."""

    frame: Frame
    text: str


def taken_off(text: str, frames: tuple[Frame, ...], model: SemanticModel) -> Left | None:
    """Return what a message that takes a condition off goes on from, else None.

    `frames` are those of the last answers, newest first. That condition is what the last question
    put in; of "either way" it is one of two values that there are.
    """
    said = Said.of(text)
    if not frames:
        return None
    slot: _Slot | str | None
    if (found := _found(_FORMS, said)) is not None:
        slot = _put_in(frames)
    elif (found := _found(_EITHER, said)) is not None:
        slot = _one_of_two(frames[0], model)
    else:
        return None
    if slot is None:
        return None
    left = _without(frames[0], slot)
    if needs_subject(left, model) and not needs_subject(frames[0], model):
        return None
    return Left(left, _rest(found))


def _found(forms: tuple[Seldom, ...], text: str) -> re.Match[str] | None:
    tried = (form.search(text) for form in forms)
    return next((found for found in tried if found is not None), None)


def _rest(found: re.Match[str]) -> str:
    """Return what a message says besides, without the word that joins it."""
    told = found.groupdict()
    rest = told.get("rest") or told.get("joined") or ""
    return re.sub(r"^(?:(?:but|and|pero|y)\s)+", "", rest, flags=re.I).strip()


def _conditions(frame: Frame) -> dict[_Slot | str, object]:
    """Return what narrows the games or rows of a frame, each by its place."""
    slots: dict[_Slot | str, object] = {
        (one.dimension, one.side, one.exclude): one for one in frame.filters
    }
    parts = ((name, getattr(frame, name)) for name in _PARTS)
    return slots | {name: part for name, part in parts if part not in (None, ())}


def _put_in(frames: tuple[Frame, ...]) -> _Slot | str | None:
    """Return the only condition that the newest question with a new one put in."""
    last = _conditions(frames[0])
    for now, then in pairwise((*frames, Frame())):
        before = _conditions(then)
        fresh = [
            slot for slot, told in _conditions(now).items()
            if before.get(slot) != told and last.get(slot) == told
        ]  # fmt: skip
        if fresh:
            return fresh[0] if len(fresh) == 1 else None
    return None


def _one_of_two(frame: Frame, model: SemanticModel) -> _Slot | None:
    """Return the only condition that is one of the two values that there are."""
    found = [
        (one.dimension, one.side, False) for one in frame.filters
        if not one.exclude and len(one.values) == 1
        and len(model.dimensions[one.dimension].values) == 2
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _without(frame: Frame, slot: _Slot | str) -> Frame:
    if isinstance(slot, tuple):
        dimension, side, exclude = slot
        return frame.without_filter(dimension, side, exclude=exclude)
    return frame.model_copy(update={slot: None if slot in ("newest", "having", "at_most") else ()})
