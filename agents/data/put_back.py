"""A message that only puts back what was taken out last: put them back, 다시 포함해줘."""

import re

from agents.data.match.compute.frame import Frame

_LEAD = (
    r"(?:(?:and|now|ok|okay|then|please|no|wait|actually|y|e|ahora|vale|mejor|아니|그럼|이제)\s)*"
)
_EN = (
    r"(?:put|bring|add|take|include|count|let)\s(?:it|them|him|her|that|those|these|everyone|"
    r"everything|both|all of them)\s(?:back(?:\s(?:in|again|on))?|again|in again|too|as well|in)|"
    r"(?:put|bring|add)\sback\s(?:it|them|him|her|that|those)|"
    r"(?:include|re-?include|restore|undo)\s(?:it|them|that|those|him|her)|undo (?:the last|"
    r"that)\s?\w*|"
    r"(?:(?:what|how) about )?with (?:it|them|that|those|him|her)(?: too| again| in| included)?"
)
_ES = (
    r"(?:vuelve|vuelva)\sa\s(?:poner|incluir|meter|anadir|contar|agregar)(?:l[oae]s?)|"
    r"(?:l[oa]s?|todo)?\s?(?:incluye|incluir|pon|anade|agrega|mete|cuenta|devuelve|recupera)"
    r"(?:l[oae]s?)?\s(?:otra vez|de nuevo|de vuelta|tambien)|"
    r"(?:incluye|pon|anade|mete|devuelve|recupera)(?:l[oae]s?)|"
    r"(?:deshaz|deshacer|revierte)(?:l[oa]s?)?(?:\s(?:eso|el ultimo|lo ultimo))?|"
    r"con\s(?:el|ella|ellos|ellas|eso|es[ae]|esos|esas)(?:\s(?:tambien|incluid[oa]s?))?"
)
_KO = (
    r"(?:(?:그거|그것|걔|걔네|그 선수|그 선수들|둘|그것들|뺀 거|뺀 것|제외한 거|제외한 것)"
    r"(?:를|을|도|들도|들을|는)?\s)?(?:(?:그거|그것|걔|걔네)(?:를|도|까지)?\s?포함(?:하면|해서|하고)|"
    r"(?:(?:다시|도로|원래대로)\s?(?:포함|넣어|넣고|넣|추가|집어넣어|되돌려|되돌려놔|돌려|"
    r"돌려놔|합쳐)"
    r"(?:해|시켜|하고|해서)?|되돌려|원상복구(?:해)?|실행\s?취소(?:해)?))"
    r"\s?(?:줘|주세요|봐|줄래|보자|놔|놔줘|보면|알려줘|보여줘|계산해줘)?(?:요)?"
)
_END = r"(?:\s(?:please|por favor))?"
_BACK = re.compile(rf"{_LEAD}(?:{_EN}|{_ES}|{_KO}){_END}")


def put_back(text: str, previous: Frame | None, earlier: Frame | None) -> Frame | None:
    """Return the last frame with what was taken out of it, if a normalised message asks for that.

    That is what the last question took out of the one before it (`earlier`), else all that is left
    out; None where nothing is.
    """
    if previous is None or _BACK.fullmatch(text) is None:
        return None
    if earlier is not None and (found := _undone(previous, earlier)) is not None:
        return found
    kept = tuple(one for one in previous.filters if not one.exclude)
    update: dict[str, object] = {"filters": kept, "unmet": (), "periods_out": ()}
    if previous.draws == "exclude":
        update["draws"] = "auto"
    if previous.mirror == "exclude":
        update["mirror"] = "include"
    found = previous.model_copy(update=update)
    return found if found != previous else None


def _undone(previous: Frame, earlier: Frame) -> Frame | None:
    """Return the earlier frame, if the last one only took something out of it."""
    if previous == earlier or previous.measure != earlier.measure:
        return None
    out = {one for one in previous.filters if one.exclude} - set(earlier.filters)
    gone = set(earlier.filters) - set(previous.filters)
    dropped = any(
        getattr(earlier, name) and not getattr(previous, name)
        for name in ("period", "newest", "lasting", "measured", "has_thresholds")
    )
    turned = (previous.unmet, previous.draws) != (earlier.unmet, earlier.draws)
    turned = turned or previous.periods_out != earlier.periods_out
    other = bool(set(previous.filters) - set(earlier.filters) - out)
    other = other or previous.group_by != earlier.group_by
    other = other or bool(previous.period and previous.period != earlier.period)
    return earlier if (out or gone or dropped or turned) and not other else None
