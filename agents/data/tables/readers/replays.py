"""A folder of StarCraft II replays becomes a table with one row per game."""

import csv
import hashlib
from pathlib import Path
from typing import Any

from agents.data.tables.readers.text import TextRows, read_text
from app.errors import BadFile

_HEAD = ("game_id", "played_at", "map", "patch", "duration_s", "server", "p1_name", "p1_race",
         "p2_name", "p2_race", "winner")  # fmt: skip


def read_replays(files: list[Path], folder: Path) -> TextRows:
    """Return the rows of the replays of games between two players, written as CSV into `folder`.

    Replays that cannot be read, have no result or other than two players are left out. Raises
    `BadFile` when sc2reader is not installed, or when no replay can be used.
    """
    games = _games(files[0].parent, files)
    file = folder / "replays.csv"
    _write(file, games)
    return read_text([file], folder)[0]


def _write(file: Path, games: list[tuple[Any, ...]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.writer(text)
        writer.writerow(_HEAD)
        writer.writerows(games)


def _games(path: Path, files: list[Path]) -> list[tuple[Any, ...]]:
    try:
        import sc2reader
    except ImportError:
        raise BadFile(
            f"{path.name} holds StarCraft II replays, and reading them needs sc2reader: install "
            "it with  pip install 'balance-desk[replays]'  and open the folder again.",
            key="replays_need_sc2reader",
            file=str(path),
        ) from None
    found: dict[str, tuple[Any, ...]] = {}
    for file in files:
        try:
            replay = sc2reader.load_replay(str(file), load_level=2)
        except Exception:  # noqa: S112 - a broken replay raises whatever its parser met
            continue
        game = _game(replay)
        if game is not None:
            identity = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
            found[identity] = (identity, *game)
    if not found:
        raise BadFile(
            f"{path.name} has no replay of a finished game between two players.",
            key="replays_unusable",
            file=str(path),
        )
    return sorted(found.values(), key=lambda game: (game[1], game[0]))


def _game(replay: Any) -> tuple[Any, ...] | None:
    players = [p for p in replay.players if not getattr(p, "is_observer", False)]
    if len(players) != 2 or replay.winner is None or len(replay.winner.players) != 1:
        return None
    one, two = players
    winner = 1 if replay.winner.players[0] is one else 2
    patch = ".".join(str(replay.release_string or "").split(".")[:3])
    length = getattr(replay, "real_length", None) or replay.game_length
    moment = replay.start_time or replay.date
    return (
        moment.strftime("%Y-%m-%d %H:%M:%S"), replay.map_name, patch, int(length.seconds),
        replay.region, one.name, one.play_race, two.name, two.play_race, winner,
    )  # fmt: skip
