"""A normalised question becomes spans: known surfaces (longest first), periods, numbers, others."""

import re
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from agents.answering.periods.periods import Period
from agents.answering.periods.spoken import match_period
from agents.answering.text.likely import Said
from agents.answering.text.normal import is_hangul
from agents.answering.text.worked_out import worked_out
from agents.data.lengths import Length, match_length
from agents.data.lexicon import Lexicon, Term, quantity_of
from agents.data.talk import is_idle

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+")
_DECIMAL = re.compile(r"\d+[.,]\d+")
_HALF_WORDS = frozenset(["half", "mitad", "절반"])
_NUMBER_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8,
    "nueve": 9, "diez": 10,
}  # fmt: skip
_WORD = re.compile(r"[^\W]+(?:[.'&/+\-][^\W]+)*", re.UNICODE)
# Letters without a syllable, as in ㅋㅋㅋ and ㅠㅠ, are laughter and tears.
_COMPARED = ("at_least_before", "over_before", "fewer_before", "at_most_before")
_MEASURED = (*_COMPARED, "between_before")
_COMPARED_AFTER = ("at_least_after", "more_after", "fewer_after", "at_most_after")
_IS = frozenset(["is", "are", "was", "were", "of", "es", "era", "son", "de", "at"])
_AND = frozenset(["and", "to", "y", "a", "에서", "부터"])
_POLITE = "요"
_QUARTERS = ("t", "q")
_COUNTERS = ("명", "개", "위", "등")
_WHOLE = ("탄",)  # verbs of one syllable, with which names begin
_JAMO = re.compile(r"[\u1100-\u11ff\u3130-\u318f]+")
_POSSESSIVE = re.compile(r"'(?:s|ve|re|ll|d|m)?(?![a-z])")  # and you've, they'll


class _Piece(NamedTuple):
    start: int
    end: int
    text: str
    terms: tuple[Term, ...] = ()
    period: Period | None = None
    length: Length | None = None
    number: int | None = None
    fraction: float | None = None
    attached: bool = False


class Span(_Piece):
    """A piece of the question and what it means; one with none of those is unknown.

    `number` is a whole number, `fraction` any number. `attached` tells that it follows the span
    before without a space.
    """

    @worked_out
    def term(self) -> Term | None:
        """The first meaning."""
        return self.terms[0] if self.terms else None

    @worked_out
    def kind(self) -> str:
        """The kind of the first meaning, or `period`, `length`, `number`, `unknown`."""
        if self.terms:
            return self.terms[0].kind
        if self.period is not None:
            return "period"
        if self.length is not None:
            return "length"
        return "number" if self.fraction is not None else "unknown"


def scan(text: str, lexicon: Lexicon, today: date) -> list[Span]:
    """Cut a normalised text into spans, left to right; what is consumed cannot match twice."""
    text = Said.of(text)
    spans: list[Span] = []
    position = 0
    while position < len(text):
        if not text[position].isalnum() and not _begins_name(text, position, lexicon):
            found = _POSSESSIVE.match(text, position)
            position = found.end() if found else position + 1
            continue
        joined = text[position - 1] == "%" or (bool(spans) and spans[-1].end == position)
        attached = bool(spans) and joined  # 40%에서
        span = _known(text, position, lexicon, today, attached) or _other(
            text, position, attached, lexicon
        )
        spans.append(span)
        position = span.end
    spans = _amounts_apart(spans, lexicon)
    if all(span.period is None for span in spans):
        return spans
    return [_counted(text, spans, index, lexicon) for index in range(len(spans))]


def _amounts_apart(spans: list[Span], lexicon: Lexicon) -> list[Span]:
    """Take what may be a value for a number and its noun where it is compared: over 20 kills."""
    if not lexicon.model.quantities:
        return spans
    found: list[Span] = []
    for index, span in enumerate(spans):
        term = span.term
        of = Term("dimension", term.key) if term is not None and term.kind == "value" else None
        key = quantity_of(of, lexicon.model)
        digits = _NUMBER.search(span.text) if key else None
        after = spans[index + 1] if index + 1 < len(spans) else None
        compared = bool(found) and _key(found[-1]) in _MEASURED
        compared = compared or (after is not None and _key(after) in _COMPARED_AFTER)
        if digits is None or not compared:
            found.append(span)
            continue
        fraction, whole = _read_number(digits[0])
        start, middle = span.start + digits.start(), span.start + digits.end()
        number = Span(start, middle, digits[0], number=whole, fraction=fraction)
        left, right = span.text[: digits.start()].strip(), span.text[digits.end() :].strip()
        noun = (Term("quantity", key),)
        before = [Span(span.start, start, left, noun, attached=span.attached)] if left else []
        found += [*before, number, *([Span(middle, span.end, right, noun)] if right else [])]
    return found


def _counted(text: str, spans: list[Span], index: int, lexicon: Lexicon) -> Span:
    """Return a span, a year as a number where it counts: at least 2000 games, 2000경기."""
    span = spans[index]
    if span.period is None or not span.text.isdigit():
        return span
    before = spans[index - 1].term if index else None
    after = spans[index + 1] if index + 1 < len(spans) else None
    rated = after is not None and _key(after) in _COMPARED_AFTER  # 2000 이상, where sides are rated
    ranged = index > 1 and spans[index - 1].text in _AND and spans[index - 2].number is not None
    if (rated or ranged) and "rating" in lexicon.model.quantities:
        return _as_number(span)
    compared = before is not None and before.kind == "operator" and before.key in _COMPARED
    counter = after is not None and after.attached and after.term is not None and (
        after.term.key in ("game_noun", "wins", "losses")
    )  # fmt: skip
    if not (
        compared or counter or _measures(spans, index, lexicon) or text.startswith("+", span.end)
    ):
        return span
    return _as_number(span)


def _as_number(span: Span) -> Span:
    number = int(span.text)
    return span._replace(period=None, number=number, fraction=float(number))


def _measures(spans: list[Span], index: int, lexicon: Lexicon, *, ranged: bool = False) -> bool:
    """Whether what looks like a year is a number of one of the table's: rating above 2000.

    With `ranged` another number follows, up to which it goes.
    """
    after = spans[index + 1] if index + 1 < len(spans) else None
    behind = after is not None and after.term is not None
    if behind and after is not None and after.kind == "quantity":
        return True
    if index > 1 and spans[index - 1].text in _AND and spans[index - 2].text.isdigit():
        return _measures(spans, index - 2, lexicon, ranged=True)  # between 1800 and 2000
    place = index - 1
    compared = ranged or (behind and after is not None and _key(after) in _COMPARED_AFTER)
    while place >= 0 and (
        spans[place].kind == "particle"
        or spans[place].text in _IS
        or _key(spans[place]) in _MEASURED
    ):
        compared = compared or _key(spans[place]) in _MEASURED
        place -= 1
    return compared and place >= 0 and bool(quantity_of(spans[place].term, lexicon.model))


def _key(span: Span) -> str:
    return span.term.key if span.term is not None and span.kind == "operator" else ""


def _begins_name(text: str, position: int, lexicon: Lexicon) -> bool:
    """Whether a sign begins a known surface: "% de victorias", "-60 kg"."""
    if text[position] not in "%+-" or (position and text[position - 1].isalnum()):
        return False
    return _longest(text, position, lexicon, attached=False) is not None


def _known(text: str, position: int, lexicon: Lexicon, today: date, attached: bool) -> Span | None:
    surface = _longest(text, position, lexicon, attached)
    if attached and text[position - 1].isdigit() and (counter := _counter(text, position, lexicon)):
        end = position + len(counter)
        return Span(position, end, counter, (lexicon.counters[counter],), attached=True)
    timed = match_period(text, position, today)
    if timed is not None and not _is_name(surface, timed[0] - position, lexicon):
        end, period = timed
        return Span(position, end, text[position:end], period=period, attached=attached)
    lasting = _length(text, position, lexicon)
    if lasting is not None and lasting.end > position + len(surface or ""):
        end = lasting.end
        return Span(position, end, text[position:end], length=lasting, attached=attached)
    if surface is None:
        return None
    end = position + len(surface)
    if attached and surface in lexicon.particles and not _joins(surface, lexicon):
        terms: tuple[Term, ...] = (Term("particle", surface),)
    else:
        terms = lexicon.terms.get(surface, (Term("particle", surface),))
    return Span(position, end, surface, terms, attached=attached)


def _counter(text: str, position: int, lexicon: Lexicon) -> str | None:
    """Return the word that counts a quantity of the table right behind a number: 120수."""
    run = _hangul_run(text, position)
    found = (c for c in lexicon.counters if run.startswith(c) and cuts(run[len(c) :], lexicon))
    return max(found, key=len, default=None)


def _is_name(surface: str | None, length: int, lexicon: Lexicon) -> bool:
    """Whether what may be a period of that length is a longer word, or a name (Q1, 2022-2023).

    T1 2024 is a year of the team T1, and no quarter, where there is one.
    """
    if surface is None or (len(surface) < length and surface[:1] not in _QUARTERS):
        return False
    named = not surface.isdigit() and lexicon.terms.get(surface, ((),))[0]
    is_value = isinstance(named, Term) and named.kind == "value"
    if len(surface) < length:
        return is_value and len(surface) == len("t1") and surface[1].isdigit()
    return len(surface) > length or is_value


def _length(text: str, position: int, lexicon: Lexicon) -> Length | None:
    """Return the length of time that begins there and is followed by what may follow a word."""
    found = match_length(text, position)
    if found is None or found.end == len(text) or not is_hangul(text[found.end]):
        return found
    return found if cuts(_hangul_run(text, found.end), lexicon) else None


def _joins(surface: str, lexicon: Lexicon) -> bool:
    """Whether a surface that may be a particle has a meaning of its own when attached."""
    terms = lexicon.terms.get(surface, ())
    return bool(terms) and terms[0].kind in ("operator", "dimension", "measure", "grain")


def _longest(text: str, position: int, lexicon: Lexicon, attached: bool) -> str | None:
    for surface in lexicon.at(text, position):
        if _ends_well(text, position, surface, lexicon):
            if len(surface) == 1 and is_hangul(surface) and attached:
                break
            return surface
    if attached and is_hangul(text[position]):
        run = _hangul_run(text, position)
        for length in range(len(run), 0, -1):
            part = run[:length]
            known = part in lexicon.particles or part in lexicon.terms
            if known and cuts(run[length:], lexicon):
                return part
    return None


def _ends_well(text: str, position: int, surface: str, lexicon: Lexicon) -> bool:
    end = position + len(surface)
    if surface[-1].isdigit() and text[end : end + 2].strip().startswith(_COUNTERS):
        return False  # 선수 2명 are two people, also where a side is called 선수2
    if end == len(text) or not text[end].isalnum():
        return True
    last, following = surface[-1], text[end]
    if surface in _WHOLE and is_hangul(following):
        return False  # 탄지로 is no 탄
    if is_hangul(last) and is_hangul(following):
        if len(surface) == 1 and _is_filler(surface, lexicon):
            rest = _hangul_run(text, end)  # 저그 is no 저 and 그, but 명만 is 명 and 만
            return rest in lexicon.particles or _joins(rest, lexicon)
        if len(surface) == 1 and following == _POLITE:
            return False  # 중요한 is no 중 and 요
        return cuts(_hangul_run(text, end), lexicon)
    return is_hangul(last) != is_hangul(following)


def _is_filler(surface: str, lexicon: Lexicon) -> bool:
    return all(term.kind == "stop" for term in lexicon.terms.get(surface, ()))


def _hangul_run(text: str, position: int) -> str:
    end = position
    while end < len(text) and is_hangul(text[end]):
        end += 1
    return text[position:end]


def cuts(rest: str, lexicon: Lexicon) -> bool:
    """Tell whether a run of syllables is made of particles and known words only."""
    return _cuts_cached(rest, lexicon) if len(rest) <= 24 else False


@lru_cache(maxsize=4096)
def _cuts_cached(rest: str, lexicon: Lexicon) -> bool:
    if not rest:
        return True
    for length in range(len(rest), 0, -1):
        part = rest[:length]
        if (part in lexicon.particles or part in lexicon.terms) and _cuts_cached(
            rest[length:], lexicon
        ):
            return True
    return False


def _read_number(written: str) -> tuple[float | None, int | None]:
    """Return a number, and as a whole one if it is: 1,000 and 1.000 are, 52,5 and 52.5 not."""
    digits = re.sub(r"[.,]", "", written)
    if len(digits) >= 10:
        return None, None
    if written.isdigit() or _THOUSANDS.fullmatch(written):
        return float(digits), int(digits)
    if _DECIMAL.fullmatch(written):
        return float(written.replace(",", ".")), None
    return None, None


def _before_particle(text: str, position: int, end: int, lexicon: Lexicon) -> int:
    """Return where a Latin word ends that Korean particles are attached to: Reed보다."""
    place = position
    while place < end and not is_hangul(text[place]):
        place += 1
    return place if position < place < end and cuts(text[place:end], lexicon) else end


def _other(text: str, position: int, attached: bool, lexicon: Lexicon) -> Span:
    number = _NUMBER.match(text, position)
    if number is not None:
        end = number.end()
        follows = text[end : end + 1]
        if not (follows.isascii() and follows.isalpha()):
            fraction, whole = _read_number(number[0])
            if fraction is not None:
                return Span(
                    position, end, number[0], number=whole, fraction=fraction, attached=attached
                )
    laughter = _JAMO.match(text, position)
    if laughter is not None:
        end = laughter.end()
        return Span(position, end, laughter[0], (Term("stop", ""),), attached=attached)
    word = _WORD.match(text, position)
    end = word.end() if word else position + 1
    if word is not None and word[0] in _HALF_WORDS:
        return Span(position, end, word[0], fraction=0.5, attached=attached)
    if word is not None and word[0] in _NUMBER_WORDS:
        value = _NUMBER_WORDS[word[0]]
        return Span(position, end, word[0], number=value, fraction=float(value), attached=attached)
    if text.endswith("'s", position, end) and end - position > 3:
        end -= 2
    end = _before_particle(text, position, end, lexicon)
    idle = not lexicon.knows(text[position:end]) and is_idle(text, position, end)
    terms = (Term("stop", ""),) if idle else ()
    return Span(position, end, text[position:end], terms, attached=attached)
