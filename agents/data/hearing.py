"""Hangul words that no name matches are read by their sound, each with what is attached to it."""

import re
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from agents.answering.text.normal import is_hangul, name_form
from agents.answering.text.packs import word_set
from agents.data.cut_apart import name_at
from agents.data.lexicon import Lexicon, Term
from agents.data.match.model.words import ordinary_words
from agents.data.numbered_names import apart, numeral_behind
from agents.data.scan import Span, cuts, scan
from agents.data.sounds.letter_names import by_letters
from agents.data.sounds.transliteration import Sounds, closeness, sounds_like

_MOST_WORDS, _SHORTEST = 3, 4
_DOCTOR, _BEHIND_DOCTOR = ("dr ", "doctor "), " 박사"
_MIXED = re.compile(r"(?P<letters>[a-z]{1,4})(?P<rest>[가-힣]{2,})")  # KT롤스터
_SHORT = 2  # syllables of a name that may begin many words
_NOT_NAMES = ("unknown", "missing")
_PARTS = (*_NOT_NAMES, "dimension", "stop")
_AFTER_ONE = word_set("은 는 이 가 을 를 의 랑 이랑 와 과 한테 에게 이는 은요 는요 로 으로 에서")
_PARTICLES = (
    "에서는",
    "에서의",
    "에서만",
    "에서",
    "까지",
    "부터",
    "한테",
    "에게",
    "보다",
    "으로",
    "처럼",
)


class Heard(NamedTuple):
    """The spans after reading by sound, and each word with the term that it was taken for."""

    text: str
    spans: list[Span]
    words: tuple[tuple[str, Term], ...]


def hear(text: str, spans: list[Span], lexicon: Lexicon, today: date) -> Heard:
    """Replace unknown Hangul words by the Latin names that they sound like, and scan anew."""
    found: list[tuple[str, Term]] = []
    index = 0
    while index < len(spans):
        span = spans[index]
        if span.kind == "unknown" and span.text[0].isascii():
            mixed = _in_both(span.text, lexicon)
            if mixed is not None:
                word, surface = mixed
                found.append((word, lexicon.meaning(surface)))
                text = text[: span.start] + surface + text[span.start + len(word) :]
                spans = scan(text, lexicon, today)
        begins = span.kind in _NOT_NAMES or _is_before_unknown(spans, index)
        if begins and is_hangul(span.text[0]):
            taken = _at(text, spans, index, lexicon)
            if taken is not None:
                word, surface, joint = taken
                if word != surface:
                    found.append((word, lexicon.meaning(surface)))
                rest = _behind(text[span.start + len(word) :], surface, _name(surface, lexicon))
                # A name run together with the next one is set apart, after its particle.
                rest = f"{rest[:joint]} {rest[joint:]}" if joint else rest
                text = text[: span.start] + surface + rest
                spans = scan(text, lexicon, today)
                index += 1
                continue
        cut = name_at(text, spans, index, lexicon)
        if cut is not None:
            word, surface = cut
            found.append((word, lexicon.meaning(surface)))
            text = text[: span.start] + surface + text[span.start + len(word) :]
            spans = scan(text, lexicon, today)
        index += 1
    return Heard(text, spans, tuple(found))


def _behind(rest: str, surface: str, name: str) -> str:
    """Return what follows a surface of a `name`, without what it has said: 더스트 2, 문도 박사."""
    numeral = numeral_behind(rest, name)
    if numeral:
        return rest[numeral:]
    if name.startswith(_DOCTOR) and rest.startswith(_BEHIND_DOCTOR):
        return rest[len(_BEHIND_DOCTOR) :]
    figures = surface[len(surface.rstrip("0123456789")) :]
    cut = rest.lstrip(" ").removeprefix(figures)
    said_again = bool(figures) and rest.lstrip(" ") != cut and not cut[:1].isdigit()
    return cut if said_again else rest


def _name(surface: str, lexicon: Lexicon) -> str:
    """Return the whole name of the value that a surface stands for, normalised."""
    return name_form(lexicon.meaning(surface).detail)


def _is_before_unknown(spans: list[Span], index: int) -> bool:
    """Whether a word that counts for nothing stands before an unknown one: 레알 마드리드."""
    after = spans[index + 1] if index + 1 < len(spans) else None
    idle = spans[index].kind == "stop" and not spans[index].attached
    return idle and after is not None and after.kind == "unknown" and is_hangul(after.text[0])


def _in_both(run: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """Return the part of a word in both scripts that sounds like a name, and the name: KT롤스터."""
    found = _MIXED.match(run)
    if found is None:
        return None
    said, rest = by_letters(found["letters"]), found["rest"]
    for end in range(len(rest), 1, -1):
        if end == len(rest) or cuts(rest[end:], lexicon):
            surface = sounds_like(said + rest[:end], lexicon.sounds)
            if surface is not None:
                return run[: found.start("rest") + end], lexicon.name_of(surface)
    return None


def in_hangul(word: str, lexicon: Lexicon) -> Term | None:
    """Return the only name in Hangul that a Latin word sounds like: Garen for 가렌.

    So does the name without its numeral where the word has the same one, or none: Jarvan IV.
    """
    if not word.isascii() or len(word) < _SHORTEST:
        return None
    sounds = Sounds([word])
    terms = {lexicon.terms[name][0] for name in lexicon.hangul_values if sounds_like(name, sounds)}
    if terms:
        return terms.pop() if len(terms) == 1 else None
    base, number = apart(word)
    sounds = Sounds([base]) if number else sounds
    for name, of_name, term in _numbered(lexicon):
        if number in (0, of_name) and sounds_like(name, sounds):
            terms.add(term)
    return terms.pop() if len(terms) == 1 else None


@lru_cache(maxsize=16)
def _numbered(lexicon: Lexicon) -> tuple[tuple[str, int, Term], ...]:
    """Return the names in Hangul that end in a numeral, without it, and what they mean."""
    found = ((*apart(surface), term) for surface, term in lexicon.plain_names)
    return tuple(one for one in found if one[1] and all(map(is_hangul, one[0].replace(" ", ""))))


def _at(text: str, spans: list[Span], index: int, lexicon: Lexicon) -> tuple[str, str, int] | None:
    """Return the longest word from a span on that sounds like a name, the name, and the joint.

    The joint is how many syllables of particles stand before another name, 0 if there is none.
    """
    start = spans[index].start
    for last in range(min(index + _MOST_WORDS, len(spans)) - 1, index - 1, -1):
        run_of = spans[index : last + 1]
        if any(o.kind not in _PARTS or not is_hangul(o.text[0]) for o in run_of[1:]):
            continue
        if not any(o.kind == "unknown" for o in run_of):
            continue  # 코트 is a court, but not in 크림슨 코트
        run = text[start : _end_of_run(text, spans[last].end)]
        shortest = spans[last].start - start + 1
        bare = len(run) - _long_particle(run)
        shortest = max(shortest, _ordinary(run, lexicon))
        for end in range(bare if bare >= shortest else len(run), shortest - 1, -1):
            joint = 0
            if end <= _SHORT and _is_crumbs(run[end:], lexicon):
                continue  # 나르니아 is no 나르
            if end == 1 and not _may_follow(run[1:], lexicon):
                continue  # one syllable is a name only by itself, or before a particle
            if end < len(run) and not cuts(run[end:], lexicon):
                joint = _joint(run[end:], lexicon)
                if not joint:
                    continue
            surface = _heard(run[:end], lexicon)
            if joint and run[:end] in lexicon.terms:
                surface = run[:end]
            if surface is not None and last > index and _says_more(run[:end], surface, lexicon):
                continue  # 페이커 킬 is Faker and his kills
            if surface is not None:
                if not joint:
                    end, surface = _without_particle(run[:end], surface, lexicon)
                return run[:end], lexicon.name_of(surface), joint
    return None


def _says_more(run: str, surface: str, lexicon: Lexicon) -> bool:
    """Whether the first word of several, without its particle, is as near to what they sound like.

    The others then say something of their own, and do not belong to the name.
    """
    word, _, rest = run.partition(" ")
    ends = range(len(word) - 1, 1, -1) if rest else ()
    bare = next((word[:end] for end in ends if word[end:] in lexicon.particles), word)
    whole = closeness(run.replace(" ", ""), surface)
    return bool(rest) and closeness(bare, surface) >= whole


def _is_crumbs(rest: str, lexicon: Lexicon) -> bool:
    """Whether the end of a word is known only by syllables, so that it ends a longer name."""
    known = (rest[:length] for length in range(2, len(rest) + 1))
    return len(rest) > 1 and not any(
        one in lexicon.particles or one in lexicon.terms for one in known
    )


def _ordinary(run: str, lexicon: Lexicon) -> int:
    """Return how many syllables are an ordinary word, so that no shorter piece is a name."""
    known = ordinary_words()
    ends = (end for end in range(len(run), 1, -1) if run[:end] in known)
    return next((end for end in ends if end == len(run) or cuts(run[end:], lexicon)), 0)


def _heard(word: str, lexicon: Lexicon) -> str | None:
    """Return the name that a word sounds like; an ordinary word is one only if it sounds so."""
    ordinary = word in ordinary_words()
    return sounds_like(word, lexicon.sounds, surely=ordinary)


def _long_particle(run: str) -> int:
    """Return how many syllables of a word are a particle that no name ends in: 로비에서."""
    return next((len(one) for one in _PARTICLES if len(run) > len(one) and run.endswith(one)), 0)


def _without_particle(word: str, surface: str, lexicon: Lexicon) -> tuple[int, str]:
    """Return how many syllables of a word are the name, and the name.

    A particle may sound like nothing; without it the word may be nearer to another name: 하버는 is
    Harbor, and no Haven.
    """
    for end in range(2, len(word)):
        if word[end:] in lexicon.particles:
            bare = sounds_like(word[:end], lexicon.sounds)
            nearer = bare is not None and closeness(word[:end], bare) >= closeness(word, surface)
            if bare is not None and bare != surface and nearer:
                return end, bare
            if closeness(word, surface) > closeness(word[:end], surface):
                continue  # 아라비아 is Arabia, and no 아라비 that is called
            if bare is not None and (bare == surface or len(word) - end > 1):
                return end, bare
    return len(word), surface


def _joint(rest: str, lexicon: Lexicon) -> int:
    """Return how many syllables of a particle are followed by something that sounds like a name."""
    for length in range(min(4, len(rest) - 1), 0, -1):
        if rest[:length] not in lexicon.particles:
            continue
        tail = rest[length:]
        for end in range(len(tail), 1, -1):
            rest_known = end == len(tail) or cuts(tail[end:], lexicon)
            if rest_known and sounds_like(tail[:end], lexicon.sounds) is not None:
                return length
    return 0


def _end_of_run(text: str, end: int) -> int:
    while end < len(text) and is_hangul(text[end]):
        end += 1
    return end


def _may_follow(rest: str, lexicon: Lexicon) -> bool:
    kinds = {term.kind for term in lexicon.terms.get(rest, ())}
    return not rest or rest in (*_AFTER_ONE, *_PARTICLES) or bool(kinds & {"operator", "measure"})
