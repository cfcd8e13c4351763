"""What a ranking may claim: a lone row, a tie and an unsure leader are told as what they are."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.answers import Answer, Writer
from agents.data.match.answers.artifacts import result_of
from agents.data.match.answers.labels import what
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Filter, Frame

BEST = Frame(group_by=("hero",), order="desc")
Open = Callable[[str], Analyst]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    kept: list[Analyst] = []

    def make(rows: str) -> Analyst:
        path = tmp_path / "heroes.csv"
        path.write_text("hero,games,wins\n" + rows, encoding="utf-8")
        kept.append(Analyst.open(path))
        return kept[-1]

    yield make
    for one in kept:
        one.close()


def told(
    analyst: Analyst, language: Language = "en", frame: Frame = BEST
) -> tuple[Analysis, Answer]:
    analysis = asyncio.run(analyst.analyse(frame))
    return analysis, Writer(analysis, analyst.model, language, simulated=False).write()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "nothing is ranked"), ("ko", "순위를"), ("es", "no hay")]
)
def test_one_row_with_enough_games_is_no_leader(
    opened: Open, language: Language, said: str
) -> None:
    analyst = opened("Ann,40,24\nBob,9,8\nCid,5,1\n")
    _, answer = told(analyst, language)
    head, *_ = answer.text.split("\n")
    assert said in head
    assert "Bob, Cid" in answer.text


def test_rows_with_too_few_games_are_named(opened: Open) -> None:
    analysis, answer = told(opened("Ann,400,300\nBob,300,100\nCid,5,5\n"))
    assert [row[0] for row in analysis.left_out] == ["Cid"]
    assert "Left out: Cid." in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_names_all_that_share_it(opened: Open, language: Language) -> None:
    _, answer = told(opened("Ann,40,24\nBob,80,48\nCid,50,10\n"), language)
    head, *_ = answer.text.split("\n")
    assert "Ann, Bob" in head
    assert "Cid" not in head


def test_a_leader_is_unsure_while_the_intervals_overlap(opened: Open) -> None:
    _, answer = told(opened("Ann,40,24\nBob,40,22\nCid,40,10\n"))
    assert "The intervals of Ann and Bob overlap" in answer.text


def test_a_clear_leader_is_not_doubted(opened: Open) -> None:
    _, answer = told(opened("Ann,1000,900\nBob,1000,500\nCid,1000,100\n"))
    assert "overlap" not in answer.text


SAMPLE = Path(__file__).resolve().parents[6] / "assets" / "sample" / "simulated_matches.csv"


@pytest.fixture(scope="module")
def sample() -> Iterator[Analyst]:
    analyst = Analyst.open(SAMPLE)
    yield analyst
    analyst.close()


def test_only_what_weakens_a_figure_is_a_warning(sample: Analyst) -> None:
    frame = Frame(filters=(Filter(dimension="race", values=("Terran",)),))
    analysis, answer = told(sample, "en", frame)
    assert "Mirror matches" in answer.text
    assert answer.warnings == ()
    result = result_of(analysis, answer, sample.model, sample.source, "en")
    assert result["warnings"] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "among those with"), ("ko", "경기 이상인 것만"), ("es", "entre los casos")],
)
def test_the_ends_are_those_of_rows_with_enough_games(
    opened: Open, language: Language, said: str
) -> None:
    spread = Frame(group_by=("hero",))
    rows = "Ann,100,60\nBob,100,50\nCid,100,40\n"
    assert said in told(opened(rows + "Dee,9,1\n"), language, spread)[1].text
    assert said not in told(opened(rows + "Dee,8,4\n"), language, spread)[1].text
    assert said not in told(opened(rows), language, spread)[1].text


def test_conditions_stand_in_one_pair_of_brackets(sample: Analyst) -> None:
    rival = Filter(dimension="race", values=("Protoss",), side="opponent")
    place = Filter(dimension="map", values=("Acropolis",))
    analysis, answer = told(sample, "en", Frame(filters=(rival, place)))
    title = what(analysis.plan, sample.model, "en")
    assert title == "Win rate (opponent Protoss, map Acropolis)"
    result = result_of(analysis, answer, sample.model, sample.source, "en")
    assert [column["label"][0].isupper() for column in result["columns"][:2]] == [True, True]
    assert set(result["row_labels"]) == {"Terran", "Zerg"}


def test_spanish_intervals_keep_their_numbers_apart(sample: Analyst) -> None:
    frame = Frame(filters=(Filter(dimension="race", values=("Terran",)),))
    _, answer = told(sample, "es", frame)
    assert "intervalo del 95 %: de " in answer.text
