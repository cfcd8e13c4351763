"""Replays become rows of games between two players; what is none of these is left out."""

import csv
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from agents.data.dataset.opening import open_file
from agents.data.tables.readers.replays import read_replays
from app.errors import BadFile

MET = datetime(2024, 3, 5, 20, 15)  # noqa: DTZ001 - replays hold local times


def player(name: str, race: str, *, observer: bool = False) -> Any:
    return SimpleNamespace(name=name, play_race=race, is_observer=observer)


def replay(*players: Any, winner: int | None = 0, **more: Any) -> Any:
    played = [one for one in players if not one.is_observer]
    team = None if winner is None else SimpleNamespace(players=[played[winner]])
    return SimpleNamespace(**{
        "players": list(players), "winner": team, "release_string": "5.0.12.91115",
        "real_length": timedelta(minutes=10), "start_time": MET, "map_name": "Oak",
        "region": "kr", **more,
    })  # fmt: skip


ANN, BO, CY = player("Ann", "Zerg"), player("Bo", "Terran"), player("Cy", "Zerg")
WATCHES = player("Dan", "Zerg", observer=True)
REPLAYS: dict[str, Any] = {
    "late": replay(ANN, BO, winner=1, start_time=MET + timedelta(hours=1)),
    "early": replay(BO, WATCHES, CY, real_length=None, game_length=timedelta(seconds=90)),
    "undated": replay(ANN, CY, start_time=None, date=MET - timedelta(days=1), release_string=None),
    "open": replay(ANN, BO, winner=None),
    "three": replay(ANN, BO, CY),
    "broken": ValueError("no replay"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of replays, that sc2reader reads by the first word in each."""

    def load_replay(path: str, *, load_level: int) -> Any:
        assert load_level == 2
        found = REPLAYS[Path(path).read_text().partition(" ")[0]]
        if isinstance(found, Exception):
            raise found
        return found

    reader = ModuleType("sc2reader")
    reader.load_replay = load_replay  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sc2reader", reader)
    return tmp_path


def test_games_of_two_are_rows_in_their_order_and_each_once(folder: Path) -> None:
    (folder / "more").mkdir()
    for name in REPLAYS:
        (folder / f"{name}.SC2Replay").write_text(f"{name} data")
    (folder / "more" / "copy.SC2Replay").write_text("late data")
    files = sorted(folder.rglob("*.SC2Replay"))
    (folder / "copies").mkdir()
    assert read_replays(files, folder / "copies").names[:3] == ["game_id", "played_at", "map"]
    with (folder / "copies" / "replays.csv").open(encoding="utf-8", newline="") as text:
        rows = [row[1:] for row in csv.reader(text)][1:]
    assert [",".join(row) for row in rows] == [
        "2024-03-04 20:15:00,Oak,,600,kr,Ann,Zerg,Cy,Zerg,1",
        "2024-03-05 20:15:00,Oak,5.0.12,90,kr,Bo,Terran,Cy,Zerg,1",
        "2024-03-05 21:15:00,Oak,5.0.12,600,kr,Ann,Zerg,Bo,Terran,2",
    ]


def test_replays_of_no_game_of_two_are_told(folder: Path) -> None:
    for name in ("open", "three", "broken"):
        (folder / f"{name}.SC2Replay").write_text(name)
    with pytest.raises(BadFile) as refused:
        open_file(folder)
    assert refused.value.reason == "replays_unusable"
