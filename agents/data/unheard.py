"""Words that would narrow or change a question but hold on to nothing: they stop the answer."""

from collections.abc import Set
from functools import cache
from itertools import pairwise

from agents.answering.text.likely import seldom
from agents.answering.text.normal import is_hangul
from agents.answering.text.packs import word_set
from agents.data.left_out_words import is_moment
from agents.data.lexicon import quantity_of
from agents.data.match.compute.frame import LENGTHS, Measure
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words, words
from agents.data.numbers import COMPARISONS
from agents.data.phrase import Phrase
from agents.data.presented import FORMS
from agents.data.reading import Reading
from agents.data.scan import Span
from agents.data.tables.header_words import tokens

_THINGS = ("value", "matchup", "dimension", "quantity", "grain", "period")
_NOUNS = ("mirror", "condition", "draw", "dates", *FORMS, "all")
_MOMENTS = (
    "since_before", "after_before", "until_before", "before_before",
    "since_after", "until_after", "before_after", "around_before", "around_after",
)  # fmt: skip
_BY = frozenset(["by_before", "by_after", "each", "which", "all", "compare", "too", "listing"])
_LOOSE = (
    "from",
    "to",
    "through",
    "starting",
    "desde",
    "al",
    "hasta",
    "playing",
    "이후로",
    "전까지",
)
_PLACED = ("above", "below", "under", "por encima de", "por debajo de")
_BY_FIGURE = ("by_before", "by_after")
_RIVALS = ("by_before", "which", "who", "all", "mirror", "condition", "each")
_LONG = ("long", "short", "end", "ended", "긴", "짧은")  # than was said: ended within 10 minutes
_THAN = ("보다", "than", "que")
_ALIKE = ("same", "other", "mismo", "misma", "mismos", "otra", "otro", "다른")
_OTHER_COUNTERS = ("수", "점", "골", "킬")
_HOW_MUCH = word_set("much cuanto cuanta") | {"how much"}
# How a game was won or lost, and not when: lost on time.
_BY_THE_CLOCK = seldom(
    r"\b(?:los(?:es?|t|ing|ses|s)|w[io]n|wins|winning|perdi\w*|pierd\w*|gan[ao]\w*|derrotas?|victorias?)"
    r"\s(?:\w+\s){0,2}?(?:on|por)\s(?:el\s)?(time|tiempo)\b(?!\s(?:of|de)\b)"
)
# Which place somebody has among the others: no figure of theirs tells it.
_WHICH_PLACE = seldom(
    r"(몇\s?(?:위|등))(?!\s?(?:까지|부터|안|이내))|\b(?:what|which)\s(place|rank|position|spot)\b|"
    r"\bwhere\s(?:does|do|did|would)\s.{1,40}\s(rank|place)\b|\ben\sque\s(puesto|posicion|lugar)\b"
)
_NUMBERS_ALIKE = (
    word_set("rank ranking ranked 랭킹 순위 clasificacion"),
    word_set("rating elo mmr 레이팅 점수 puntuacion"),
)
_COUNTED: tuple[Measure, ...] = ("games", "wins", "losses")


def unheard(
    spans: list[Span], phrase: Phrase, reading: Reading, model: SemanticModel, units: Set[int]
) -> list[str]:
    """Return the words of a message that ask for something that its reading does not hold.

    `spans` are all spans, `phrase` the meaningful ones, `units` the places in it of the words that
    say what a number counts. A negation must negate something, "after"
    needs a moment, "against" a rival; "strong players" and "the current season" are narrower than
    players and season; a mean of counts is no count, and neither is a share.
    """
    found = [
        span.text for index, span in enumerate(phrase)
        if phrase.key(index) and index not in units and _holds_nothing(phrase, index)
    ]  # fmt: skip
    found += _adjectives(spans, phrase, model, reading)
    texts = [span.text for span in spans if span.kind in ("stop", "operator")]
    counted = reading.measure in _COUNTED
    games = any(
        span.term is not None
        and span.term.key == "game_noun"
        and not (place and spans[place - 1].number is not None)
        for place, span in enumerate(spans)
    )  # but not those of a threshold
    won = bool(phrase.operators() & {"won", "lost", "lost_to"})
    shared = counted or (reading.measure is None and games and not won)
    found += [t for t in texts if counted and t in group_words("averages")]
    if reading.measure is None:
        found += [
            one.text
            for one, after in pairwise(spans)
            if one.text in group_words("averages") and after.kind == "value"
        ]  # average damage, where damage is a role
    found += [t for t in texts if reading.measure == "duration" and t in group_words("totals")]
    found += [t for t in texts if shared and t in group_words("shares")]
    narrowed = reading.mentions or reading.excluded
    if narrowed and not (reading.groups and reading.bounds):  # how many rows meet these is told
        found += _counts(spans)
    found += _other_counts(spans)
    found += _who(phrase, reading, model) + _top_rivals(phrase)
    found += _than(spans, reading)
    found += _figures_of_numbers(phrase, reading, model, units)
    if (clock := _BY_THE_CLOCK.search(phrase.text)) and not _is_named(phrase, clock.start(1)):
        found.append(clock[1])
    placed = None if reading.groups else _WHICH_PLACE.search(phrase.text)
    found += [one for one in placed.groups() if one] if placed is not None else []
    rated = {one.value for one in reading.measured}
    found += _of_columns(spans, phrase, model, units, rated) + _grouped_by_rank(phrase, model)
    return list(dict.fromkeys(found))


def _is_named(phrase: Phrase, place: int) -> bool:
    """Whether a place of the text is one of a value's name."""
    return any(span.kind == "value" and span.start <= place < span.end for span in phrase)


def _other_counts(spans: list[Span]) -> list[str]:
    """Return the numbers that count something else than games: 250수 are moves."""
    return [
        f"{number.text}{counter.text}" for number, counter in pairwise(spans)
        if number.number is not None and counter.attached and counter.text in _OTHER_COUNTERS
        and counter.kind != "quantity"
    ]  # fmt: skip


def amounts(spans: list[Span]) -> list[str]:
    """Return what is asked for by its amount, which no value has: ¿cuánto oro gané?, of a rank."""
    return [
        named.text for amount, named in pairwise(spans)
        if amount.text in _HOW_MUCH and named.kind == "value"
    ]  # fmt: skip


@cache
def _column_words(columns: tuple[str, ...]) -> frozenset[str]:
    """Return the words that name columns of numbers: rank, with what else it is called."""
    named = {token for column in columns for token in tokens(column)}
    alike = (group for group in _NUMBERS_ALIKE if group & named)
    return frozenset(named.union(*alike))


def _of_columns(
    spans: list[Span], phrase: Phrase, model: SemanticModel, known: Set[int], rated: Set[float]
) -> list[str]:
    """Return the names of number columns that a number is compared with: rank above 20.

    `known` are the places of those by which games are kept. Black, with more than 40 games, is a
    side, and so is Black above 2000, a rating by which games are kept (`rated`).
    """
    if all(span.fraction is None for span in phrase):
        return []
    named = _column_words(model.numbers)
    of_games = {
        one.start for one, after in pairwise(spans)
        if after.term is not None and after.term.key == "game_noun"
    }  # fmt: skip
    return [
        phrase[place].text for index, span in enumerate(phrase) if span.fraction is not None
        for place in (index - 1, index - 2)
        if place >= 0 and place not in known and phrase[place].text in named
        and (place == index - 1 or phrase.key(index - 1) in COMPARISONS)
        and not (
            phrase.kind(place) == "value" and (span.start in of_games or span.fraction in rated)
        )
    ]  # fmt: skip


def _figures_of_numbers(
    phrase: Phrase, reading: Reading, model: SemanticModel, units: Set[int]
) -> list[str]:
    """Return the nouns of numbers that rank rows, or of which a mean or sum is asked.

    Games may be grouped by a number of few values; "champions by kills" ranks by it all the same.
    """
    found: list[str] = []
    if not model.quantities:
        return found
    figures = group_words("averages") | group_words("totals")
    for index, span in enumerate(phrase):
        if index in units or span.kind != "dimension" or not quantity_of(span.term, model):
            continue
        before = [w for w in phrase.text[: span.start].split()[-3:] if w not in ("de", "of", "the")]
        after = phrase.text[span.end :].split()[:1]
        beside_it = {*before[-1:], *(_without_particle(word) for word in after)}
        mean = bool(figures & beside_it)
        beside = (phrase.key(index - 1), phrase.key(index + 1))
        dropped = span.term is not None and span.term.key in reading.dropped
        asks = reading.measure is not None or bool(reading.order) or dropped
        asks = asks or any(one.dimension == span.term.key for one in reading.mentions if span.term)
        bare = not asks and not set(beside) & _BY
        mean = mean or bare  # "MMR change": the change, not win rates by it
        ranked = (reading.order or reading.limit) and len(reading.groups) > 1
        if mean or ranked:
            found.append(span.text)
    return found


def _without_particle(word: str) -> str:
    """Return a Korean word of figures without what is attached to it: 평균은."""
    figures = group_words("averages") | group_words("totals")
    return next((one for one in figures if is_hangul(one[0]) and word.startswith(one)), word)


def _grouped_by_rank(phrase: Phrase, model: SemanticModel) -> list[str]:
    """Return the words that group by a rank which is a column of numbers, or none: per rank.

    Where no column is called so, "players by rank" ranks the players.
    """
    found = []
    for index, span in enumerate(phrase):
        if span.kind != "operator" or span.text not in _NUMBERS_ALIKE[0]:
            continue
        before, key = phrase[index - 1].text if index else "", phrase.key(index - 1)
        beside = any(one.kind == "dimension" for one in phrase)
        order = before in ("by", "por") and beside and span.text not in _column_words(model.numbers)
        if key in ("by_before", "each", "which") and not order:
            found.append(span.text)
    return found


def _holds_nothing(phrase: Phrase, index: int) -> bool:
    """Whether an operator stands where nothing is that it could work on."""
    key, text = phrase.key(index), phrase[index].text
    step = -1 if key.endswith("_after") else 1
    beside, operator = phrase.kind(index + step), phrase.key(index + step)
    if is_moment(phrase, index + step, step):
        beside = "period"  # 5월까지 빼고
    if text == "x" and key == "by_before":
        return beside not in ("dimension", "grain")  # Boca x River is no grouping
    if text in _LOOSE or (key == "instead_after" and index == 0 and len(phrase) > 1):
        return False
    if key in ("without_before", "without_after", "instead_before", "instead_after"):
        term = phrase.term(index + step)
        if beside == "measure" and term is not None:  # without the length filter
            return term.key not in LENGTHS and phrase.key(index + 2 * step) != "condition"
        return beside not in _THINGS and operator not in _NOUNS
    if text == "부터" and beside == "measure":
        return False  # the number of games to begin with
    if key in _MOMENTS:
        return beside not in ("period", "value", "unknown", "number", "length")
    if key in ("at_least_before", "at_least_after"):
        near = {phrase.kind(i) for i in (index - 2, index - 1, index + 1, index + 2)}
        return not near & {"number", "length"}  # 30승 이상
    if key in ("over_before", "fewer_before", "at_most_before"):
        return beside == "value" and text in _PLACED  # above a map?
    if key in ("versus_between", "lost_to"):
        asked = bool(phrase.operators() & {"which", "who"})
        return not asked and not (beside in (*_THINGS, "number", "unknown") or operator in _RIVALS)
    if key == "between_before":
        return beside not in (*_THINGS, "number", "length", "unknown")
    if key == "no_before":
        return index > 0 and beside not in ("dimension", "period") and operator not in _NOUNS
    return False


def _adjectives(
    spans: list[Span], phrase: Phrase, model: SemanticModel, reading: Reading
) -> list[str]:
    """Return the words that pick some of a kind: other maps, strong rivals, el mes anterior."""
    found: list[str] = []
    if group_words("adjectives").isdisjoint([span.text for span in spans]):
        return found
    asked = bool(phrase.operators() & {"superlative", "which", "who", "listing"})
    pointing = {words.split()[0] for _, words in reading.pointed}
    for index, span in enumerate(spans):
        if span.text not in group_words("adjectives") or span.kind not in ("stop", "operator"):
            continue
        if span.text in pointing or span.text == reading.those:
            continue  # that map, or those games, of the last answer
        if (asked and span.kind == "operator") or (reading.lasting and span.text in _LONG):
            continue
        after = spans[index + 1] if index + 1 < len(spans) else None
        before = spans[index - 1] if index else None
        if before is not None and before.period is not None and span.kind == "operator":
            continue  # 2023 이전
        ranked = before is not None and (
            before.kind in ("measure", "value", "particle")
            or (before.term is not None and before.term.key in ("versus_after", "toward_after"))
        )  # 저그전 약한 선수
        if after is not None and _is_noun(after) and not (ranked and _is_hangul_high(span)):
            term = after.term
            if span.text in _ALIKE and term is not None and term.key == model.entity:
                continue
            found.append(span.text)
        elif before is not None and span.text in _spanish() and _is_noun(before):
            found.append(span.text)
    return found


def _than(spans: list[Span], reading: Reading) -> list[str]:
    """Return what sets others against one of their kind: champions that win more than Ahri."""
    if reading.beyond is not None or not any(span.text.endswith(_THAN) for span in spans):
        return []
    counted = [
        span.text for before, span, after in zip(spans, spans[1:], spans[2:], strict=False)
        if span.text in _THAN and before.kind == "measure" and (
            after.kind in ("measure", "operator") or span.text == "보다"
        )
    ]  # fmt: skip
    if counted:  # more wins than losses
        return counted
    named = [m.dimension for m in reading.mentions if not m.opponent]
    if not any(named.count(key) == 1 for key in reading.groups):
        return []
    return [
        span.text for place, span in enumerate(spans)
        if span.text in _THAN or span.text.endswith((" than", " que"))
        if any(one.kind == "value" for one in spans[max(0, place - 1) : place + 2])
    ]  # fmt: skip


def _who(phrase: Phrase, reading: Reading, model: SemanticModel) -> list[str]:
    """Return who is asked for, where the only one that is named cannot be the answer."""
    asked = model.player or model.entity
    named = [m for m in reading.mentions if m.dimension == asked]
    if len(named) != 1 or named[0].opponent or reading.groups:
        return []
    return [span.text for i, span in enumerate(phrase) if phrase.key(i) == "who"]


def _top_rivals(phrase: Phrase) -> list[str]:
    """Return what narrows rivals to the first of an unnamed ranking: against the top 10."""
    if phrase.operators() & {"who", "which", "listing", *_BY_FIGURE}:
        return []
    for index, span in enumerate(phrase):
        many = index + 1 < len(phrase) and phrase[index + 1].number is not None
        if phrase.key(index) not in ("top", "bottom") or not many:
            continue
        before = {phrase.key(i) for i in range(max(0, index - 2), index)}
        after = {phrase.key(i) for i in range(index + 1, index + 4)}
        if "versus_between" in before or "versus_after" in after:
            return [span.text]
    return []


@cache
def _spanish() -> frozenset[str]:
    """Spanish adjectives follow their noun as well."""
    return frozenset(words("es").adjectives)


def _is_hangul_high(span: Span) -> bool:
    """Whether it is one of the words by which a Korean clause ranks: 승률 좋은 맵."""
    return span.kind == "operator" and span.text in words("ko").adjectives


def _is_noun(span: Span) -> bool:
    game = span.kind == "operator" and span.term is not None and span.term.key == "game_noun"
    return game or span.kind in ("dimension", "grain", "value", "period")


def _counts(spans: list[Span]) -> list[str]:
    """Return the words that ask how many different values there were, which no measure counts."""
    found = []
    for index, span in enumerate(spans):
        mirror = span.term is not None and span.term.key == "mirror"
        if span.kind != "dimension" and not mirror:
            continue
        before = [s for s in spans[max(0, index - 2) : index] if s.text not in ("of", "de")]
        after = spans[index + 1].text if index + 1 < len(spans) else ""
        if before and before[-1].text in group_words("counts"):
            found.append(f"{before[-1].text} {span.text}")
        elif after in ("수", "수는", "수가"):
            found.append(f"{span.text} {after}")
    return found
