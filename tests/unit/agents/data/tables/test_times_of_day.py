"""Times of day are read in whichever notation each cell has; lengths of time stay lengths."""

from contextlib import closing
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset


def column(folder: Path, cells: list[str]) -> tuple[str, str, str]:
    path = folder / "shops.csv"
    path.write_text("\n".join(["shop,x", *(f"s{at},{one}" for at, one in enumerate(cells * 5))]))
    with closing(open_dataset(path)) as dataset:
        found = dataset.model.tables[0].column("x")
        return str(found.stored), str(found.low), str(found.high)


@pytest.mark.parametrize(
    "cells",
    [
        ["9am", "09:00", "9 h", "2:30 PM", "10 a.m.", "11h30", "7 pm"],
        ["오전 9시", "9:30", "13시 30분", "오후 7시", "오후 3:30"],
        ["9:00 a. m.", "10:15 AM", "7 p. m."],
    ],
)
def test_a_time_is_read_however_it_is_written(tmp_path: Path, cells: list[str]) -> None:
    assert column(tmp_path, cells) == ("time", "09:00:00", "19:00:00")


@pytest.mark.parametrize(
    ("cells", "stored"),
    [(["9 h", "10 h", "3h 20m"], "number"), (["1:30:00", "2:10:05"], "number"),
     (["1:30", "2 h", "0:45", "3 h"], "text")],
)  # fmt: skip
def test_what_may_be_a_length_is_no_time_of_day(
    tmp_path: Path, cells: list[str], stored: str
) -> None:
    assert column(tmp_path, cells)[0] == stored
