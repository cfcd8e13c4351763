"""Those whom the last answer was about as rivals: against them, contra ellos, 걔네 상대로."""

import re
from collections.abc import Mapping
from dataclasses import replace

from agents.answering.text.likely import seldom
from agents.data.match.compute.frame import Frame
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.own_log import rivals_named
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span
from agents.data.those_shown import Shown, as_rivals_shown

_ENDS = (
    r"(?=$|\s(?:in|on|at|by|per|with|for|en|por|con|desde|hasta|solo|y|and|since|only|most|"
    r"the\smost|best|mas)\b)"
)
_AGAINST = seldom(
    r"\b(?:against|versus|vs|v|facing|beat|beats|beaten|beating|lost\sto|lose\sto|loses\sto|"
    r"contra|ante|frente\sa)\s"
    rf"(?P<who>them|him|her|it|that\sone|those|these|ellos|ellas|el|ella|es[eao]s?|est[eao]s?){_ENDS}"
    r"|(?<!\S)(?P<ko>(?:걔|얘|쟤)(?:네|들|네들)?|그들|그쪽|그놈|(?:그|이|저)\s?(?:\S{1,2}\s?명|사람들?))"
    r"(?:(?:를|을|의|랑|와)?\s?(?:상대로는?|상대론|상대|한테는?|에게는?)(?=\s|$)|"
    r"(?:이?랑|하고)(?:은|는)?(?=\s(?:몇|얼마나|붙|맞붙|만나|만났|상대\s?전적|전적)))"
    r"|(?<!\S)(?P<rival>[그이저]\s?상대방?)(?:(?:(?:을|를)\s상대)?으?로는?|으?론|(?:이?랑|하고|와|과)(?:은|는)?|"
    r"(?:한테|에게)는?)(?=\s|$)"
    r"|\b(?:with|con)\s(?:this|that|es[ea]|est[ea])\s"
    r"(?:opponent|rival|foe|oponente|contrincante|adversari[oa])\b"
)
_BEFORE, _BEHIND = ("versus_between", "lost_to"), ("versus_after", "toward_after")
_RIVAL = re.compile(r"\b[그이저]\s?상대|\b(?:opponent|rival|foe|oponente|contrincante|adversari)")
_SEVERAL = re.compile(r"\b(?:them|those|these|ellos|ellas|es[oa]s|est[oa]s)\b|[들네명]")


def take_against(spans: list[Span], phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """Read into `out` the words that stand for a rival of the last answer."""
    found = _AGAINST.search(phrase.text)
    if found is None:
        _noun_against(spans, out, model)
        return
    out.against = found[0]
    if found["ko"] or found["rival"]:
        _own_after(found.end(), spans, out)
    who = [s for s in spans if s.term is not None and s.term.key == "who"]
    out.who = out.who and not (who and all(_within(span, found) for span in who))
    said = set(found[0].split()) | {span.text for span in spans if _within(span, found)}
    out.unknown = [word for word in out.unknown if word not in said]
    out.those = "" if out.those in said else out.those
    out.them = "" if out.them in said else out.them


def _within(span: Span, found: re.Match[str]) -> bool:
    return found.start() <= span.start and span.end <= found.end()


def _own_after(end: int, spans: list[Span], out: Reading) -> None:
    """Take back the rival's side from the value behind "against that player": it is one's own."""
    own = next((s for s in spans if s.start >= end and s.kind != "particle"), None)
    named = {(term.key, term.detail) for term in own.terms} if own is not None else set()
    out.mentions = [
        replace(one, opponent=False) if (one.dimension, one.value) in named else one
        for one in out.mentions
    ]


def _noun_against(spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """ "Against that race", 그 선수 상대로: a noun that points at a rival."""
    if not out.pointed:
        return
    said = [span for span in spans if span.kind not in ("stop", "particle")]
    for place, span in enumerate(said):
        if span.kind != "dimension" or span.term is None:
            continue
        key = span.term.key
        met = any(
            one.term is not None and one.kind == "operator" and one.term.key in keys
            for near, keys in (
                (said[max(0, place - 2) : place], (*_BEFORE, *_BEHIND)),
                (said[place + 1 : place + 2], _BEHIND),  # but those players against Terran
            )
            for one in near
        )
        words = next((words for pointed, words in out.pointed if pointed == key), "")
        if met and words:
            out.against = words
            out.groups = [one for one in out.groups if met_dimension(one, model) != key]
            if not span.text.isascii():
                _own_after(said[place + 1].end if place + 1 < len(said) else 0, spans, out)


def settle_against(
    reading: Reading,
    previous: Frame | None,
    top: Mapping[str, str],
    shown: Shown,
    model: SemanticModel,
) -> None:
    """Add the rival that was pointed at; where the last answer was about nobody, it means nothing.

    That is the first of the rivals that were ranked, or those who were named as such, or else whom
    the last answer was about; `top` is what its highest row was about. Several words are for all
    who were `shown`.
    """
    if not reading.against:
        return
    kinds = {key for key, words in reading.pointed if words == reading.against}
    reading.pointed = [one for one in reading.pointed if one[1] != reading.against]
    several = shown if _SEVERAL.search(reading.against) else {}
    met = as_rivals_shown(several, model) or _rivals(previous, top, model)
    met = [m for m in met if kinds <= {m.dimension, "opponent"}]
    if previous is not None and _RIVAL.search(reading.against):
        met = [m for m in met if not _is_the_same(m, reading, previous)]
    if not met:
        reading.unknown.append(reading.against)
        return
    named = [m for m in reading.mentions if m.opponent]
    reading.mentions += [one for one in met if one not in named]


def _is_the_same(rival: Mention, reading: Reading, previous: Frame) -> bool:
    """Whether whom the last answer was about would be a rival of nobody but itself."""
    key = rival.dimension
    own = previous.filter(key)
    other = any(m.dimension == key and not m.opponent for m in reading.mentions)
    told = own is not None and rival.value in own.values
    return told and not other and previous.filter(key, "opponent") is None


def _rivals(previous: Frame | None, top: Mapping[str, str], model: SemanticModel) -> list[Mention]:
    first = {key: (value,) for key, value in top.items()
             if met_dimension(key, model) is not None or key == rivals_named(model)}  # fmt: skip
    found = as_rivals_shown(first, model)
    if found or previous is None:
        return found
    if previous.order and any(met_dimension(key, model) for key in previous.group_by):
        return []  # of rivals that share the first place neither is meant
    told = [one for one in previous.filters if not one.exclude]
    against = [one for one in told if one.side == "opponent"]
    if against:
        return [Mention(f.dimension, v, opponent=True) for f in against for v in f.values]
    for key, value in top.items():
        if model.is_of_sides(key) and model.has_rival(key):
            return [Mention(key, value, opponent=True)]
    own = [f for f in told if model.dimensions[f.dimension].of_sides]
    if len(own) != 1 or not model.has_rival(own[0].dimension):
        return []
    return [Mention(own[0].dimension, value, opponent=True) for value in own[0].values]
