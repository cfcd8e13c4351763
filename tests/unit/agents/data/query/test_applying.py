"""Edits of queries: always a query or a refusal, taken back exactly, the same when said twice."""

import random
from typing import Any

import pytest

from agents.data.model.schema import Column, Table, TableModel
from agents.data.query import edits as edit
from agents.data.query.applying import Refusal, apply
from agents.data.query.carrying import said_otherwise
from agents.data.query.checking import problems
from agents.data.query.edits import Edit
from agents.data.query.operands import conjuncts
from agents.data.query.query import (
    AllOf,
    Case,
    Compare,
    Computed,
    Group,
    Having,
    Measure,
    Order,
    Query,
    Span,
    Test,
    Window,
)
from agents.data.query.sequences import Followed
from tests.query_samples import random_query, sample

MODEL = sample(3).model


def is_(column: str, *values: str) -> Test:
    return Test(column=column, op="=" if len(values) == 1 else "in", values=values)


def random_edit(pick: random.Random) -> Edit:
    """Any edit, with columns that may not be there and places that may not fit."""
    column = pick.choice(["cat", "who", "price", "day", "nowhere", Computed(function="row")])
    other = random_query(pick, MODEL)
    made: list[Edit] = [
        edit.Ask(query=other),
        edit.Of(measures=other.measures, more=pick.random() < 0.5),
        edit.Where(condition=other.where or is_("cat", "Food"), more=pick.random() < 0.5),
        edit.Without(column=pick.choice([None, column])),
        edit.Instead(column=column, values=pick.choice([("Food",), ("toys", "a_b"), (2,)])),
        edit.During(column=column, span=pick.choice([None, Span(unit="month", ago=1)])),
        edit.By(groups=other.groups, more=pick.random() < 0.5),
        edit.Ungroup(by=pick.choice([None, column])),
        edit.Thresholds(having=(Having(measure=pick.randint(0, 3), value=2),)),
        edit.Rank(order=other.order, limit=pick.choice([None, 3]), offset=pick.choice([0, 2])),
        edit.Windows(windows=(Window(kind="rank", measure=pick.randint(0, 2)),)),
        edit.SetBeside(compare=other.compare, change=pick.choice([None, "growth"])),
        edit.ShowRows(columns=pick.choice([(), ("cat",), (column,)])),
        edit.Show(show="bars"),
        edit.Swap(one=column, other="who"),
        edit.Recall(back=pick.randint(1, 4)),
        edit.Undo(),
    ]
    return pick.choice(made)


@pytest.mark.parametrize("seed", range(300))
def test_any_edits_lead_to_a_query_that_can_be_computed_or_to_a_refusal(seed: int) -> None:
    pick = random.Random(seed)
    query = random_query(pick, MODEL)
    found = apply(query, [random_edit(pick) for _ in range(pick.randint(0, 4))], MODEL)
    if isinstance(found, Query):
        assert problems(found, MODEL) == ()
        assert Query.model_validate_json(found.model_dump_json(by_alias=True)) == found
    else:
        assert (found.key == "problems") == bool(found.problems)


@pytest.mark.parametrize("seed", range(100))
def test_undo_takes_an_edit_back(seed: int) -> None:
    pick = random.Random(seed)
    before = random_query(pick, MODEL)
    after = apply(before, [random_edit(pick)], MODEL)
    if isinstance(after, Query):
        assert apply(after, [edit.Undo()], MODEL, [before]) == before


@pytest.mark.parametrize("seed", range(200))
def test_what_sets_a_part_does_so_once_and_for_all(seed: int) -> None:
    pick = random.Random(seed)
    query = random_query(pick, MODEL)
    one = random_edit(pick)
    if isinstance(one, edit.Swap | edit.Undo | edit.Recall):
        return
    once = apply(query, [one], MODEL)
    if isinstance(once, Query):
        assert apply(once, [one], MODEL) == once


@pytest.mark.parametrize("seed", range(100))
def test_a_swap_twice_is_none(seed: int) -> None:
    pick = random.Random(seed)
    query = random_query(pick, MODEL)
    swap = edit.Swap(one="cat", other="who")
    assert apply(query, [swap, swap], MODEL) == query


def test_no_edit_changes_nothing() -> None:
    query = Query(groups=(Group(by="cat"),))
    assert apply(query, [], MODEL) == query


TEN = Query(
    measures=(Measure(aggregate="mean", of="price"),), groups=(Group(by="cat"),),
    where=AllOf(all=(is_("who", "p1"), is_("cat", "Food"))), order=(Order(measure=0),), limit=10,
)  # fmt: skip
YEARS = Compare(
    cases=tuple(Case(label=year, where=is_("day", year)) for year in ("2023", "2024"))
)  # fmt: skip


@pytest.mark.parametrize(
    ("edits", "changed"),
    [
        ([edit.Where(condition=is_("cat", "toys"))],
         {"where": AllOf(all=(is_("who", "p1"), is_("cat", "toys")))}),
        ([edit.Where(condition=is_("cat", "toys"), instead=is_("who", "p1"))],
         {"where": AllOf(all=(is_("cat", "toys"), is_("cat", "Food")))}),
        ([edit.Instead(column="who", values=("p2", "p3"))],
         {"where": AllOf(all=(is_("who", "p2", "p3"), is_("cat", "Food")))}),
        ([edit.Without(column="who")], {"where": is_("cat", "Food")}),
        ([edit.Without()], {"where": None}),
        ([edit.By(groups=(Group(by="who"),))], {"groups": (Group(by="who"),)}),
        ([edit.By(groups=(Group(by="who"),), more=True)],
         {"groups": (Group(by="cat"), Group(by="who"))}),
        ([edit.Ungroup()], {"groups": ()}),
        ([edit.Of(measures=(Measure(),))], {"measures": (Measure(),)}),
        ([edit.During(column="day", span=Span(start="2023", end="2024"))],
         {"where": AllOf(all=(
             is_("who", "p1"), is_("cat", "Food"),
             Test(column="day", op="during", span=Span(start="2023", end="2024")),
         ))}),
        ([edit.Rank(order=(Order(measure=0, descending=False),), limit=3)],
         {"order": (Order(measure=0, descending=False),), "limit": 3}),
        ([edit.SetBeside(compare=YEARS)], {"compare": YEARS}),
        ([edit.SetBeside(compare=YEARS), edit.SetBeside(change="growth")],
         {"compare": YEARS.model_copy(update={"change": "growth"})}),
        ([edit.SetBeside(compare=YEARS), edit.Instead(column="day", values=("2022",))],
         {"compare": Compare(cases=(
             YEARS.cases[0], Case(label="2022", where=is_("day", "2022")),
         ))}),
        ([edit.SetBeside(compare=YEARS), edit.SetBeside()],
         {"where": AllOf(all=(is_("who", "p1"), is_("cat", "Food"), is_("day", "2023")))}),
        ([edit.Show(show="bars")], {"show": "bars"}),
        ([edit.Undo()], None),
    ],
)  # fmt: skip
def test_what_edits_do(edits: list[Edit], changed: dict[str, Any] | None) -> None:
    before = Query(groups=(Group(by="who"),))
    expected = before if changed is None else TEN.model_copy(update=changed)
    assert apply(TEN, edits, MODEL, [before]) == expected


def test_rows_behind_a_figure_are_those_that_it_counts() -> None:
    counted = Query(measures=(Measure(where=is_("cat", "Food")),), where=is_("who", "p1"))
    shown = apply(counted, [edit.ShowRows(columns=("price",))], MODEL)
    assert isinstance(shown, Query)
    assert (shown.rows, shown.columns) == (True, ("price",))
    assert conjuncts(shown.where) == (is_("who", "p1"), is_("cat", "Food"))


def test_a_threshold_stays_with_the_figure_it_was_of() -> None:
    for deviations in (False, True):
        having = Having(measure=0, value=5, deviations=deviations)
        query = TEN.model_copy(update={"having": (having,)})
        after = apply(query, [edit.Of(measures=(Measure(),))], MODEL)
        assert isinstance(after, Query)
        assert after.having == (having.model_copy(update={"measure": TEN.measures[0]}),)


def test_what_a_table_cannot_mean_is_refused_with_what_is_near() -> None:
    found = apply(TEN, [edit.Of(measures=(Measure(aggregate="sum", of="raiting"),))], MODEL)
    assert isinstance(found, Refusal)
    assert found.problems[0].near[0] == "rating"


@pytest.mark.parametrize("one", [edit.Undo(), edit.Recall(back=2)])
def test_nothing_lies_before_the_first_query(one: Edit) -> None:
    assert apply(TEN, [one], MODEL) == Refusal(key="nothing_before", edit=0)


def test_a_table_of_one_column_takes_edits_too() -> None:
    model = TableModel(tables=(Table(name="t", columns=(Column(name="x"),)),))
    after = apply(Query(), [edit.By(groups=(Group(by="x"),))], model)
    assert after == Query(groups=(Group(by="x"),))


def test_what_follows_a_row_leaves_a_span_of_time_as_it_is() -> None:
    during = Test(column="day", op="during", span=Span(start="2024"))
    behind = Followed(is_("cat", "toys"), 60, "day").test()
    after = apply(Query(where=during), [edit.Where(condition=behind)], MODEL)
    assert isinstance(after, Query)
    assert conjuncts(after.where) == (during, behind)
    again = Followed(is_("cat", "Food"), 60, "day").test()
    after = apply(after, [edit.Where(condition=again)], MODEL)
    assert isinstance(after, Query)
    assert conjuncts(after.where) == (during, behind, again)


def test_what_is_said_instead_of_a_part_stands_where_that_stood() -> None:
    held = (is_("cat", "toys"), Test(column="price", op=">", values=(3,)), is_("who", "p1"))
    groups = (Group(by="cat"), Group(by="who"))
    count, mean = Measure(), Measure(aggregate="mean", of="price")
    query = Query(measures=(count, mean), where=AllOf(all=held), groups=groups)
    rating = Measure(aggregate="mean", of="rating")
    before = held[:1], held[2:]
    dear, food = Test(column="price", op=">", values=(9,)), is_("cat", "Food")
    for path, one, told in (
        ("measures.0", edit.Of(measures=(rating,)), {"measures": (rating, mean)}),
        ("groups.0", edit.By(groups=(Group(by="day"),), more=True),
         {"groups": (Group(by="day"), groups[1])}),
        ("groups.1", edit.By(groups=(groups[0],)), {"groups": groups[:1]}),
        ("where.1", edit.Where(condition=dear),
         {"where": AllOf(all=(*before[0], dear, *before[1]))}),
        ("where.0", edit.Instead(column="cat", values=("Food",)),
         {"where": AllOf(all=(food, *held[1:]))}),
        ("where.1", edit.Where(condition=food), {"where": AllOf(all=(food, held[2]))}),
        ("where.1", edit.By(groups=groups), {"where": AllOf(all=(held[0], held[2]))}),
    ):  # fmt: skip
        after = apply(query, said_otherwise(query, path, (one,)), MODEL)
        assert after == query.model_copy(update=told), path
