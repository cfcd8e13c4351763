"""Rows of totals are found by what they add up to, and rates by how many they are of."""

import asyncio
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from agents.data.answer.answering import answer
from agents.data.dataset import open_dataset
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import TableModel
from agents.data.model.totals import is_sum
from agents.data.query.operands import conjuncts
from agents.data.query.query import Measure, Query, Test
from agents.data.query.totals import without_sums

MEDALS = "Rank,Nation,Gold,Bronze\n1,Japan,10,7\n2,Korea,8,2\n3,Spain,3,9\n,Total,{gold},{bronze}\n"
RATES = "hero,map,{counts},win_rate\nLuna,Norte,90,60\nLuna,Sur,10,20\nSombra,Sur,50,50\n"


def opened(folder: Path, text: str) -> TableModel:
    file = folder / "table.csv"
    file.write_text(text, encoding="utf-8")
    dataset = open_dataset(file)
    dataset.close()
    return dataset.model


def asked(model: TableModel, text: str) -> Query:
    read = understand(text, model=model, today=date(2026, 11, 27))
    assert read.query is not None, read.outcome
    return read.query


def test_a_row_that_adds_up_to_the_others_is_left_aside_unless_it_is_named(tmp_path: Path) -> None:
    model = opened(tmp_path, MEDALS.format(gold=21, bronze=18))
    assert model.table().column("Nation").totals == ("Total",)
    for text in (
        "which nation has the most bronze?",
        "how many nations are there?",
        "total gold",
        "gold of Total",
    ):
        (test,) = conjuncts(asked(model, text).where)
        assert (test.column, test.op, test.values) == ("Nation", "!=", ("Total",)), text
    (test,) = conjuncts(asked(model, "gold of nation Total").where)
    assert (test.op, test.values) == ("=", ("Total",))


def test_a_total_is_found_below_more_rows_than_whose_values_are_kept(tmp_path: Path) -> None:
    rows = "".join(f"SO-{at},2\n" for at in range(600))
    model = opened(tmp_path, f"Order,Amount\n{rows}TOTAL:,1200\n")
    assert model.table().column("Order").totals == ("TOTAL:",)


def test_a_total_is_told_of_below_and_not_counted_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(MEDALS.format(gold=21, bronze=18), encoding="utf-8")
    with closing(open_dataset(file)) as dataset:
        page, today = dataset.profile(), date(2026, 11, 27)
        query = asked(dataset.model, "total gold")
        told = asyncio.run(answer(dataset, query, "en", today=today))
    gold = next(one for one in page.columns if one.name == "Gold")
    assert (page.rows, len(page.head), gold.max, gold.mean) == (3, 3, 10, 7)
    assert sum(one.rows for one in gold.histogram) == 3
    assert any("totals of the others" in note for note in page.notes)
    assert told.written.what == "Total Gold"
    assert told.written.notes == ("The total of all rows, “Total”, is not counted among them.",)


def test_a_figure_of_all_rows_is_held_against_without_their_total(tmp_path: Path) -> None:
    """10, 8 and 3 are 7 on average, and 10.5 with their sum."""
    model = opened(tmp_path, MEDALS.format(gold=21, bronze=18))
    mean = Measure(aggregate="mean", of="Gold")
    query = Query(where=Test(column="Gold", op=">", than=mean))
    above, rows = conjuncts(without_sums(query, model.table()).where)
    assert isinstance(above, Test) and above.than is not None
    assert rows == above.than.where == Test(column="Nation", op="!=", values=("Total",))
    whole = Test(column="Nation", values=("Total",))
    query = Query(where=Test(column="Gold", than=mean.model_copy(update={"where": whole})))
    above, _ = conjuncts(without_sums(query, model.table()).where)
    assert above == query.where


@pytest.mark.parametrize(
    ("total", "others", "found"),
    [(21, 21, True), (21.01, 21, True), (25, 21, False), (0, 0, False), (None, 3, False)],
)
def test_a_sum_is_what_the_others_come_to(
    total: float | None, others: float | None, found: bool
) -> None:
    assert is_sum(total, others) == found


def test_a_word_alone_makes_no_total(tmp_path: Path) -> None:
    model = opened(tmp_path, MEDALS.format(gold=4, bronze=2))
    assert model.table().column("Nation").totals == ()
    assert asked(model, "total gold").where is None


def test_each_dimension_of_a_cube_has_its_total(tmp_path: Path) -> None:
    rows = [("전국", "계", 300), ("전국", "남", 156), ("전국", "여", 144), ("서울", "계", 100),
            ("서울", "남", 51), ("서울", "여", 49), ("부산", "계", 200), ("부산", "남", 105),
            ("부산", "여", 95)]  # fmt: skip
    text = "지역,성별,출생아수\n" + "".join(f"{a},{b},{n}\n" for a, b, n in rows)
    model = opened(tmp_path, text)
    assert model.table().column("성별").totals == ("계",)
    assert any(
        test.values == ("계",) for test in conjuncts(asked(model, "지역별 출생아수 합계").where)
    )


@pytest.mark.parametrize(
    ("counts", "weight"), [("games", "games"), ("partidas", "partidas"), ("minutes", "")]
)
def test_a_rate_is_weighed_by_how_many_it_is_of(tmp_path: Path, counts: str, weight: str) -> None:
    model = opened(tmp_path, RATES.format(counts=counts))
    (measure,) = asked(model, "win rate of Luna").measures
    assert (measure.aggregate, measure.weight or "") == ("mean", weight)


def test_of_several_counts_that_one_is_meant_whose_header_begins_alike(tmp_path: Path) -> None:
    text = "hero,gold_winrate,gold_games,iron_winrate,iron_games\nAda,60,10,40,90\nBo,50,30,45,20\n"
    table = opened(tmp_path, text).table()
    weights = [table.column(name).weight for name in ("gold_winrate", "iron_winrate")]
    assert weights == ["gold_games", "iron_games"]
