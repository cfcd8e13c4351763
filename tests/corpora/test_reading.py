"""The reading of words: the examples of the constructions, the dialogues, and the packs."""

import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
import yaml

from agents.data.dialogue.outcomes import Asked
from agents.data.dialogue.understanding import understand
from agents.data.grammar.constructions import grammar
from agents.data.language.packs import Packs, packs, phrases
from agents.data.language.units import units_of
from agents.data.model.schema import Metric, Words
from agents.data.query.query import Group, Measure, Query
from tests.corpora.corpus import HERE, Line, dialogues, lines, tables
from tests.corpora.run import score
from tests.corpora.serving import messages, readings, rules_of

TODAY = date(2026, 11, 27)
LANGUAGES = ("en", "es", "ko")
DEVELOP = HERE / "develop.yaml"
OWN = HERE.parents[1] / "agents/data/packs"


@pytest.mark.parametrize("line", list(lines()), ids=lambda one: f"{one.language} {one.text}")
def test_an_example_means_the_same_query_in_every_language(line: Line) -> None:
    found = understand(line.text, model=tables()[line.table], language=line.language, today=TODAY)
    assert found.query == Query.model_validate(line.query)
    assert found.outcome.outcome == "answer"


_SAYING = (
    "value", "number", "condition", "group", "rank", "limit", "time", "measure", "agg", "order",
    "most", "adj_most", "each", "more", "compare", "diff", "share", "growth", "running", "moving",
    "change", "distinct", "not", "having", "neighbour", "same", "way",
)  # fmt: skip


def _openings() -> list[tuple[str, str, str]]:
    said = [(one.table, one.language, one.text) for one in lines()]
    return said + [(one.table, one.language, one.turns[0].text) for one in dialogues(DEVELOP)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_without_one_of_its_pieces_does_not_mean_the_same(language: str) -> None:
    silent = []
    for table, spoken, text in _openings():
        if spoken != language:
            continue
        model = tables()[table]
        found = understand(text, model=model, language=spoken, today=TODAY)
        if found.outcome.outcome != "answer" or found.query is None:
            continue
        for span in found.spans:
            # Growth and running totals are of months where nothing else is said.
            said = span.type in _SAYING and not (span.type == "group" and found.query.windows)
            if span.type == "agg" and found.query.measures == (Measure(),):
                continue  # the total of rows that are counted is how many they are
            if span.type == "compare" and found.query.compare is not None:
                continue  # what no row is both of is compared without a word of it
            if span.type == "measure" and (model.asked.metric or table == "sales"):
                continue  # what a table is about, or called after, is told where nothing is asked
            cut = text[: span.start] + text[span.end :]
            other = understand(cut, model=model, language=spoken, today=TODAY)
            same = (other.query, other.also) == (found.query, found.also)
            if said and other.outcome.outcome == "answer" and same:
                silent.append((text, span.text, span.type))
    assert not silent


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "average price per number of zebras", "per"),
        ("en", "average price per country per zebra", "per"),
        ("ko", "얼룩말별 가격 평균", "얼룩말별"),
        ("es", "precio medio por cebra", "cebra"),
    ],
)
def test_what_was_read_and_has_no_part_in_the_query_is_asked_about(
    language: str, text: str, words: str
) -> None:
    found = understand(text, model=tables()["items"], language=language, today=TODAY)
    assert isinstance(found.outcome, Asked)
    assert words in found.outcome.words


def test_spans_point_into_the_message_as_it_was_written() -> None:
    text = "  ¿Cuál  es el PRECIO medio en España, por categoría? "
    found = understand(text, model=tables()["items"], today=TODAY)
    assert found.language == "es"
    assert [text[one.start : one.end] for one in found.spans] == [one.text for one in found.spans]
    assert {"PRECIO medio", "por categoría"} <= {one.text for one in found.spans}


def test_a_word_that_might_narrow_is_asked_about_with_what_is_near_and_without_it() -> None:
    found = understand("how many people work in Bussan?", model=tables()["staff"], today=TODAY)
    assert found.query is not None
    assert found.read_as == (("Bussan", "busan"),)
    found = understand("average price in Atlantis", model=tables()["items"], today=TODAY)
    assert found.outcome.outcome == "ask"
    assert [one.kind for one in found.outcome.choices][-1] == "without"
    assert found.ignored == ("Atlantis",)


def test_the_scores_of_the_dialogues_do_not_sink() -> None:
    for name, least in (("develop", 0.95), ("scored", 0.88)):
        acts = Counter(act for one in dialogues(HERE / f"{name}.yaml") for act, _ in score(one))
        assert acts["right"] >= least * acts.total(), (name, acts)


def test_every_construction_has_an_example() -> None:
    """Of what edits a query: in a dialogue."""
    found = readings(messages("develop"))
    used = {rule for one, _ in found for piece in one.reading.pieces for rule in rules_of(piece)}
    assert used == set(packs().read("constructions"))


def test_every_construction_can_be_said_in_every_language() -> None:
    shared = packs().read("constructions")
    spoken = {language: packs().read(f"{language}/constructions") for language in LANGUAGES}
    missing = {
        name: [language for language, own in spoken.items() if not own.get(name)]
        for name, said in shared.items()
        if not said.get("patterns")
    }
    lacking = {name for name, gone in missing.items() if len(gone) == len(LANGUAGES)}
    assert not lacking
    # Korean has words of its own for spans that the others put together of two.
    assert all(name.startswith("relative.") for name, gone in missing.items() if len(gone) > 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_is_passed_over_means_nothing_else(language: str) -> None:
    words = grammar(language, packs()).words
    passed = packs().read(f"{language}/lexicon")["ordinary"].split()
    telling = []
    for word in passed:
        keys = [unit.key for unit in units_of(word.replace("_", " "), words.stem)]
        kinds = {sense.type for sense in words.senses.get(keys) if sense.text == word}
        telling += [word for kind in kinds if kind in ("agg", "cmp", "most", "not", "many")]
    assert not telling


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packs_speak_of_the_same_senses_and_concepts(language: str) -> None:
    senses = {one.split(".")[0] for one in packs().read("en/lexicon")["senses"]}
    own = {one.split(".")[0] for one in packs().read(f"{language}/lexicon")["senses"]}
    only = {
        "adj",
        "adj_more",
        "adj_most",
        "cmp_after",
        "most_many",
        "ord",
        "kinds",
        "th",
        "month",
        "filled",
        "quarter",
        "than",
        "versus",
    }
    assert senses - own <= only
    assert own - senses <= only
    concepts = set(packs().read("en/concepts"))
    assert set(packs().read(f"{language}/concepts")) <= concepts
    assert set(packs().read(f"{language}/values")) <= set(packs().read("en/values"))


@pytest.mark.parametrize("kind", ["concepts", "values"])
def test_what_columns_and_values_are_called_is_said_once_in_every_language(kind: str) -> None:
    files = {code: OWN / code / f"{kind}.yaml" for code in LANGUAGES}
    keys: dict[str, list[str]] = {}
    for code, file in files.items():
        written = file.read_text(encoding="utf-8").splitlines()
        keys[code] = sorted(line.partition(":")[0] for line in written if line[:1] not in "# ")
        assert len(keys[code]) == len(set(keys[code])), "YAML would keep only the last of two"
        for concept, said in packs().read(f"{code}/{kind}").items():
            own = phrases(said)
            assert own and len(own) == len(set(own)), f"{code}: {concept}"
    assert all(own == keys["en"] for own in keys.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_a_concept_compares_nothing(language: str) -> None:
    words = grammar(language, packs()).words
    telling = []
    for kind in ("concepts", "values"):
        for concept, said in packs().read(f"{language}/{kind}").items():
            for phrase in phrases(said):
                found = words.senses.get([unit.key for unit in words.units(phrase)])
                if any(one.type in ("cmp", "more") and one.text == phrase for one in found):
                    telling.append((concept, phrase))
    assert not telling


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pack_stays_short(language: str) -> None:
    files = (OWN / language).glob("*.yaml")
    assert sum(len(one.read_text(encoding="utf-8").splitlines()) for one in files) <= 2_500


def test_a_fourth_language_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "packs"
    shutil.copytree(OWN, folder)
    shutil.copytree(HERE / "packs/fr", folder / "fr")
    source = Packs(folder)
    wrong = []
    for said in yaml.safe_load((HERE / "packs/french.yaml").read_text(encoding="utf-8")):
        model = tables()[said["table"]]
        found = understand(said["text"], model=model, language="fr", today=TODAY, source=source)
        answered = found.outcome.outcome == "answer"
        if found.query != Query.model_validate(said["query"]) or not answered:
            wrong.append((said["text"], found.query, found.spans))
    assert not wrong


def test_a_metric_of_the_model_is_asked_for_by_its_name() -> None:
    model = tables()["items"]
    metric = Metric(
        name="revenue", expression="sum(price * units_sold)", words={"ko": Words(label="총매출")}
    )
    model = model.model_copy(update={"metrics": (metric,)})
    for text in ("revenue by country", "국가별 총매출", "revenue por país"):
        found = understand(text, model=model, today=TODAY)
        assert found.query == Query(
            measures=(Measure(metric="revenue"),), groups=(Group(by="country"),)
        )


def test_phrases_are_a_list_or_a_text_with_commas() -> None:
    assert phrases("a b, c") == phrases(["a b", "c"]) == ["a b", "c"]
