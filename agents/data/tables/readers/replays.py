"""A folder of StarCraft II replays becomes a table with one row per game."""

import csv
import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.answering.source import TABLE
from agents.data.tables.quoting import literal
from agents.data.tables.readers.copies import written
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_HEAD = ("game_id", "played_at", "map", "patch", "duration_s", "server", "p1_name", "p1_race",
         "p2_name", "p2_race", "winner")  # fmt: skip


def read(
    connection: "DuckDBPyConnection",
    path: Path,
    files: list[Path],
    tables: Path | None,
    digest: str,
) -> str:
    """Make the table from the replays of games between two players; return the relation.

    The rows are written as CSV into the folder `tables`, so that queries can be run on them again.
    Replays that cannot be read, have no result or other than two players are left out. Raises
    `BadFile` when sc2reader is not installed, or when no replay can be used.
    """
    games = _games(path, files)
    with tempfile.TemporaryDirectory() as folder:
        kept = (tables or Path(folder)) / f"{path.name}-{digest[:12]}.csv"
        copy = written(lambda file: _write(file, games), kept, Path(folder))
        relation = "read_csv({}, header = true, quote = '\"', sample_size = -1)"
        connection.execute(
            f"CREATE TABLE {TABLE} AS SELECT * FROM {relation.format(literal(str(copy)))}"
        )
    return relation.format(literal(kept.name))


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
            identity = hashlib.file_digest(file.open("rb"), "sha256").hexdigest()[:16]
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
