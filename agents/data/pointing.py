"""Words that point back at the last answer, or widen it: that map, any map, in total, the two."""

import re
from functools import lru_cache
from itertools import zip_longest

from agents.answering.text.likely import seldom
from agents.answering.text.packs import word_set
from agents.data.lexicon import Lexicon, Term
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span, cuts

_THAT = word_set(
    "that this these those ese esa este esta esos esas aquel aquella dicho dicha 그 저 이 해당"
)
_THOSE = word_set("those these esas esos estas estos 그 이 해당")
_THIS_KO = word_set("이 해당")
_OF_THEM = word_set("그중 그중에 그중에서 ellas ellos")
_AMONG_THEM = seldom(r"\bmost\sof\s(them|those|these)\b|\b(?:la mayoria|mas)\sde\s(ellas|ellos)\b")
# The games of the last answer in a word that follows where they are, or that ends the message.
_IN_THEM = seldom(
    r"\b(?:in|of|among|amongst|for|within|from|on|with|across|over)\s(?:all\s(?:of\s)?)?"
    r"(?:(them)\b|(that|this|it)\s*$)|"
    r"\bhow\smany\b.*\s(?:is|was|are|were)\s(that|those|these)\b|"
    r"\b(?:en|de|con|para|entre)\s(?:tod[oa]s?\s)?(eso|ello|esto|aquello|aquell[ao]s)\s*$|"
    r"(?<!\S)((?:그|이|저)(?:것|거|걸)들?)\s?(?:에서|에선|중|의|안에서)"
)
_SAME = word_set("same mismo misma 같은 동일한")
_THERE = word_set(
    "there here ahi alli aca aqui 거기서 거기서는 거기서의 거기 거긴 여기서 여기서는 거기에서 "
    "여기에서"
)
_BEHIND_THERE = ("", "for", "against", "as", "with", "in", "during", "para", "contra", "con", "en")
_THERE_IS = word_set("is are was were be hay exist")
_ANY = word_set("any either whatever whichever cualquier cualquiera 아무 어떤 어느")
_EVERY = word_set("all entire whole todo toda todos todas 모든 전체 전부 모두 온갖")
_WHOLE, _WHOLE_KO = word_set("entire whole complete full todo toda"), word_set("전체 통째 통째로")
_THROUGHOUT = word_set(
    "all whole entire full complete todo toda entero completo throughout 전체 전부 모두 통째 내내"
)
_ARTICLES = word_set("the a as el la los las of de 은 는 이 가 을 를 의")
_EVERYTHING = word_set("all everything todo todos todas 전체 모두 모든 전부")
_TOO = word_set("too 너무 demasiado demasiada demasiados demasiadas")
_DEGREES = word_set(
    "strong weak good bad high low long short powerful dominant easy hard much many few often "
    "broken big small fast slow favoured favored popular rare overpowered"
)
_TOTALS = word_set(
    "altogether overall combined totals globally global 통틀어서 통틀면 통틀어 총합 "
    "총합은 합계 총계"
)
_TWO = word_set("two both dos ambos ambas 둘 둘이 둘을 둘은 둘의 두 둘다")
_THEM = word_set("them ellos ellas 두사람 서로")
_COUNTED_BY = ("by_before", "each", "which", "who", "listing")
_PLACING = word_set("with on in at as using con en como contra against")
_PLACING_KO = ("으로", "로", "에서")
_WITHIN_KO = word_set("은 는 에서 만 에서는 에서만 의 중 중에 중에서 도 로 으로 기준")


def take_pointed(
    spans: list[Span],
    phrase: Phrase,
    out: Reading,
    model: SemanticModel,
    pairs: set[tuple[str, str]],
) -> None:
    """Read into `out` what a message says of the last answer; `pairs` are its matchups."""
    for place, span in enumerate(spans):
        if span.kind in ("dimension", "grain") and span.term is not None:
            _noun(spans, place, span.term, out)
        elif span.text in _TOO and _is_degree(spans, place):
            out.acts.append("opinion")  # is terran too strong?
        elif span.text in _THERE and _is_place(spans, place):
            out.there = span.text
    if "period" in out.dropped or out.wide:
        everything = [s for s in spans if s.term is not None and s.term.key == "all"]
        if everything and all(s.text in _EVERYTHING for s in everything):
            out.all = False  # everything, all time
    texts = {word for span in spans if span.kind != "value" for word in span.text.split()}
    out.throughout = any(
        span.text in _THROUGHOUT and _is_throughout(spans, place)
        for place, span in enumerate(spans)
    )
    out.total = not (texts.isdisjoint(group_words("totals")) and texts.isdisjoint(_TOTALS))
    shared = "%" in texts or not texts.isdisjoint(group_words("shares"))
    out.share = shared and all(s.kind in ("stop", "particle") or _is_by(s) for s in spans)
    beside = zip_longest(spans, spans[1:])
    out.those = next((one.text for one, after in beside if _points_at_games(one, after)), "")
    if not out.those and phrase.operators() & {"who", "which"}:
        of_them = _AMONG_THEM.search(phrase.text)
        out.those = next(filter(None, of_them.groups())) if of_them is not None else ""
    in_them = _IN_THEM.search(phrase.text)
    if not out.those and in_them is not None:
        out.those = next(filter(None, in_them.groups()))
    out.unknown = [word for word in out.unknown if word != out.those]
    out.both = next((s.text for s in spans if s.text.replace(" ", "") in _TWO), "")
    out.them = next((s.text for s in spans if s.text in _TWO or s.text in _THEM), "")
    out.placed = any(_is_placed(phrase, index) for index in range(len(phrase)))
    _of_games(spans, phrase, out)
    _side_of_matchup(out, model, pairs)


def _is_placed(phrase: Phrase, index: int) -> bool:
    """Whether "which" asks where or with what something was done: on which maps, con qué."""
    if phrase.key(index) != "which" or phrase.kind(index + 1) != "dimension":
        return False
    said = [*phrase.text[: phrase[index].start].split()[-1:], phrase[index].text.split()[0]]
    return bool(_PLACING & set(said)) or phrase.text[phrase[index + 1].end :].startswith(
        _PLACING_KO
    )


def _is_throughout(spans: list[Span], place: int) -> bool:
    """Whether a word says that all of a period is meant: all of 2024, 2024년 전체, todo 2024."""
    left = [s for s in spans[max(0, place - 3) : place] if s.text not in _ARTICLES]
    right = [s for s in spans[place + 1 : place + 4] if s.text not in _ARTICLES]
    return any(one.period is not None for one in (*left[-1:], *right[:1]))


def _is_by(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "by_before"


def _noun(spans: list[Span], place: int, term: Term, out: Reading) -> None:
    """Read what stands beside a noun: that map, any map, 맵은 전체로."""
    left = [s for s in spans[max(0, place - 3) : place] if s.text not in _ARTICLES]
    before = left[-1].text if left else ""
    right = [s for s in spans[place + 1 :] if s.text not in _ARTICLES]
    after = right[0].text if right else ""
    # With which, behind a noun, belongs to the next one: that player, with which character.
    next_one = len(right) > 1 and right[1].kind in ("dimension", "grain")
    by = any(s.term is not None and s.kind == "operator" and s.term.key in _COUNTED_BY
             for s in (*left[-2:], *([] if next_one else right[:1])))  # fmt: skip
    key = "period" if spans[place].kind == "grain" else term.key
    follows = after in _EVERY and (len(right) == 1 or right[1].kind in ("particle", "stop"))
    if before in _WHOLE or (follows and after in _WHOLE_KO):
        out.whole, out.whole_of_one = key, before in _WHOLE
    if term.key in out.dropped:
        return  # without that map filter
    if key == "period" and before in _THAT and not by:
        out.pointed.append((term.key, f"{before} {spans[place].text}"))
    elif key != "period" and before in (*_THAT, *_SAME) and not by:
        if term.key in out.groups or before in _THAT:
            out.groups = [group for group in out.groups if group != term.key]
            out.pointed.append((term.key, f"{before} {spans[place].text}"))
    elif before in _ANY and not (left[-1].term is not None and left[-1].term.key == "which"):
        out.wide.append((key, True))
    elif (before in _EVERY and not by) or follows:
        out.wide.append((key, False))


def _points_at_games(span: Span, after: Span | None) -> bool:
    """Whether a word stands for the games of the last answer: who wins those, 그 경기들에서."""
    if span.text in _OF_THEM:
        return True
    game = after is not None and after.term is not None and after.term.key == "game_noun"
    if span.text in _THIS_KO:
        return game and not span.attached  # 이 경기들, but 테란이 경기마다
    return span.text in _THOSE and (
        game or after is None or after.kind not in ("dimension", "grain")
    )


def _is_degree(spans: list[Span], place: int) -> bool:
    """Whether "too" is one of degree: what follows is a quality, or nothing that is known."""
    if spans[place].text != "too":
        return True
    after = spans[place + 1] if place + 1 < len(spans) else None
    key = after.term.key if after is not None and after.term is not None else ""
    return after is not None and (after.text in _DEGREES or key in ("high", "low"))


def _is_place(spans: list[Span], place: int) -> bool:
    """Whether "there" is where the last answer was, and does not only say that something is."""
    if not spans[place].text.isascii():
        return True
    before = spans[place - 1].text if place else ""
    after = spans[place + 1].text if place + 1 < len(spans) else ""
    return before not in _THERE_IS and after in _BEHIND_THERE


def _of_games(spans: list[Span], phrase: Phrase, out: Reading) -> None:
    """ "Games under 7 minutes" begins with what it counts; "in games under 7 minutes" narrows."""
    games = [i for i, s in enumerate(spans) if s.term is not None and s.term.key == "game_noun"]
    out.of_games = bool(games)
    if not games or phrase.operators() & {"only", "too"}:
        return
    first = spans[games[0]]
    said = [s for s in spans if s.kind not in ("stop", "particle")]
    if first.text.isascii():
        opening = [s.text for s in spans[: games[0]]]
        out.counts = not opening or all(
            text in ("how", "many", "the", "las", "los") for text in opening
        )
        return
    rest = [s.text for s in spans[games[-1] + 1 :] if s.attached]
    last = said[-1] is spans[games[-1]]
    out.counts = last and not any(text in _WITHIN_KO for text in rest)


def _side_of_matchup(out: Reading, model: SemanticModel, pairs: set[tuple[str, str]]) -> None:
    """How often does PvZ go to Zerg: of the two of a matchup the one that is named is asked for."""
    if len(pairs) != 1:
        return
    ((one, two),) = pairs
    own = [m.value for m in out.mentions if m.dimension == model.entity and not m.opponent]
    if sorted(own) in (sorted([one, two]), sorted([one, one])) and len(own) > 1:
        named = two if two in own else one
        rival = one if named == two else two
        rest = [m for m in out.mentions if m.dimension != model.entity]
        out.mentions = [*rest, Mention(model.entity, named),
                        Mention(model.entity, rival, opponent=True)]  # fmt: skip


def without_rather(spans: list[Span]) -> list[Span]:
    """Leave out a Spanish "mejor" that says "rather" beside what takes another's place."""
    said = [s for s in spans if s.kind not in ("stop", "particle") or s.text in _ASKS]
    if any(s.text in _ASKS or s.kind == "measure" for s in said):
        return spans
    found = next((s for s in said if s.text == "mejor"), None)
    if found is None or len(said) < 2:
        return spans
    place = spans.index(found)
    after = spans[place + 1] if found is said[0] and place + 1 < len(spans) else None
    begins = after is not None and (after.text in _HOW or after.kind in ("value", "period"))
    ends = found is said[-1] and (
        said[-2].kind in ("value", "period", "length")
        or (said[-2].kind in ("dimension", "grain") and len(said) > 2
            and said[-3].term is not None and said[-3].term.key == "by_before")
    )  # fmt: skip
    return [s for s in spans if s is not found] if begins or ends else spans


_ASKS = word_set("cual cuales quien quienes el la lo los las es son va le que which who")
_HOW = word_set("en con por para desde hasta contra sin solo")
_LETTER = re.compile(r"[A-Z]")
_AGAINST_LETTER = re.compile(r"(?<![\w.'-])v\.?([A-Za-z])(?![A-Za-z0-9_'-])")
_AGAINST_SYLLABLE = re.compile(r"(?<![가-힣])(대\s?)?([가-힣])전([가-힣]*)")
_TO_WHOM = re.compile(r"\bA\s(?=(?:qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?)\b)")


def with_rivals_letter(text: str, lexicon: Lexicon) -> str:
    """Return a question with what is met by its letter in words: vZ is vs Z, 대저전 대 저그전."""
    if "전" in text and _syllables(lexicon):
        text = _AGAINST_SYLLABLE.sub(lambda found: _met_by_syllable(found, lexicon), text)
    if not lexicon.letters or "v" not in text:
        return text
    return _AGAINST_LETTER.sub(lambda found: _against(found, lexicon), text)


def _against(found: re.Match[str], lexicon: Lexicon) -> str:
    letter = found[1].lower()
    small = found[1] == letter and (letter == "s" or f"v{letter}" in lexicon.terms)
    known = letter in lexicon.letters and not small
    return f"vs {letter.upper()}" if known else found[0]


def _met_by_syllable(found: re.Match[str], lexicon: Lexicon) -> str:
    """Return 프전 as 프로토스전; a name that is written so stays, and so does a longer word."""
    against, syllable, rest = found.groups()
    name = _syllables(lexicon).get(syllable)
    if name is None or f"{syllable}전" in lexicon.terms or not cuts(rest, lexicon):
        return found[0]
    return f"{'대 ' if against else ''}{name}전{rest}"


@lru_cache(maxsize=16)
def _syllables(lexicon: Lexicon) -> dict[str, str]:
    """Return what a matchup calls its sides in Korean, each with the whole name: 저 for 저그."""
    members = lexicon.model.dimensions[lexicon.model.entity].members
    return {short: member.label["ko"] for member in members.values() if "ko" in member.label
            for short in member.shorts("ko")}  # fmt: skip


def letters_of(spans: list[Span], text: str, letters: dict[str, Term]) -> list[Span]:
    """Read capital letters that stand alone as what a matchup calls its sides: T against P."""
    if not letters or not _LETTER.search(text):
        return spans
    found = []
    text = _TO_WHOM.sub(" ", text)
    for span in spans:
        letter = span.text.removesuffix("'s")
        term = letters.get(letter) if span.kind in ("unknown", "stop") else None
        if term is not None and _stands_alone(letter.upper(), text):
            span = span._replace(terms=(term,))
        found.append(span)
    return found


def _stands_alone(letter: str, text: str) -> bool:
    return re.search(rf"(?<![\w.'-]){re.escape(letter)}(?![^\W가-힣]|[.-])", text) is not None
