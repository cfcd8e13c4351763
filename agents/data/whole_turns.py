"""Messages that ask nothing to be computed: go back, how sure is that, thanks, which days."""

import re

from agents.answering.text.normal import normalise
from agents.data.asked_dates import asks_dates
from agents.data.asked_how import asks_how
from agents.data.asked_sure import asks_how_sure, tells_how_sure
from agents.data.first_rows import first_rows
from agents.data.gone_back import goes_back, goes_to_first
from agents.data.last_answers import last_answers
from agents.data.lexicon import Lexicon
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Explain, Outcome
from agents.data.without_it import without_it

_LONGEST = 90
_LEAD = (
    r"(?:(?:oh|ok|okay|ah|great|perfect|nice|cool|awesome|good|no|vale|bueno|genial|perfecto|ay|"
    r"아|오|네|응|음|아니|아니야|아뇨|굿)[\s,]+)*"
)
_SHORT = f"{normalise('ㄱㅅ')}|{normalise('ㄳ')}"
_THANKS_EN = (
    r"(?:many |much )?(?:thanks|thank you|thank u|thx|tysm|ty|tnx)"
    r"(?: (?:a lot|so much|very much|a bunch|a million|again|man|mate|everyone|all))*"
    r"(?:,? (?:that|this|it) (?:helps|helped|"
    r"is (?:great|perfect|all|enough|helpful)|was (?:great|helpful|useful))(?: (?:a lot|me))?)?|"
    r"(?:much )?appreciated|"
    r"i appreciate (?:it|that)"
)
_THANKS_ES = (
    r"(?:mil|muchas|muchisimas|un millon de) gracias(?: .{1,20})?|"
    r"(?:te|se|os) lo agradezco(?: mucho)?|"
    r"(?:muy )?agradecid[oa]"
)
_THANKS_KO = (
    r"(?:정말 |너무 |진짜 )?(?:고마워|고마워요|고맙습니다|고맙다|감사|감사해|감사해요|"
    r"감사합니다|감사드려요|감사드립니다|땡큐|땡스)(?: ?(?:요|정말|진짜|ㅎㅎ|ㅋㅋ|여러모로|많이))*|"
    rf"{_SHORT}|"
    r"수고(?:했어|하셨어요|하셨습니다|많았어)(?:요)?"
)
_THANKS = re.compile(rf"{_LEAD}(?:{_THANKS_EN}|{_THANKS_ES}|{_THANKS_KO})")
_THANKED = (
    "thank", "thx", "ty", "tnx", "apprec", "gracias", "agrade",
    "고마", "고맙", "감사", "땡", *_SHORT.split("|"), "수고",
)  # fmt: skip
_LEFT_EN = (
    r"(?:never ?mind|nvm|nm|forget (?:about )?(?:it|that|this)|"
    r"skip (?:it|that)|leave it|drop it|not important)(?: (?:then|thanks|that|it))?"
)
_LEFT_ES = (
    r"(?:nada )?"
    r"(?:olvidalo|olvidate|dejalo|deja|dejemoslo|nada)(?: (?:nada|asi|eso|gracias|entonces|igual))*"
)
_LEFT_KO = (
    r"(?:그냥 |이제 |그건 )?(?:됐어|됐어요|됐습니다|됐다|됐네|"
    r"괜찮아|괜찮아요|관둬|관두자|넘어가자|넘어가|신경 쓰지 마)(?: (?:고마워|그냥|안 해도 돼))*"
)
_LEFT = re.compile(rf"{_LEAD}(?:{_LEFT_EN}|{_LEFT_ES}|{_LEFT_KO})")
_LEFT_WORDS = (
    "mind", "nvm", "nm", "forget", "skip", "leave it", "drop it", "important",
    "olvíd", "olvid", "déj", "dej", "nada", "igual",
    "됐", "괜찮", "관두", "관둬", "넘어가", "신경",
)  # fmt: skip


def whole_turn(
    text: str,
    frames: tuple[Frame, ...],
    lexicon: Lexicon,
    *,
    asked: bool,
    first: Frame | None = None,
) -> Outcome | None:
    """Return what to do with a message that names nothing of the table, else None.

    `frames` are those of the last answers, newest first, `first` that of the talk's first one;
    `asked` says that the agent's own question is open.
    """
    if len(text) > _LONGEST:
        return None
    said = normalise(text)
    if said in lexicon.terms and lexicon.terms[said][0].kind == "value":
        return None
    if any(word in said for word in _THANKED) and _THANKS.fullmatch(said):
        return Explain("thanks")
    if any(word in said for word in _LEFT_WORDS) and _LEFT.fullmatch(said):
        return Explain("left")
    if asks_dates(said):
        return Explain("dates")
    if asked or not frames:
        return None
    previous = frames[0]
    if asks_how(said):
        return Explain("method", frame=previous)
    if goes_to_first(said):
        return Answerable(first or frames[-1], follows=True)
    if len(frames) > 1 and goes_back(said):
        return Answerable(frames[1], follows=True)
    told = last_answers(said, frames, lexicon) or without_it(said, frames, lexicon.model)
    told = told or first_rows(said, previous)
    if told is not None:
        return Answerable(told, follows=True)
    if asks_how_sure(said):
        told = tells_how_sure(previous)
        return Explain("method", frame=previous) if told is None else Answerable(told, follows=True)
    return None
