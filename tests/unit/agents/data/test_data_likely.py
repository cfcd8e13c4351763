"""Rules that a text cannot match are left aside, and no rule that it can match ever is."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator

import pytest

import agents.answering
import agents.data
from agents.answering.text.beginnings import AtPlaces, beginnings
from agents.answering.text.likely import Late, Likely, Rewording, Said, Seldom, seldom, turn
from agents.answering.text.needed import needed
from agents.data import how_it_goes, rewording
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from tests.eval import further_questions, named_questions, odd_questions, questions


def texts_in(held: object) -> Iterator[str]:
    match held:
        case str():
            yield held
        case dict():
            yield from (text for one in (*held, *held.values()) for text in texts_in(one))
        case list() | tuple():
            yield from (text for one in held for text in texts_in(one))
        case _:
            pass


def patterns_in(held: object) -> Iterator[re.Pattern[str]]:
    match held:
        case re.Pattern():
            yield held
        case Seldom():
            yield held.pattern
        case Late():
            yield held.compiled
        case Likely():
            yield from (pattern for pattern, _ in held)
        case dict():
            yield from (found for one in (*held, *held.values()) for found in patterns_in(one))
        case list() | tuple():
            yield from (found for one in held for found in patterns_in(one))
        case _:
            pass


def all_patterns() -> Iterable[re.Pattern[str]]:
    packages = (agents.answering, agents.data)
    found = [pkgutil.walk_packages(one.__path__, f"{one.__name__}.") for one in packages]
    held = [vars(importlib.import_module(one.name)) for some in found for one in some]
    return dict.fromkeys(found for one in held for found in patterns_in(dict(one)))


def test_every_question_that_a_pattern_matches_has_what_the_pattern_needs() -> None:
    asked = {
        text
        for one in (questions, further_questions, named_questions, odd_questions)
        for text in texts_in({k: v for k, v in vars(one).items() if k.isupper()})
    }
    said = [Said(text) for text in sorted(asked)]
    assert len(said) > 500
    for pattern in all_patterns():
        words = needed(pattern.pattern, pattern.flags)
        for text in said if words else ():
            if not any(word in text.low for word in words):
                assert not pattern.search(text), (pattern.pattern, words, text)


def test_a_pattern_matches_only_where_a_text_begins_as_it_does() -> None:
    asked = {
        text
        for one in (questions, further_questions, named_questions, odd_questions)
        for text in texts_in({k: v for k, v in vars(one).items() if k.isupper()})
    }
    said = [Said(text) for text in sorted(asked)]
    for pattern in all_patterns():
        starts = beginnings(pattern.pattern, pattern.flags)
        for text in said if starts else ():
            for found in pattern.finditer(text):
                here = text.low[found.start() : found.end()]
                assert any(here.startswith(start) for start in starts), (pattern.pattern, text)


@pytest.mark.parametrize(
    ("pattern", "starts"),
    [
        (r"(?:in )?(may|march)", {"in ", "may", "mar"}),
        (r"(?<=since )q([12])", {"q1", "q2"}),
        (r"\bh?o+\d", {"ho", "o"}),
        (r"a(?:bc|\w)d", {"a", "abc"}),
        (r"(?:the )?\w+", set()),
    ],
)
def test_what_a_match_begins_with_is_read_from_its_pattern(pattern: str, starts: set[str]) -> None:
    assert beginnings(pattern, 0) == starts


def test_rules_at_a_place_are_those_that_begin_there_and_have_their_words() -> None:
    rules = AtPlaces([(re.compile(r"(?:in )?may"), 1), (re.compile("in june"), 2)])
    said = Said("now in may, in July")
    assert [left for _, left in rules.at(said, 4)] == [1]
    assert [left for _, left in rules.at(said, 7)] == [1]
    assert not list(rules.at(said, 0))
    assert [left for _, left in rules.at(Said("In June"), 0)] == [2]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bthe\s(?:busiest|fullest)\b", {"busiest", "fullest"}),
        (r"colou?r", {"color", "colour"}),
        (r"cu[aá]nt[oa]s", {"cuantos", "cuantas", "cuántos", "cuántas"}),
        (r"(?:win)?\s?rate", {"rate"}),
        (r"(?:abc|\d)x?", {"abc", *"0123456789"}),
        (r"\w+(?=\sthree\b)", {"three"}),
        (r"a(?!bcd)\w*", {"a"}),
        (r"(?:please)*\s\w", set()),
    ],
)
def test_what_a_pattern_needs_is_read_from_it(pattern: str, words: set[str]) -> None:
    assert needed(pattern, 0) == words


def test_a_turn_is_compiled_when_a_text_first_has_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[str] = []
    compiling = re.compile

    def keep(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compiling(pattern, flags)

    monkeypatch.setattr(re, "compile", keep)
    rules = Rewording([turn("the quagga", "it"), turn("the okapi", "it")])
    beside = seldom("a tapir")
    assert rules.put("See the Okapi") == "See it"
    assert beside.search("See the Okapi") is None
    assert compiled == ["the okapi"]


def test_a_rule_reads_what_the_rules_before_it_left() -> None:
    rules = Rewording(
        [
            (re.compile("three"), "four"),
            (re.compile("two"), "three"),
            (re.compile("three"), "five"),
            (re.compile("one"), "two"),
        ]
    )
    assert rules.put("one two") == "two five"


@pytest.mark.parametrize("said", ["THREE KISSES"])
def test_capitals_and_odd_letters_are_the_letters_that_patterns_take_them_for(said: str) -> None:
    rules = Likely([(re.compile("kisses", re.IGNORECASE), 1), (re.compile(r"\d"), 2)])
    found = [left for pattern, left in rules.of(said) if pattern.search(said)]
    assert found == [left for pattern, left in rules if pattern.search(said)]


def test_turns_of_phrase_are_tried_only_with_their_words() -> None:
    assert len(list(rewording.TURNS.of("Terran win rate by map"))) < 2  # dates may follow a "y"
    assert not list(rewording.LATER_TURNS.of("Terran win rate by map"))
    assert not list(how_it_goes.TREND.of("Terran win rate by map"))
    assert rewording.reword("the busiest map") == "the one with the most games map"


def test_a_pattern_alone_is_tried_where_a_text_has_what_it_needs() -> None:
    pattern = seldom(r"(?:the\s)?busiest\s(\w+)", re.IGNORECASE)
    assert pattern.search("by map") is None
    assert (found := pattern.search("show the BUSIEST maps")) is not None and found[1] == "maps"
    assert pattern.match("show the busiest maps") is None
    assert pattern.fullmatch("the busiest maps") is not None


def test_a_copy_of_a_model_works_out_its_facts_anew() -> None:
    race = Dimension(a="p1_race", b="p2_race", role="entity")
    model = SemanticModel(dimensions={"race": race})
    assert (model.entity, race.of_sides, race.values) == ("race", True, ())
    clan = Dimension(a="p1_clan", b="p2_clan", role="entity")
    assert model.model_copy(update={"dimensions": {"clan": clan}}).entity == "clan"
    assert race.model_copy(update={"sample": ("Zerg",)}).values == ("Zerg",)
    assert model == SemanticModel(dimensions={"race": Dimension(**race.model_dump())})
