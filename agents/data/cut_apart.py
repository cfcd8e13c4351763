"""Names in Hangul that would be read as small words in a row: 세나 is Senna, 나달 Nadal."""

from agents.answering.text.normal import is_hangul
from agents.answering.text.packs import word_set
from agents.data.lexicon import Lexicon
from agents.data.scan import Span
from agents.data.sounds.transliteration import sounds_like

_BEHIND_NAMES = word_set("은 는 이 가 을 를 의 랑 이랑 와 과 한테 에게 에서 에서는 에서만 로 으로")
_SMALL = ("stop", "particle", "grain", "missing", "operator")
_ASKED = ("measure", "value", "dimension", "period", "unknown")
_BEFORE_NOUNS = word_set("어느 어떤 무슨 각 모든 전체 다른 이번 같은")
_COUNTING = ("number", "length")
_SHORTEST = 2


def name_at(text: str, spans: list[Span], index: int, lexicon: Lexicon) -> tuple[str, str] | None:
    """Return the word at a span that is no word of Korean there, and the name that it is.

    It must sound just as the name does, and stand where a name does: before what is asked for, or
    before a particle. A noun that is not the header's own is one only where no kind is asked for.
    """
    span = spans[index]
    if span.kind == "stop" and _is_left_out(spans, index):
        surface = sounds_like(span.text, lexicon.sounds, exactly=True)
        if surface is not None:
            return span.text, lexicon.name_of(surface)
    if span.attached or not is_hangul(span.text[0]) or not _may_be_name(spans, index, lexicon):
        return None
    last = index
    while last + 1 < len(spans) and spans[last + 1].attached:
        last += 1
    if any(one.kind not in (*_SMALL, "dimension") for one in spans[index : last + 1]):
        return None
    run = text[span.start : spans[last].end]
    for end in range(len(run), _SHORTEST - 1, -1):
        particle = run[end:]
        if span.kind == "operator" and end == len(span.text):
            continue  # one whole word that rules others: 상대는 is no Sangtae
        if particle and particle not in _BEHIND_NAMES:
            continue
        if not particle and not _asks_after(spans, last):
            continue
        surface = sounds_like(run[:end], lexicon.sounds, exactly=True)
        if surface is not None:
            return run[:end], lexicon.name_of(surface)
    return None


def _may_be_name(spans: list[Span], index: int, lexicon: Lexicon) -> bool:
    span = spans[index]
    after = spans[index + 1] if index + 1 < len(spans) else None
    if span.kind == "dimension":
        before = spans[index - 1].text if index else ""
        counted = after is not None and after.term is not None and after.term.key == "by_after"
        return not (span.text in lexicon.header_nouns or before in _BEFORE_NOUNS or counted)
    cut = after is not None and after.attached
    return (
        span.kind in _SMALL
        and (cut or span.kind == "missing")
        and not _follows_number(spans, index)
    )


def _is_left_out(spans: list[Span], index: int) -> bool:
    """Whether a small word stands right before what leaves a name out: 번 빼고, without Burn."""
    after = spans[index + 1].term if index + 1 < len(spans) else None
    known = after is not None and after.key == "without_after"
    return known and is_hangul(spans[index].text[0]) and not spans[index].attached


def _follows_number(spans: list[Span], index: int) -> bool:
    return index > 0 and spans[index - 1].kind in _COUNTING


def _asks_after(spans: list[Span], last: int) -> bool:
    """Whether what is asked for, or another name, follows a word without a particle."""
    after = spans[last + 1] if last + 1 < len(spans) else None
    if after is None:
        return False
    return after.kind in _ASKED or (after.term is not None and after.term.key == "game_noun")
