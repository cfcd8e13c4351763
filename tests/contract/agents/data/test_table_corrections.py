"""What a person says of columns is kept with the table's model, and the next answers go by it."""

from pathlib import Path
from typing import Any

import pytest

from agents.data.agent.media_types import MODEL, PROFILE
from tests.contract.agents.data.test_data_executor import Talk, Turn, cells, talking

pytestmark = pytest.mark.anyio

ROWS = [("North", 101, 5.0, "a"), ("South", 102, 7.0, "b"), ("North", 101, 9.0, "c")] * 20


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "orders.csv"
    lines = [f"{area},{shop},{turnover},{text}" for area, shop, turnover, text in ROWS]
    path.write_text("\n".join(["area,shop,amt,note", *lines]), "utf-8")
    return path


async def correct(talk: Talk, **said: Any) -> Turn:
    return await talk.say("", value=(MODEL, {"columns": [said]}))


def column(turn: Turn, name: str) -> dict[str, Any]:
    return next(one for one in turn.data["profile"]["columns"] if one["name"] == name)


async def test_the_next_answer_goes_by_what_was_said_and_so_does_the_next_opening(
    table: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    async with talking(table, profile) as talk:
        before = await talk.say("total amt by area")
        assert before.states[-1] == "completed"
        turn = await correct(talk, name="amt", label="Turnover", synonyms=["takings"], adds="mean")
        assert turn.states[-1] == "completed"
        assert "Turnover" in turn.answer
        assert column(turn, "amt")["label"] == "Turnover"
        asked = await talk.say("average takings by area")
        assert "Turnover" in str(asked.data["result"]["columns"])
        assert {row["area"]: row["mean_amt"] for row in cells(asked)} == {"North": 7, "South": 7}
    async with talking(table, profile) as talk:
        held = column(await talk.say("", value=(PROFILE, {})), "amt")
    assert (held["label"], held["synonyms"], held["adds"]) == ("Turnover", ["takings"], "mean")


async def test_a_number_that_names_something_is_grouped_by(table: Path) -> None:
    async with talking(table) as talk:
        turn = await correct(talk, name="shop", kind="category")
        assert column(turn, "shop")["kind"] == "category"
        asked = await talk.say("total amt by shop")
        assert sorted(row["sum_amt"] for row in cells(asked)) == [140, 280]


async def test_what_is_taken_back_is_as_it_was(table: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    async with talking(table, profile) as talk:
        before = column(await talk.say("", value=(PROFILE, {})), "area")
        await correct(talk, name="area", label="Part", kind="text", part="name")
        back = {key: before[key] for key in ("name", "label", "synonyms", "kind", "part")}
        assert column(await correct(talk, **back), "area") == before
    async with talking(table, profile) as talk:
        assert column(await talk.say("", value=(PROFILE, {})), "area") == before


DAYS = ["2024-03-01", "3/15/24", "5 Apr", "6 May 2024", "soon", "3/4/24", "7/1/2024 14:30"]


async def test_days_written_in_several_ways_are_read_as_far_as_they_can_be_and_go_back(
    tmp_path: Path,
) -> None:
    path, profile = tmp_path / "visits.csv", tmp_path / "profile"
    path.write_text(
        "\n".join(["day,amt,who", *(f"{one},{n % 3}.5,x" for n, one in enumerate(DAYS * 4))])
    )
    async with talking(path, profile) as talk:
        before = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        assert "moment" in column(await talk.say("", value=(PROFILE, {})), "day")["kinds"]
        refused = await correct(talk, name="who", kind="moment")
        assert (refused.states[-1], "who" in refused.status) == ("rejected", True)
        profile.mkdir(exist_ok=True)
        (profile / "models").write_text("in the way", "utf-8")
        assert (await correct(talk, name="day", kind="moment")).states[-1] == "failed"
        assert (await talk.say("", value=(PROFILE, {}))).data["profile"] == before
        (profile / "models").unlink()
        turn = await correct(talk, name="day", kind="moment")
        assert "8 cells could not be read" in turn.answer and "5 Apr, soon" in turn.answer
        found = column(turn, "day")
        assert (found["kind"], found["empty"], found["part"]) == ("moment", 8, "time")
        assert (found["min"][:10], found["max"][:16]) == ("2024-03-01", "2024-07-01T14:30")
        asked = await talk.say("total amt by month")
        assert [row["sum_amt"] for row in cells(asked)] == [18, 5, 5]
    async with talking(path, profile) as talk:
        again = column(await talk.say("", value=(PROFILE, {})), "day")
        assert again == found
        back = await correct(talk, name="day", kind="category")
        assert back.data["profile"] == before


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"name": "nothing"}, "nothing"),
        ({"name": "area", "kind": "number"}, "area"),
        ({"name": "amt", "label": "Shop"}, "Shop"),
        ({"name": "amt", "label": "x" * 200}, "label"),
        ({"name": "amt", "kind": "colour"}, "kind"),
        ({}, "name"),
    ],
)
async def test_what_cannot_be_is_refused_in_words_and_changes_nothing(
    table: Path, said: dict[str, Any], words: str
) -> None:
    async with talking(table) as talk:
        before = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        turn = await correct(talk, **said)
        assert turn.states[-1] == "rejected"
        assert words in turn.status
        assert (await talk.say("", value=(PROFILE, {}))).data["profile"] == before


async def test_what_cannot_be_written_is_said_and_changes_nothing(
    table: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    async with talking(table, profile) as talk:
        before = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        profile.mkdir(exist_ok=True)
        (profile / "models").write_text("in the way", "utf-8")
        turn = await correct(talk, name="amt", label="Turnover")
        assert turn.states[-1] == "failed"
        assert (await talk.say("", value=(PROFILE, {}))).data["profile"] == before


@pytest.mark.parametrize(
    ("heads", "labels"),
    [("price,price", ["price 1", "price 2"]), ("price (€),price ($)", ["price (€)", "price ($)"])],
)
async def test_columns_of_one_name_are_told_apart_wherever_they_are_named(
    tmp_path: Path, heads: str, labels: list[str]
) -> None:
    path = tmp_path / "sold.csv"
    path.write_text("\n".join([f"city,{heads}", *["Lima,3.5,30.5", "Quito,4.5,41.5"] * 9]))
    async with talking(path) as talk:
        page = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        assert [one["label"] for one in page["columns"]] == ["city", *labels]
        asked = await talk.say("average price by city")
        offered = [one["label"] for one in asked.question["choices"]]
        assert [said in one for said, one in zip(labels, offered, strict=True)] == [True, True]
        second = await talk.say("2")
        assert [row for row in cells(second) if 41.5 in row.values()]
        turn = await correct(talk, name=page["columns"][2]["name"], label="gross")
        assert [one["label"] for one in turn.data["profile"]["columns"]][1:] == [labels[0], "gross"]
