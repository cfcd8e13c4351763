"""How sure a reading is decides whether it is answered, or asked about."""

from collections.abc import Iterator
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from agents.data.dialogue import understanding
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Asked, Understood
from agents.data.model.schema import TableModel
from agents.data.query.query import Measure, Query, Test
from tests.corpora.corpus import tables
from tests.unit.agents.data.dialogue.conversation import heard, kept

_SHIPS = """Name,Nationality,Fate,Date,Tonnage
Tringa,United Kingdom,Sunk,1940-01-18,1930
Flandria,Sweden,Sunk,1940-01-18,1179
Patria,Sweden,Damaged,1940-01-20,1188
Foxen,Sweden,Sunk,1940-01-21,1304
Nautik,Estonia,Captured,1940-02-02,2290
"""


@pytest.fixture(scope="module")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableModel]:
    file = tmp_path_factory.mktemp("doubt") / "ships.csv"
    file.write_text(_SHIPS, encoding="utf-8")
    dataset = open_dataset(file)
    yield dataset.model
    dataset.close()


def read(model: TableModel, text: str, sure: float, monkeypatch: pytest.MonkeyPatch) -> Understood:
    monkeypatch.setattr(understanding, "confidence", lambda *_: sure)
    return understanding.understand(text, model=model, language="en", today=date(2026, 11, 27))


def test_a_noun_that_nobody_knows_is_counted_where_the_reading_is_sure(
    ships: TableModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "how many submarines were sunk?"
    sure, unsure = (read(ships, text, one, monkeypatch) for one in (0.9, 0.3))
    assert sure.outcome.outcome == "answer" and sure.ignored == ("submarines",)
    assert unsure.outcome.outcome == "ask" and unsure.query == sure.query


def test_a_very_doubtful_reading_is_asked_about_as_it_was_read(
    ships: TableModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "which ships of Sweden were sunk?"
    told = read(ships, text, 0.5, monkeypatch)
    asked = read(ships, text, 0.1, monkeypatch)
    assert told.outcome.outcome == "answer" and asked.query == told.query
    assert isinstance(asked.outcome, Asked)
    assert [(one.kind, one.edits) for one in asked.outcome.choices] == [("query", told.edits)]


def test_of_two_questions_the_second_is_answered_too_or_told_to_be_passed_over() -> None:
    duels, today = tables()["duels"], date(2026, 11, 27)
    both = "mean points by stance and mean rating by floor"
    told = understanding.understand(both, model=duels, language="en", today=today)
    assert [len(told.also), told.ignored, told.outcome.outcome] == [1, (), "answer"]
    even = "mean points by stance and win rate by floor"  # whose, of two sides?
    told = understanding.understand(even, model=duels, language="en", today=today)
    assert told.query is not None and [one.by for one in told.query.groups] == ["stance"]
    assert [told.also, told.ignored] == [(), ("win rate by floor",)]


def _with_country(**changes: object) -> TableModel:
    model = tables()["items"]
    (table,) = model.tables
    columns = tuple(
        one.model_copy(update=changes) if one.name == "country" else one for one in table.columns
    )
    return model.model_copy(update={"tables": (table.model_copy(update={"columns": columns}),)})


def test_two_spellings_of_a_value_are_one_side_of_a_comparison() -> None:
    model = _with_country(values=("Spain", "spain", "France"))
    found = understanding.understand(
        "compare the average price of Spain and France", model=model, today=date(2026, 11, 27)
    )
    assert found.query is not None and found.query.compare is not None
    sides = [one.where for one in found.query.compare.cases]
    assert [getattr(one, "values", ()) for one in sides] == [("Spain", "spain"), ("France",)]


def test_all_rows_are_without_the_sums_among_them() -> None:
    model = _with_country(values=("Spain", "World"), totals=("World",))
    log = DialogueLog()
    for text in ("total units sold in Spain", "overall?"):
        found = understanding.understand(text, model=model, today=date(2026, 11, 27), log=log)
        turn = DialogueTurn(language="en", outcome="answer", edits=found.edits, query=found.query)
        log = log.after(turn)
    assert found.query is not None
    assert found.query.where == Test(column="country", op="!=", values=("World",))


@pytest.mark.parametrize("text", ["average price in sales.csv", "open sales.csv: average price"])
def test_another_file_is_asked_about(text: str) -> None:
    found = understanding.understand(text, model=tables()["items"], today=date(2026, 11, 27))
    assert isinstance(found.outcome, Asked) and "sales.csv" in found.outcome.words


@pytest.mark.parametrize(
    ("table", "text", "values"),
    [
        ("trips", "average recommendability by station", []),  # is no "No"
        ("staff", "average salary in Shelf", []),  # is no "F"
        ("staff", "average salary in Londres", ["London"]),
    ],
)
def test_values_are_offered_for_a_word_only_where_they_are_near_to_it(
    table: str, text: str, values: list[str]
) -> None:
    day = date(2026, 11, 27)
    told = understanding.understand(text, model=tables()[table], language="en", today=day)
    offered = getattr(told.outcome, "choices", ())
    assert [one.what for one in offered if one.kind == "value"] == values


def test_what_names_nothing_of_the_table_is_no_choice_without_it() -> None:
    text = "What is the population in Shelf?"
    day = date(2026, 11, 27)
    told = understanding.understand(text, model=tables()["sales"], language="en", today=day)
    assert isinstance(told.outcome, Asked)
    assert told.outcome.why == "nothing"
    assert {one.kind for one in told.outcome.choices} == {"example"}


def test_a_whole_question_behind_an_open_one_is_read_in_its_own_language() -> None:
    opened = heard("매출", None, "서울의 배송 금액 합계")
    assert (opened.language, opened.outcome.outcome) == ("ko", "ask")
    clean = heard("매출", None, "서울의 배송 금액 합계", "total amount")
    assert (clean.language, clean.outcome.outcome) == ("en", "answer")
    assert clean.query == Query(measures=(Measure(aggregate="sum", of="금액"),))
    assert heard("duels", None, "가장 많이 이긴 선수는?", "Vega Orlov").language == "ko"


@pytest.mark.parametrize(
    ("language", "asked", "withal", "only"),
    [
        ("en", "win rate by race", "with mirrors", "only mirrors"),
        ("ko", "종족별 승률", "미러 포함해서", "미러만"),
        ("es", "% de victorias por raza", "incluyendo espejos", "solo espejos"),
    ],
)
def test_games_of_two_alike_are_told_with_the_rest_or_alone(
    tmp_path: Path, language: str, asked: str, withal: str, only: str
) -> None:
    people = {"Vega": "Elf", "Orlov": "Elf", "Tanaka": "Orc", "Brook": "Orc"}
    rows = [
        f"2024-{month:02}-11,{one},{two},{people[one]},{people[two]},{one if month % 3 else two}"
        for month in range(1, 13) for one, two in combinations(people, 2)
    ]  # fmt: skip
    file = tmp_path / "duels.csv"
    head = "date,player1,player2,race1,race2,winner"
    file.write_text("\n".join((head, *rows)), encoding="utf-8")
    dataset = open_dataset(file)
    log, held = DialogueLog(), []
    for text in (asked, withal, only):
        told = understanding.understand(
            text, model=dataset.model, language=language, today=date(2026, 11, 27), log=log
        )
        held.append(kept(told.query)["mirror"])
        log = log.after(DialogueTurn(language=language, outcome="answer", query=told.query))
    dataset.close()
    assert [getattr(one, "values", None) for one in held] == [(False,), (True, False), (True,)]


@pytest.mark.parametrize(
    ("language", "rows", "text"),
    [
        ("en", "loan_id,loaned,town,fine\n1,2026-01-02,York,1.5\n2,2026-01-03,Hull,2",
         "average fine by town and number of loans by town"),
        ("es", "Día;Tienda;Importe\n1/1/2026;A;3,2 €\n1/2/2026;B;4 €", "cuántos gastos por tienda"),
    ],
)  # fmt: skip
def test_what_is_counted_is_no_number_and_no_amount(
    language: str, rows: str, text: str, tmp_path: Path
) -> None:
    (file := tmp_path / "loans.csv").write_text(rows, encoding="utf-8")
    dataset = open_dataset(file)
    told = understanding.understand(
        text, model=dataset.model, language=language, today=date(2026, 11, 27)
    )
    dataset.close()
    query = (told.query, *told.also)[-1]
    assert query is not None and query.measures == (Measure(),) and len(query.groups) == 1


def test_what_a_number_counts_is_of_the_column_that_says_how_many(tmp_path: Path) -> None:
    rows = "이름,과목,점수\n김하나,수학,95\n이두리,수학,70\n김하나,국어,80\n이두리,국어,91"
    (file := tmp_path / "학생.csv").write_text(rows, encoding="utf-8")
    dataset = open_dataset(file)
    told = understanding.understand(
        "90점 이상인 학생 수", model=dataset.model, language="ko", today=date(2026, 11, 27)
    )
    dataset.close()
    assert kept(told.query) == {"점수": Test(column="점수", op=">=", values=(90,))}
