"""Earlier answers beside each other, of results as the tasks hold them."""

from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QRectF

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_plain
from agents.data.answer import synthesis
from agents.data.answer.earlier import Earlier, different
from gui.charts.layout import lay_out
from gui.charts.vega_lite import read_chart
from tests.vega_lite import faults

RATE = {"name": "rate", "label": "win rate", "type": "number", "part": "measure", "share": True}


def earlier(
    value: Any, about: str, *, label: str = "mean wait", kind: str = "seconds", table: str = "a",
    ends: tuple[float, float] | None = None,
) -> Earlier:  # fmt: skip
    columns = [{"name": "m", "label": label, "type": kind, "part": "measure"}]
    row = [value]
    for part, end in zip(("low", "high"), ends or (), strict=False):
        columns.append({"name": part, "label": part, "type": kind, "part": part})
        row.append(end)
    result = {"columns": columns, "rows": [row], "source": {"sha256": table}}
    return Earlier(about, {"chips": [{"part": "where", "text": about}]}, result)


def synthesise(answers: Sequence[Earlier], language: Language) -> synthesis.Synthesis | None:
    found = synthesis.synthesise(answers, language)
    assert found is None or found.chart is None or faults(found.chart) == []
    return found


@pytest.mark.parametrize(
    ("answers", "layers", "said"),
    [
        ((earlier(90, "Lima"), earlier(150, "Quito")), 1,
         ["Mean wait, 2 answers beside each other: Lima 1:30, Quito 2:30.",
          "Quito against Lima: +1:00."]),
        ((earlier(90, "Lima", ends=(80, 100)), earlier(150, "Quito", ends=(99, 200))), 2,
         ["Mean wait, 2 answers beside each other: Lima 1:30, Quito 2:30.",
          "Quito against Lima: +1:00.",
          "Their 95% intervals overlap, so the difference may be chance."]),
        ((earlier(5, "Lima", kind="number"), earlier(5, "Quito", kind="number", table="b")), 1,
         ["Mean wait, 2 answers beside each other: Lima 5, Quito 5.",
          "The answers come from different tables."]),
        ((earlier(None, "Lima"), earlier(150, "Quito")), 0,
         ["Mean wait, 2 answers beside each other: Lima –, Quito 2:30."]),
        (tuple(earlier(wait, city) for wait, city in ((9, "A"), (9, "B"), (9, "C"), (9, "D"))), 1,
         ["Mean wait, 4 answers beside each other:", "A 9s", "B 9s", "C 9s", "D 9s"]),
        ((earlier(90, "Lima"), earlier(3, "Quito", label="most sold", kind="number")), 0,
         ["2 answers beside each other: mean wait, Lima 1:30; most sold, Quito 3.",
          "They tell different figures (mean wait; most sold), so nothing is paired."]),
    ],
)  # fmt: skip
def test_figures_stand_beside_each_other(
    answers: tuple[Earlier, ...], layers: int, said: list[str]
) -> None:
    found = synthesise(answers, "en")
    assert found is not None
    lines = [as_plain(line).removeprefix("- ") for line in found.text.splitlines() if line]
    assert lines == said
    types = {one.result["columns"][-1]["type"] for one in answers}
    assert ("row_types" in found.result) == (len(types) > 1), "else the column has its type"
    # Points, and a rule for the intervals where all have one.
    assert (len(found.chart["layer"]) if found.chart is not None else 0) == layers


def test_a_value_that_an_answer_is_about_has_its_colour_in_the_picture() -> None:
    races = ["Terran", "Protoss", "Zerg"]
    year = {"part": "where", "text": "2024"}
    answers = []
    for value, race in ((0.58, "Terran"), (0.42, "Zerg")):
        chip = {"part": "where", "text": f"race is {race}", "value": race, "values": races}
        told = earlier(value, race, label="win rate", kind="number")
        chip["field"] = "race"
        answers.append(told._replace(frame={"chips": [year, chip]}))
    found = synthesise(answers, "en")
    assert found is not None and found.chart is not None
    of = {"Terran": "Terran", "Zerg": "Zerg"}
    assert {"values": races, "of": of}.items() <= found.chart["usermeta"].items()
    assert "\n\n- Zerg against Terran: −0.16." in found.text
    assert [one["row"] for one in found.chart["data"]["values"]] == [0, 1]
    alone = synthesise(answers[:1], "en")
    assert alone is not None and alone.chart is None
    group = {"name": "race", "label": "race", "type": "string", "part": "group", "values": races}
    rows = [["Terran", 0.58], ["Zerg", 0.42]]
    frame = {"chips": [year], "sentence": "Win rate by race, 2024"}
    by_race = Earlier("all", frame, {"columns": [group, RATE], "rows": rows})
    found = synthesise([by_race], "en")
    assert found is not None and found.chart is not None
    assert found.chart["usermeta"]["values"] == races
    assert [*found.chart["usermeta"]["of"].values()] == ["Terran", "Zerg"]


def test_what_all_answers_are_about_is_said_once_and_each_is_a_source_by_its_name() -> None:
    answers = []
    for value, city in ((90, "Lima"), (150, "Quito")):
        chips = [{"part": "where", "text": text} for text in (city, "2024")]
        sentence = f"Mean wait, {city} and 2024"
        told = earlier(value, city)
        answers.append(told._replace(frame={"chips": chips, "sentence": sentence}))
    found = synthesise(answers, "en")
    assert found is not None
    first = "Mean wait, 2024, 2 answers beside each other: Lima 1:30, Quito 2:30"
    assert as_plain(found.headline) == first
    assert [row[0] for row in found.result["rows"]] == ["Lima", "Quito"]
    assert found.result["sources"] == [
        {"task": "Lima", "text": "Mean wait, Lima and 2024"},
        {"task": "Quito", "text": "Mean wait, Quito and 2024"},
    ]
    alike = synthesise([answers[0], answers[0]], "en")
    assert alike is not None
    assert [row[0] for row in alike.result["rows"]] == ["Lima, 2024"] * 2, "nothing else tells"


def test_rows_without_a_figure_are_nothing_to_put_together() -> None:
    columns = [{"name": "city", "label": "city", "type": "string", "part": "row"}]
    rows = Earlier("t", {}, {"columns": columns, "rows": [["Lima"]]})
    assert synthesise([rows], "en") is None
    found = synthesise([rows, earlier(90, "Lima")], "en")
    assert found is not None
    assert len(found.result["rows"]) == 1


def test_what_all_share_is_said_once_where_groups_tell_the_rows_apart_and_what_differs_first() -> (
    None
):
    group = {"name": "race", "label": "race", "type": "string", "part": "group",
             "values": ["Terran", "Protoss", "Zerg"]}  # fmt: skip
    chips = {"chips": [{"part": "where", "text": "no mirrors"}]}
    rates = [["Terran", 0.58], ["Protoss", 0.5], ["Zerg", 0.42]]
    answers = [Earlier("all", chips, {"columns": [group, RATE], "rows": rates})]
    by_map = {"chips": [*chips["chips"], {"part": "where", "text": "Terran"}]}
    answers.append(Earlier("map", by_map, {"columns": [group, RATE], "rows": [["Triton", 0.6]]}))
    found = synthesise(answers, "en")
    assert found is not None
    said = [as_plain(line).removeprefix("- ") for line in found.text.splitlines() if line]
    assert said[:3] == [
        "Win rate, no mirrors, 2 answers beside each other:",
        "Only in “all rows”: Terran, Protoss, Zerg.",
        "Only in “Terran”: Triton.",
    ]
    assert [row[0] for row in found.result["rows"]] == [
        "Terran",
        "Protoss",
        "Zerg",
        "Triton, Terran",
    ]


def grouped(*names: str, rows: list[list[Any]], **frame: Any) -> Earlier:
    columns = [{"name": one, "label": one, "type": "string", "part": "group"} for one in names]
    labels = [", ".join(row[:-1]).replace("2026-01", "Jan 2026") for row in rows]
    result = {"columns": [*columns, RATE], "rows": rows, "row_labels": labels}
    return Earlier(", ".join(names) or "whole", {"sentence": f"by {names}", **frame}, result)


def test_answers_by_other_groups_have_small_pictures_beside_each_other_and_nothing_is_paired() -> (
    None
):
    region = grouped("region", rows=[["Lima", 0.5], ["Quito", 0.8]], sentence="region")
    month = grouped("month", rows=[["2026-01", 0.6], ["Lima", 0.9]], sentence="month")
    found = synthesise([region, month], "en")
    assert found is not None and not found.paired and found.chart is not None
    assert found.unlike == "They are grouped differently (region; month), so nothing is paired."
    assert found.unlike in found.text and "against" not in found.text
    assert as_plain(found.headline).endswith(
        "region: highest for Quito, 0.8, lowest for Lima, 0.5;"
        " month: highest for Lima, 0.9, lowest for Jan 2026, 0.6"
    )
    panes = found.chart["hconcat"]
    drawn = [[one["name"] for one in pane["data"]["values"]] for pane in panes]
    assert drawn == [["Quito", "Lima"], ["Lima", "Jan 2026"]], "each by value"
    axes = [pane["layer"][0]["encoding"]["x"] for pane in panes]
    assert [one["axis"]["title"] for one in axes] == ["region", "month"]
    assert axes[0]["scale"] == axes[1]["scale"], "one figure, one scale"
    assert [row[2] for row in found.result["rows"]] == [0.8, 0.5, 0.9, 0.6]
    assert found.chart["usermeta"]["of"]["Quito"] == "Quito"
    other = grouped("month", rows=[["2026-01", 7], ["Lima", 9]], sentence="games by month")
    other.result["columns"][-1] = {**RATE, "label": "games", "of": "games"}
    unlike = synthesise([region, other], "en")
    assert unlike is not None and unlike.chart is not None
    axes = [pane["layer"][0]["encoding"]["x"] for pane in unlike.chart["hconcat"]]
    assert [one["axis"]["title"] for one in axes] == ["region", "games by month"]
    one_row = synthesise([region, grouped("month", rows=[["2026-01", 0.6]])], "en")
    assert one_row is not None and one_row.chart is None, "one dot is no picture"


@pytest.mark.parametrize(
    ("coarse", "columns", "rows", "said"),
    [
        (grouped(rows=[[0.7]]), ["map, race", "win rate", "difference"],
         [["all rows", 0.7, None], ["Zen, Zerg", 0.9, 0.2], ["Zen, Terran", 0.6, -0.1],
          ["Aiur, Zerg", 0.4, -0.3]],
         "Aiur, Zerg against all rows: −0.3."),
        (grouped("race", rows=[["Zerg", 0.5], ["Terran", 0.6]]),
         ["map, race", "win rate", "difference"],
         [["Terran", 0.6, None], ["Zerg", 0.5, None], ["Zen, Zerg", 0.9, 0.4],
          ["Zen, Terran", 0.6, 0], ["Aiur, Zerg", 0.4, -0.1]],
         "Zen, Zerg against Zerg: +0.4."),
    ],
)  # fmt: skip
def test_each_group_is_held_against_the_answer_that_it_is_a_part_of(
    coarse: Earlier, columns: list[str], rows: list[list[Any]], said: str
) -> None:
    fine = [["Zen", "Terran", 0.6], ["Aiur", "Zerg", 0.4], ["Zen", "Zerg", 0.9]]
    found = synthesise([grouped("map", "race", rows=fine), coarse], "en")
    assert found is not None and found.paired and found.chart is not None
    assert [one["label"] for one in found.result["columns"]] == columns
    told = [[*row[:2], pytest.approx(row[2], abs=1e-9)] for row in rows]
    assert found.result["rows"] == told, "by value, each figure once"
    assert as_plain(found.text.split("\n\n")[1].splitlines()[0]).removeprefix("- ") == said
    drawn = [(one["name"], one["row"]) for one in found.chart["data"]["values"]]
    assert drawn == [(row[0], at) for at, row in enumerate(rows)]


def by(group: str, task: str, rows: list[list[Any]], label: str = "mean fee", where: str = "",
       value: str = "") -> Earlier:  # fmt: skip
    columns = [{"name": group, "label": group, "type": "string", "part": "group"}]
    columns = columns if group else []
    columns.append({"name": "m", "label": label, "type": "number", "part": "measure"})
    chip = {"part": "where", "text": where, **({"field": "f", "value": value} if value else {})}
    frame = {"chips": [{**chip, "values": [value]}] if where else [], "sentence": task}
    return Earlier(task, frame, {"columns": columns, "rows": rows, "source": {"sha256": "a"}})


def said_of(found: synthesis.Synthesis) -> list[str]:
    return [as_plain(line).removeprefix("- ") for line in found.text.splitlines() if line][1:]


def test_a_whole_beside_its_parts_is_a_row_of_its_own_in_the_series_of_its_rows() -> None:
    answers = [
        by("", "one", [[0.58]], where="race is T", value="T"),
        by("", "two", [[0.42]], where="race is Z", value="Z"),
        by("map", "by map", [["Zen", 0.5], ["Aiur", 0.68]], where="race is T", value="T"),
    ]
    found = synthesise(answers, "en")
    assert found is not None and found.chart is not None
    assert [one["label"] for one in found.result["columns"]] == ["map", "T", "Z", "difference"]
    assert [row[:3] for row in found.result["rows"]] == [
        ["all rows", 0.58, 0.42], ["Aiur", 0.68, None], ["Zen", 0.5, None],
    ]  # fmt: skip
    drawn = [(one["name"], one["answer"]) for one in found.chart["data"]["values"]]
    assert drawn == [("all rows", "T"), ("all rows", "Z"), ("Aiur", "T"), ("Zen", "T")]
    assert said_of(found) == [
        "Z against T: −0.16.",
        "Aiur, T against T: +0.1.",
        "Zen, T against T: −0.08.",
    ]
    other = [by("map", task, [["Zen", at], ["Aiur", 1]]) for at, task in enumerate(("old", "new"))]
    twice = synthesise(other, "en")
    assert twice is not None, "rows that nothing tells apart are told by their sentences"
    assert [one["label"] for one in twice.result["columns"]][1:3] == ["old", "new"]
    assert said_of(twice) == ["Zen, new against old: +1."]


def test_what_pairs_is_paired_and_the_rest_is_told_beside_it() -> None:
    clinics, groups = ["Ash", "Elm"], ["Eye", "Skin"]
    eye, heart = (by("clinic", at, [[one, n + place] for place, one in enumerate(clinics)],
                     where=f"is {at}", value=at)
                  for n, at in ((1, "Eye"), (5, "Heart")))  # fmt: skip
    rest = by("group", "fee by group", [[one, at + 9] for at, one in enumerate(groups)])
    total = by("clinic", "total by clinic", [["Elm", 70], ["Ash", 60]], label="total")
    found = synthesise([eye, heart, rest, total], "en")
    assert found is not None and found.paired and found.chart is not None
    assert found.result["rows"] == [
        ["Elm", 2, 6, None, 70], ["Ash", 1, 5, None, 60],
        ["Skin", None, None, 10, None], ["Eye", None, None, 9, None],
    ]  # fmt: skip
    called = ["mean fee, Eye", "mean fee, Heart", "fee by group", "total"]
    assert [one["label"] for one in found.result["columns"]][1:] == called
    told = said_of(found)
    assert told[:2] == ["Elm, Heart against Eye: +4.", "Ash, Heart against Eye: +4."]
    assert [line.split(": ")[0] for line in told[2:]] == called, "none is lost"
    panes = found.chart["hconcat"]
    titles = [pane["layer"][0]["encoding"]["x"]["axis"]["title"] for pane in panes]
    assert titles == [called[0], called[1], called[3], called[2]]
    scales = [pane["layer"][0]["encoding"]["x"]["scale"] for pane in panes]
    assert scales[0] == scales[1] == scales[3] != scales[2], "one figure, one scale"
    assert [one["name"] for one in found.chart["data"]["values"]] == ["Elm", "Ash"]
    assert [one["name"] for one in panes[-1]["data"]["values"]] == ["Skin", "Eye"]
    one_figure = synthesise([eye, heart, rest], "en")
    assert one_figure is not None and "fee by group: highest for Skin, 10" in said_of(one_figure)[2]
    apart = synthesise([*(by(one, one, [["A", 1], ["B", 2]]) for one in "wxyz")], "en")
    assert apart is not None and len(said_of(apart)) == 5, "each is told, and why none is paired"


def test_of_several_answers_the_two_that_are_farthest_apart_differ_most() -> None:
    answers = [by("clinic", at, [["Ash", n], ["Elm", 1]], where=at, value=at)
               for n, at in ((20, "a"), (90, "b"), (30, "c"))]  # fmt: skip
    found = synthesise(answers, "en")
    assert found is not None and said_of(found) == ["Ash, b against a: +70."]
    totals = [by("clinic", f"total {at}", [["Ash", n], ["Elm", n + 5], ["Fir", n]], "total", at, at)
              for n, at in ((10, "a"), (900, "b"))]  # fmt: skip
    both = synthesise([*answers, *totals], "en")
    assert both is not None and "Ash, b against a: +70." in said_of(both)[:3], "of each figure"


def test_of_many_rows_those_come_first_that_several_answers_have() -> None:
    first = by("clinic", "a", [[f"a{at:02}", 99 - at] for at in range(14)] + [["both", 1]])
    other = by("clinic", "b", [["both", 2], *([f"b{at:02}", 50 - at] for at in range(11))])
    found = synthesise([first, other], "en")
    assert found is not None and len(found.result["rows"]) == 12
    assert found.result["rows"][-1][:3] == ["both", 1, 2]
    assert said_of(found)[-1].startswith("Of 27 figures 13 are shown, first those of rows")


def test_figures_of_the_same_groups_stand_in_a_row_of_each_and_a_pane_of_each() -> None:
    answers = [by("clinic", label, [[f"c{at}", at] for at in range(8)], label=label)
               for label in ("fee", "total", "wait", "age")]  # fmt: skip
    found = synthesise(answers, "en")
    assert found is not None and found.chart is not None
    assert [len(row) for row in found.result["rows"]] == [5] * 8
    assert len(found.chart["hconcat"]) == 4


def test_different_figures_are_paired_by_the_rows_that_they_are_about() -> None:
    told = [("Lima", 90, "Lima", 5), ("Quito", 60, "Quito", 9)]
    answers = []
    for city, wait, other, sold in told:
        answers.append(earlier(wait, city)._replace(task_id=f"wait {city}"))
        made = earlier(sold, other, label="sold", kind="number")
        answers.append(made._replace(task_id=f"sold {city}"))
    found = synthesise(answers, "en")
    assert found is not None and found.paired and found.chart is not None
    assert [one["label"] for one in found.result["columns"]] == ["about", "mean wait", "sold"]
    assert found.result["rows"] == [["Lima", 90, 5], ["Quito", 60, 9]]
    assert [as_plain(line).removeprefix("- ") for line in found.text.splitlines()[2:]] == [
        "mean wait: highest for Lima, 1:30, lowest for Quito, 1:00.",
        "sold: highest for Quito, 9, lowest for Lima, 5.",
    ], "not a line for each value"
    assert len(found.chart["hconcat"]) == 2


def test_answers_are_paired_by_the_groups_that_they_share_and_months_keep_their_order() -> None:
    spring = grouped("month", rows=[["2026-02", 0.4], ["2026-03", 0.9]])
    summer = grouped("month", rows=[["2026-03", 0.6], ["2026-01", 0.5]])._replace(task_id="two")
    for one in (spring, summer):
        one.result["columns"][0]["time"] = "date"
    found = synthesise([spring, summer], "en")
    assert found is not None and found.paired
    cells = [[row[1], row[2], row[3]] for row in found.result["rows"]]
    assert cells == [[None, 0.5, None], [0.4, None, None], [0.9, 0.6, pytest.approx(-0.3)]]


def test_answers_by_the_same_groups_differ_group_by_group() -> None:
    columns = [
        {"name": "race", "label": "race", "type": "string", "part": "group"},
        {"name": "m", "label": "games", "type": "number", "part": "measure"},
    ]
    answers = [
        Earlier(whose, {"chips": [{"part": "where", "text": whose}]},
                {"columns": columns, "rows": rows, "source": {"sha256": "a"}})
        for whose, rows in (
            ("spring", [["Zerg", 30], ["Terran", 90], ["Protoss", 5]]),
            ("autumn", [["Zerg", 10], ["Terran", 91], ["Protoss", 5]]),
        )
    ]  # fmt: skip
    found = synthesise(answers, "en")
    assert found is not None and found.paired
    lines = [as_plain(line).removeprefix("- ") for line in found.text.splitlines() if line]
    assert lines[1:3] == [
        "Zerg, autumn against spring: −20.",
        "Terran, autumn against spring: +1.",
    ]
    assert len(lines) == 3, "where nothing differs, nothing is said to"
    assert found.chart is not None
    drawn = [(one["name"], one["answer"]) for one in found.chart["data"]["values"]]
    assert drawn[:2] == [("Terran", "spring"), ("Terran", "autumn")], "a line for a group of both"
    plot = lay_out(read_chart(found.chart), QRectF(0, 0, 400, 300), QLocale("en"))
    heights = [shape.points[-1].y() for shape in plot.shapes]
    assert len({*heights}) == len(heights) == 6, "no mark lies on another"
    assert [row[0] for row in found.result["rows"]] == ["Terran", "Zerg", "Protoss"], "by value"


def test_what_a_synthesis_leaves_out_is_said() -> None:
    def by_city(about: str, cities: int) -> Earlier:
        told = earlier(90, about)
        columns = [{"name": "city", "label": "city", "type": "string", "part": "group"},
                   *told.result["columns"]]  # fmt: skip
        rows = [[f"city {at:02}", at] for at in range(cities)]
        return told._replace(result={**told.result, "columns": columns, "rows": rows})

    whole = synthesise([by_city("Lima", 8), by_city("Quito", 8)], "en")
    assert whole is not None and len(whole.result["rows"]) == 8 and "first" not in whole.text
    assert [one["label"] for one in whole.result["columns"]] == [
        "city",
        "Lima",
        "Quito",
        "difference",
    ]
    assert whole.result["rows"][0] == ["city 07", 7, 7, 0]
    found = synthesise([by_city("Lima", 20), by_city("Quito", 20)], "en")
    assert found is not None and len(found.result["rows"]) == 12
    assert "Of 40 figures 24 are shown" in found.text
    sold = by_city("Quito", 8)
    sold.result["columns"][1]["label"] = "sold"
    both = synthesise([by_city("Lima", 8), sold], "en")
    assert both is not None and both.paired and "paired" not in both.text
    assert [one["label"] for one in both.result["columns"]] == ["city", "mean wait", "sold"]
    other = earlier(90, "Quito", label="most sold", kind="number")
    unlike = synthesise([by_city("Lima", 30), other], "en")
    assert unlike is not None and "highest for city 29, **29s**" in unlike.text, "of all its groups"


def test_cases_and_further_figures_of_an_answer_are_figures_of_their_own() -> None:
    def column(name: str, part: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "label": f"{name}!", "type": "number", "part": part, **more}

    cases = [
        column(f"{part}{case}", part, case=case, of="wait" if part == "measure" else part)
        for case in ("Lima", "Quito") for part in ("measure", "n")
    ]  # fmt: skip
    chips = {"chips": [{"part": "compare", "text": "Lima / Quito"}]}
    found = synthesise([Earlier("t", chips, {"columns": cases, "rows": [[5, 30, 8, 40]]})], "en")
    assert found is not None
    assert [row[:4] for row in found.result["rows"]] == [
        ["Quito", "wait", 8, 40], ["Lima", "wait", 5, 30],
    ]  # fmt: skip
    said = [as_plain(line).removeprefix("- ") for line in found.text.splitlines() if line]
    assert said == ["Wait: highest for Quito, 8, lowest for Lima, 5.", "Quito against Lima: +3."]

    two = [column("sold", "measure"), column("n", "n"), column("paid", "measure")]
    both = synthesise([Earlier("t", {}, {"columns": two, "rows": [[5, 30, 8]]})], "en")
    assert both is not None
    assert [row[1:] for row in both.result["rows"]] == [["sold!", 5, 30], ["paid!", 8, None]]


def test_a_rate_that_rests_on_too_little_is_no_extreme_of_its_answer() -> None:
    columns = [{"name": "race", "label": "race", "type": "string", "part": "group"},
               {**RATE, "type": "rate"}, column_of("n")]  # fmt: skip
    rows = [["Zerg", 0.9, 3], ["Terran", 0.6, 80], ["Protoss", 0.4, 90]]
    rates = Earlier("r", {"sentence": "Rates"}, {"columns": columns, "rows": rows})
    found = synthesise([rates, earlier(3, "Lima", label="sold", kind="number")], "en")
    assert found is not None and "highest for Terran, **60%**" in found.text


def column_of(part: str) -> dict[str, Any]:
    return {"name": part, "label": part, "type": "number", "part": part}


def test_different_figures_of_the_same_groups_have_a_pane_each_in_one_picture() -> None:
    group = {"name": "race", "label": "race", "type": "string", "part": "group",
             "values": ["Terran", "Zerg"]}  # fmt: skip
    rate = {**RATE, "type": "rate"}
    wait = {"name": "wait", "label": "mean wait", "type": "number", "time": "seconds"}
    columns = [group, *({**wait, "part": part} for part in ("measure", "low", "high", "n"))]
    answers = [
        Earlier(task, {}, {"columns": of, "rows": rows})
        for task, of, rows in (
            ("rates", [group, rate], [["Terran", 0.58], ["Zerg", 0.4]]),
            ("waits", columns, [["Zerg", 90, 80, 99, 40], ["Terran", 70, 60, 79, 50]]),
        )
    ]
    found = synthesise(answers, "en")
    assert found is not None and found.chart is not None
    assert found.chart["usermeta"] == {"values": ["Terran", "Zerg"]}
    drawn = found.chart["data"]["values"]
    rows = [(one["row"], one["name"], one["value0"], one["shown0"]) for one in drawn]
    assert rows == [(0, "Terran", 0.58, "58%"), (1, "Zerg", 0.4, "40%")]
    assert drawn[0]["shown1"] == "1:10 (50 rows; 95% interval 1:00 to 1:19)"
    axes = [[layer["encoding"]["x"]["axis"] for layer in pane["layer"]]
            for pane in found.chart["hconcat"]]  # fmt: skip
    assert axes == [
        [{"title": "win rate", "format": ".0%"}],
        [{"title": "mean wait", "format": "duration"}] * 2,
    ], "an interval where all have one"


def test_an_answer_that_was_given_again_is_told_once() -> None:
    first, again, other = (earlier(90, city) for city in ("Lima", "Lima", "Quito"))
    assert different([first, other, again._replace(task_id="later")]) == [
        other, again._replace(task_id="later"),
    ], "the last answers are those that were given last"  # fmt: skip
    changed = earlier(90, "Lima", table="b")
    assert len(different([first, changed])) == 2, "of data that is no longer the same"
