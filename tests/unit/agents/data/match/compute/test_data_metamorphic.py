"""What must not change an answer: the language, the order of rows, column names, sides, noise."""

import asyncio
import csv
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding
from tests.eval.tables import MAKERS, Table

TODAY = date(2025, 6, 1)
Figures = dict[tuple[str, ...], tuple[int, ...]]


class Reader:
    """An opened table that answers in figures and SQL."""

    def __init__(self, path: Path) -> None:
        self.analyst = Analyst.open(path)
        self.understanding = Understanding(self.analyst.model)

    def ask(self, text: str) -> tuple[str, Figures]:
        outcome = self.understanding.understand(text, today=TODAY).outcome
        assert isinstance(outcome, Answerable), f"{text}: {outcome}"
        analysis = asyncio.run(self.analyst.analyse(outcome.frame))
        groups = len(analysis.plan.groups)
        counts = [analysis.names.index(n) for n in ("games", "wins") if n in analysis.names]
        figures = {
            tuple(str(cell) for cell in row[:groups]): tuple(int(row[i] or 0) for i in counts)
            for row in analysis.rows
        }
        return analysis.query.shown, figures


@pytest.fixture(scope="module", params=MAKERS, ids=lambda make: make.__name__)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    make: Callable[[Path], Table] = request.param
    return make(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def reader(table: Table) -> Iterator[Reader]:
    found = Reader(table.path)
    yield found
    found.analyst.close()


def test_three_languages_give_the_same_sql(table: Table, reader: Reader) -> None:
    value, place = next(iter(table.values.values())), next(iter(table.places.values()))
    entity, group = table.words["entity"], table.words["place"]
    same = [
        (f"{value['ko']} 승률", f"{value['en']} win rate", f"tasa de victorias de {value['es']}"),
        (
            f"{place['ko']}에서 {value['ko']} 승률",
            f"{value['en']} win rate on {place['en']}",
            f"tasa de victorias de {value['es']} en {place['es']}",
        ),
        (
            f"{entity['ko']}별 승률",
            f"win rate by {entity['en']}",
            f"tasa de victorias por {entity['es']}",
        ),
        (
            f"{group['ko']}별 {value['ko']} 승률",
            f"{value['en']} win rate by {group['en']}",
            f"tasa de victorias de {value['es']} por {group['es']}",
        ),
    ]
    for texts in same:
        queries = {reader.ask(text)[0] for text in texts}
        assert len(queries) == 1, texts


def test_a_matchup_and_its_reverse_make_one(table: Table, reader: Reader) -> None:
    if not table.rivals or table.draws:
        pytest.skip("no rivals, or games without a winner")
    x, y = (names["en"] for names in list(table.values.values())[:2])
    ((one_games, one_wins),) = reader.ask(f"{x} win rate against {y}")[1].values()
    ((two_games, two_wins),) = reader.ask(f"{y} win rate against {x}")[1].values()
    assert one_games == two_games
    assert one_wins + two_wins == one_games


def test_the_parts_sum_to_the_whole(table: Table, reader: Reader) -> None:
    x, group = next(iter(table.values.values()))["en"], table.words["place"]["en"]
    (whole,) = reader.ask(f"{x} win rate")[1].values()
    parts = reader.ask(f"{x} win rate by {group}")[1].values()
    assert tuple(map(sum, zip(*parts, strict=True))) == whole


def test_noise_changes_nothing(table: Table, reader: Reader) -> None:
    value, place = list(table.values.values())[1], next(iter(table.places.values()))
    plain = reader.ask(f"{value['en']} win rate on {place['en']}")[0]
    noisy = [
        f"  {value['en'].upper()}   win  rate on {place['en'].lower()} ??",
        f"could you please show me the {value['en']} winrate on {place['en']}!",
        f"{place['ko']}에서 {value['ko']}의 승률 좀 알려주시겠어요?",
        f"{place['ko']}에서{value['ko']}승률",
        f"Tasa de victorias de {value['es']} en {place['es']}, por favor",
    ]
    for text in noisy:
        accentless = "".join(
            c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn"
        )
        for one in {text, unicodedata.normalize("NFC", accentless)}:
            assert reader.ask(one)[0] == plain, one


@pytest.mark.parametrize("name", ["ladder", "fights", "flags"])
def test_shuffled_rows_renamed_columns_swapped_sides(name: str, tmp_path: Path) -> None:
    make = next(make for make in MAKERS if make.__name__ == name)
    table = make(tmp_path)
    entity = table.words["entity"]["en"]
    before = Reader(table.path)
    want = before.ask(f"win rate by {entity}")[1]
    before.analyst.close()
    with table.path.open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    Random(7).shuffle(rows)
    order = list(range(len(head)))
    Random(8).shuffle(order)
    renamed = [column.replace("p1", "player1").replace("p2", "player2") for column in head]
    changed = tmp_path / "changed.csv"
    with changed.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="|")
        writer.writerow([renamed[i] for i in order])
        writer.writerows([[row[i] for i in order] for row in rows])
    after = Reader(changed)
    assert after.ask(f"win rate by {entity}")[1] == want
    after.analyst.close()


def test_swapped_sides_change_nothing(tmp_path: Path) -> None:
    table = MAKERS[0](tmp_path)
    with table.path.open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    swapped = tmp_path / "swapped.csv"
    with swapped.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        for game, day, place, n1, r1, n2, r2, winner in rows:
            writer.writerow([game, day, place, n2, r2, n1, r1, 3 - int(winner)])
    one, two = Reader(table.path), Reader(swapped)
    for text in ("win rate by race", "Terran win rate by map", "win rate by matchup"):
        assert one.ask(text)[1] == two.ask(text)[1]
    one.analyst.close()
    two.analyst.close()


def test_the_query_on_the_file_gives_the_result_again(table: Table, reader: Reader) -> None:
    import duckdb

    if table.path.suffix == ".db" or "CP949" in reader.analyst.source.relation:
        pytest.skip("the file has to be converted first")
    connection = duckdb.connect()
    relation = reader.analyst.source.relation.replace(table.path.name, str(table.path))
    connection.execute(f"CREATE VIEW games AS SELECT * FROM {relation}")
    for text in (f"win rate by {table.words['entity']['en']}", "pick share by "
                 + table.words["entity"]["en"]):  # fmt: skip
        outcome = reader.understanding.understand(text, today=TODAY).outcome
        assert isinstance(outcome, Answerable)
        analysis = asyncio.run(reader.analyst.analyse(outcome.frame))
        assert tuple(connection.execute(analysis.query.shown).fetchall()) == analysis.rows
    connection.close()
