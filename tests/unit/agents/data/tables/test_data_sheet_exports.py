"""Exports of spreadsheets: titles above the header, remarks below, empty rows, parted thousands."""

from pathlib import Path

import pytest

from tests.unit.agents.data.match.games import Games

HEAD = ["id", "date", "map", "p1", "race1", "p2", "race2", "winner"]
GAMES = [
    [str(i), f"2024-0{1 + i % 9}-11", "Acropolis", "Ibis", "Zerg", "Heron", "Terran",
     "Ibis" if i % 3 else "Heron"] for i in range(60)
]  # fmt: skip
WON = sum(row[-1] == "Ibis" for row in GAMES)


def written(path: Path, lines: list[str], encoding: str = "utf-8") -> Games:
    path.write_text("\n".join(lines) + "\n", encoding=encoding)
    return Games(path)


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("above", "below"),
    [
        (["Spring league", ""], []),
        (["봄 리그 전적,,,,,,,", ",,,,,,,"], []),
        ([], ["Total,,,,,,,", "Source: example.org,,,,,,,"]),
        ([], ["", "Source: example.org", "* walkovers excluded"]),
        (["Spring league", "2024"], ["Source: example.org"]),
        ([], ["Source: example.org,CC-BY-SA,,,,,,", "출처: 예시,2024-11-01,,,,,,"]),
    ],
)
def test_what_stands_around_the_table_is_no_game(
    tmp_path: Path, mark: str, above: list[str], below: list[str]
) -> None:
    lines = [mark.join(cells) for cells in (HEAD, *GAMES)]
    lines[30:30] = [mark * 7]
    around = (
        [line.replace(",", mark) for line in above],
        [line.replace(",", mark) for line in below],
    )
    games = written(tmp_path / "sheet.csv", [*around[0], *lines, *around[1]])
    assert games.rows == len(GAMES)
    assert games.record("Zerg") == (len(GAMES), WON)
    remarks = [line for line in around[1] if line.strip(mark)]
    notes = {note.key: note.count for note in games.notes}
    assert notes.get("note_bare_rows", 0) == len(remarks)
    games.close()


@pytest.mark.parametrize("encoding", ["utf-16", "cp949", "utf-8-sig"])
def test_a_title_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    lines = ["봄 리그", "", *("\t".join(cells) for cells in (HEAD, *GAMES))]
    games = written(tmp_path / "sheet.tsv", lines, encoding)
    assert games.record("Zerg") == (len(GAMES), WON)
    games.close()


def test_a_file_without_a_title_keeps_its_first_rows(tmp_path: Path) -> None:
    """A first row with empty cells is a row."""
    lines = ["race,opponent_race,result,map", ",,W,", *["Zerg,Terran,W,Acropolis"] * 20]
    lines += ["Terran,Zerg,L,Acropolis"] * 20
    games = written(tmp_path / "log.csv", lines)
    assert games.record("Zerg") == (20, 20)
    games.close()


def test_a_game_that_ends_a_table_half_written_is_a_game(tmp_path: Path) -> None:
    lines = [",".join(cells) for cells in (HEAD, *GAMES)]
    games = written(tmp_path / "open.csv", [*lines, "60,2024-11-01,Acropolis,,,,,"])
    assert games.rows == len(GAMES) + 1
    games.close()
