"""Words that are no names as they stand are read as the names that they surely mean."""

import re
from itertools import zip_longest
from typing import NamedTuple

from agents.answering.text.normal import is_hangul, name_form
from agents.answering.text.packs import word_set
from agents.data.editions import are_editions
from agents.data.hearing import in_hangul
from agents.data.lexicon import Lexicon, Term
from agents.data.numbered_names import apart
from agents.data.scan import Span
from agents.data.spelling import guess

_NOUNS = ("missing", "dimension")
_BESIDE_NAMES = word_set("and y e what about how on in en for the el la only just solo 은 는 만 도")
_MARKING = ("은", "는", "이", "은요", "는요")
_WHERE = ("en", "sobre", "on")
_ENDS, _ARTICLES = ("top", "bottom"), ("the", "el", "la")
_AT_MOST = "at_most_before"  # also a name: Max
_HIDING = (*_ENDS, "used", _AT_MOST)
_AT_KO = ("에서", "에서는", "에서의", "에선")
_BEFORE_NAMES = word_set("de del contra vs versus en of against from in for a con y and")
_IN = ("in", "at", "on", "from", "en", "de", "desde")
_RANKED = ("number", "dimension", "grain")
_LONGEST_RUN = 4  # words of a name
_SHORT = 3  # letters of a word that is no name behind these: en lo
_TAKING = ("instead", "instead_after", "instead_before", "too", "only", "without_before")


_APART = re.compile(r"[\s,:;()]+")


class ReadAs(NamedTuple):
    """A word that was read as a name it resembles."""

    word: str
    dimension: str
    value: str


def exact(spans: list[Span], text: str, lexicon: Lexicon) -> list[Span]:
    """Where names differ only in capitals, the one that was written so is meant.

    So is a name that is a word of the language in small letters, US, and any that stands where a
    condition would: en dura.
    """
    found = []
    for place, span in enumerate(spans):
        hidden = span.kind == "stop" or (span.term is not None and span.term.key in _HIDING)
        shadowed = lexicon.shadowed.get(span.text, ()) if hidden else ()
        if span.kind == "operator" and shadowed and _dotted(shadowed[0]):
            shadowed = shadowed if _in_capitals(shadowed[0].detail, text) else ()  # the top player
        if not shadowed and len(span.terms) < 2:
            found.append(span)
            continue
        after = spans[place + 1].term if place + 1 < len(spans) else None
        if shadowed and after is not None and after[:2] == ("dimension", shadowed[0].key):
            found.append(span._replace(terms=shadowed))  # the us server
            continue
        if shadowed and _is_side(shadowed[0], spans, place, lexicon):
            found.append(span._replace(terms=shadowed[:1]))
            continue
        if shadowed and span.term is not None and span.term.key == _AT_MOST:
            said = re.search(rf"(?<!\w){re.escape(shadowed[0].detail)}(?!\w)", text)
            behind = spans[place + 1].kind if place + 1 < len(spans) else ""
            name = said is not None and behind not in ("number", "length")  # but max 20 games
            found.append(span._replace(terms=shadowed) if name else span)
            continue
        if shadowed and span.kind == "operator" and span.terms[0].key == "used":
            by_name = _is_named(spans, place, shadowed[0], text)
            found.append(span._replace(terms=shadowed) if by_name else span)
            continue
        if shadowed and span.kind == "operator":
            initials = _in_capitals(shadowed[0].detail, text)
            behind = spans[place + 1].kind if place + 1 < len(spans) else ""
            if initials and behind not in _RANKED:  # but TOP 3 maps
                found.append(span._replace(terms=shadowed))
                continue
            placed = _is_where(spans, place, shadowed[0])
            found.append(span._replace(terms=shadowed) if placed else span)
            continue
        if shadowed and place and len(span.text) > _SHORT and spans[place - 1].text in _WHERE:
            found.append(span._replace(terms=shadowed))
            continue
        named = [term for term in shadowed if _is_alone(span, spans)
                 or re.search(rf"(?<!\w){re.escape(term.detail)}(?!\w)", text)]  # fmt: skip
        if named and named[0].detail != named[0].detail.casefold():
            found.append(span._replace(terms=tuple(named)))
            continue
        several = len(span.terms) > 1
        written = [term for term in span.terms if term.detail in text] if several else []
        found.append(span._replace(terms=tuple(written)) if len(written) == 1 else span)
    return found


def _dotted(name: Term) -> bool:
    """Whether a name is initials with marks between them: T.O.P."""
    return re.fullmatch(r"(?:[A-Z]\W)+[A-Z]?\W?", name.detail) is not None


def _in_capitals(name: str, text: str) -> bool:
    """Whether a name of initials stands in capitals, without its dots, where not all does: TOP."""
    initials = re.sub(r"\W", "", name)
    alone = initials != name and initials.isupper() and initials.isascii()
    return alone and not text.isupper() and bool(re.search(rf"\b{initials}\b", text))


def _is_where(spans: list[Span], place: int, term: Term) -> bool:
    """Whether what may rank is a place of the table: in top, at bottom, but not in top 3 maps."""
    before = [one for one in spans[:place] if one.text not in _ARTICLES and one.kind != "particle"]
    after = next((one for one in spans[place + 1 :] if one.kind not in ("stop", "particle")), None)
    others = [one for one in spans if one.kind == "value" and one.terms[0].key == term.key]
    joined = after is not None and spans[place + 1].kind != "value"  # top and mid
    if after in others and (joined or len(others) > 1):
        return True  # top, mid and bot
    noun = bool(before) and before[-1].terms[:1] == (Term("dimension", term.key),)
    ranks = after is not None and after.kind in ("number", "dimension")
    placed = spans[place + 1].text if spans[place + 1 : place + 2] else ""  # 탑에서
    held = bool(before) and (before[-1].kind == "value" or before[-1].text in _IN)
    return placed in _AT_KO or ((noun or held) and not ranks)


def _is_named(spans: list[Span], place: int, term: Term, text: str) -> bool:
    """Whether a name that is a verb of using, too, is meant: de usa, and USA in capitals."""
    written = term.detail != term.detail.casefold() and re.search(
        rf"(?<!\w){re.escape(term.detail)}(?!\w)", text
    )
    before = spans[place - 1].text.split()[-1:] if place else []
    return bool(written) or bool(_BEFORE_NAMES & {*before}) or len(spans) == 1


def _is_side(term: Term, spans: list[Span], place: int, lexicon: Lexicon) -> bool:
    """Whether a side's name that is also a word is meant: 한 승률, 그럼 한은?, "and 한?"."""
    dimension = lexicon.model.dimensions.get(term.key)
    if dimension is None or dimension.fixed is None:
        return False
    said = spans[place]
    others = [span for span in spans if span is not said and span.kind != "particle"]
    if is_hangul(said.text[0]) and others and not any(is_hangul(o.text[0]) for o in others):
        return True
    after = [span for span in spans[place + 1 :] if span.kind != "particle"]
    if place == 0:
        return not after or after[0].kind == "measure"
    follows = spans[place + 1 : place + 2]
    marked = bool(follows) and follows[0].attached and follows[0].text in _MARKING
    return marked and all(other.kind == "stop" for other in others)


def _is_alone(name: Span, spans: list[Span]) -> bool:
    """Whether a message says nothing but a name, and how it is to be taken: "us instead"."""
    return all(
        span is name
        or span.text in _BESIDE_NAMES
        or (span.term is not None and span.kind == "operator" and span.term.key in _TAKING)
        for span in spans
    )


def respell(spans: list[Span], lexicon: Lexicon) -> tuple[list[Span], tuple[ReadAs, ...]]:
    """Replace unknown words, alone or two in a row, by the one name that they surely mean."""
    found: list[Span] = []
    notes: list[ReadAs] = []
    index = 0
    while index < len(spans):
        span = spans[index]
        if (whole := _whole_name(spans, index, lexicon)) is not None:
            found.append(whole[0])
            index += whole[1]
            continue
        if span.kind in _NOUNS and index + 1 < len(spans):
            heard = _heard_from(spans, index, lexicon)
            if heard is not None:
                term, count = heard
                word = " ".join(one.text for one in spans[index : index + count])
                notes.append(ReadAs(word, term.key, term.detail))
                last = spans[index + count - 1]
                found.append(span._replace(end=last.end, text=word, terms=(term,)))
                index += count
                continue
        if span.kind != "unknown":
            found.append(span)
            index += 1
            continue
        if found and (meant := _continued(found[-1], span, lexicon)):
            both = f"{found[-1].text} {span.text}"
            found[-1] = found[-1]._replace(end=span.end, text=both, terms=meant)
            index += 1
            continue
        taken = _guess_at(spans, index, lexicon)
        if taken is None:
            found.append(span)
            index += 1
            continue
        term, count = taken
        count += _says_numeral(term, spans[index + count : index + count + 1])
        last = spans[index + count - 1]
        word = " ".join(one.text for one in spans[index : index + count])
        if term.kind == "value":
            notes.append(ReadAs(word, term.key, term.detail))
        found.append(span._replace(end=last.end, text=word, terms=(term,)))
        index += count
    return _with_wholes(found), tuple(notes)


def _with_wholes(spans: list[Span]) -> list[Span]:
    """Leave out a name of several values right before one of these: the GSL of "GSL Code S"."""
    return [
        span for span, after in zip_longest(spans, spans[1:])
        if after is None or span.kind != "value" or after.kind != "value"
        or after.start - span.end > 1 or not set(after.terms) < set(span.terms)
    ]  # fmt: skip


def _says_numeral(name: Term, after: list[Span]) -> int:
    """Return 1 where the number behind a name is the one that it ends in: Jarvan 4, else 0."""
    number = after[0].number if after and name.kind == "value" else None
    return int(number is not None and number == apart(name_form(name.detail))[1])


def _whole_name(spans: list[Span], index: int, lexicon: Lexicon) -> tuple[Span, int] | None:
    """Return words of one name, of which one is a noun that the table lacks, and how many spans.

    The Winter Cup of "IEM Winter Cup" is no season, and IEM Winter is none either.
    """
    for count in range(_LONGEST_RUN, 1, -1):
        run = spans[index : index + count]
        said = [one for one in run if one.kind != "stop"]
        known = all(one.kind in ("missing", "unknown", "stop") for one in run)
        if len(run) < count or not known or said[:1] != run[:1] or said[-1:] != run[-1:]:
            continue
        if len(said) < 2 or all(one.kind != "missing" for one in said):
            continue
        terms = lexicon.having(frozenset(word for one in said for word in one.text.split()))
        several = len(terms) > 1 and not are_editions([term.detail for term in terms])
        if terms and not several and len({term.key for term in terms}) == 1:
            words = " ".join(one.text for one in run)
            return run[0]._replace(end=run[-1].end, text=words, terms=terms), count
    return None


def _continued(name: Span, rest: Span, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return what a name and an unknown word behind it mean together, if that is its rest.

    It is the misspelt rest of the name, or the next word of it: 코드 S of "GSL 2024, 코드 S".
    """
    if name.kind != "value":
        return ()
    both = f"{name.text} {rest.text}"
    sure = guess(both, lexicon).sure or in_hangul(both, lexicon)
    if sure is not None and sure in name.terms and _is_begun(name.text, sure, lexicon):
        return name.terms
    said = set(both.split())
    terms = {*name.terms, *lexicon.having(frozenset(name.text.split()))}
    return tuple(sorted(t for t in terms if said <= set(_APART.split(name_form(t.detail)))))


def _is_begun(said: str, name: Term, lexicon: Lexicon) -> bool:
    """Whether more of a name may follow: nothing is left of 박서준 for what stands behind it."""
    return any(
        surface != said and surface.startswith(said) and name in terms
        for surface, terms in lexicon.terms.items()
    )


def _heard_from(spans: list[Span], index: int, lexicon: Lexicon) -> tuple[Term, int] | None:
    """Return the name in Hangul that a noun and unknown words sound like: Circuit Breaker."""
    for count in (3, 2):
        run = spans[index : index + count]
        if len(run) == count and all(span.kind == "unknown" for span in run[1:]):
            heard = in_hangul(" ".join(span.text for span in run), lexicon)
            if heard is not None:
                return heard, count
    return None


def _guess_at(spans: list[Span], index: int, lexicon: Lexicon) -> tuple[Term, int] | None:
    for count in (3, 2, 1):
        run = spans[index : index + count]
        joined = len(run) == count and all(span.kind in ("unknown", "stop") for span in run[1:])
        if not joined or (count > 1 and run[-1].kind != "unknown"):
            continue
        word = " ".join(span.text for span in run)
        sure = guess(word, lexicon).sure or in_hangul(word, lexicon)
        if sure is not None:
            return sure, count
    return None
