"""The profile of a table says what DuckDB says, and tells what was changed and guessed."""

import asyncio
from pathlib import Path

import duckdb
import pytest

from agents.answering.sentences import keys
from agents.answering.source import LoadNote
from agents.answering.text.language import LANGUAGES, Language
from agents.data.answer.contents import told_of_table
from agents.data.compute.computing import compute
from agents.data.dataset import open_dataset
from agents.data.model.profile import Bin, told
from agents.data.query.offered import examples
from agents.data.query.query import Query
from agents.data.query.sentences import sentence
from tests.query_samples import NOW


@pytest.fixture
def things(tmp_path: Path) -> Path:
    path = tmp_path / "things.csv"
    duckdb.sql(
        "SELECT i AS id, 'kind ' || (i * 7 % 5) AS kind, i * 1.5 AS weight_kg, "
        "CASE WHEN i % 10 THEN DATE '2021-01-01' + (i % 300)::INT END AS day, "
        "i % 3 = 0 AS ready FROM range(1000) t(i)"
    ).write_csv(str(path))
    return path


def test_figures_are_those_of_the_table(things: Path) -> None:
    dataset = open_dataset(things)
    profile = dataset.profile()
    dataset.close()
    assert (profile.rows, profile.source.file, len(profile.head)) == (1000, "things.csv", 5)
    found = {column.name: column for column in profile.columns}
    for name, column in found.items():
        distinct, filled, low, high = duckdb.sql(
            f'SELECT count(DISTINCT "{name}"), count("{name}"), min("{name}"), max("{name}") '
            f"FROM '{things}'"
        ).fetchall()[0]
        assert (column.distinct, column.empty) == (distinct, 1000 - filled)
        if column.kind in ("number", "moment", "identifier"):
            ends = [float(one) if isinstance(one, int | float) else str(one)
                    for one in (column.min, column.max, low, high)]  # fmt: skip
            assert ends[:2] == ends[2:]
    weight = found["weight_kg"]
    assert (weight.label, weight.unit, weight.mean) == ("weight", "kg", pytest.approx(749.25))
    assert sum(one.rows for one in weight.histogram) == 1000
    assert weight.histogram[0].low <= 0
    assert [one.rows for one in found["kind"].top] == [200] * 5
    assert sum(one.rows for one in found["day"].histogram) == 900


def test_first_rows_are_as_they_are_read_and_totals_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    lines = ["Ulm;1.234,50", "Bonn;2.000,00", "Kiel;3.100,25", "Total;6.334,75"]
    path.write_text("\n".join(["town;sales", *lines]) + "\n")
    dataset = open_dataset(path)
    profile = dataset.profile()
    text = told_of_table("sales", dataset.model, path.name, "en", rows=profile.rows)
    dataset.close()
    assert profile.head == (("Ulm", 1234.5), ("Bonn", 2000.0), ("Kiel", 3100.25))
    assert text.startswith("**sales.csv**: 3 rows and 1 of totals, 2 columns.")


def test_the_ends_of_days_are_said_as_a_language_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    days = [f"2025-{1 + n // 28:02}-{1 + n % 28:02},{n}" for n in range(56)]
    path.write_text("\n".join(["day,sales", *days]) + "\n")
    dataset = open_dataset(path)
    told: dict[Language, tuple[str, str]] = {
        "en": ("Jan 1, 2025", "Feb 28, 2025"), "ko": ("2025년 1월 1일", "2025년 2월 28일"),
        "es": ("1 ene 2025", "28 feb 2025"),
    }  # fmt: skip
    for language, ends in told.items():
        text = told_of_table("sales", dataset.model, path.name, language, rows=56)
        assert all(end in text for end in ends) and "2025-01-01" not in text
    dataset.close()


def test_few_whole_numbers_have_a_bar_each(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    ratings = [one for one in range(1, 10) for _ in range(one)]
    lines = (f"{one},{one / 4},{place % 41}\n" for place, one in enumerate(ratings))
    path.write_text("rating,price,pieces\n" + "".join(lines))
    dataset = open_dataset(path)
    profile = dataset.profile()
    dataset.close()
    rating, price, pieces = profile.columns
    assert [(one.low, one.rows) for one in rating.histogram] == [(n, n) for n in range(1, 10)]
    assert sum(one.rows for one in price.histogram) == len(ratings)
    assert price.histogram[-1].high >= 2.25
    assert pieces.histogram[-1] == Bin(low=35, high=40, rows=6), "no bar of 40 alone"


@pytest.mark.parametrize("header", ["Nº pedido", "order number", "주문 번호"])
def test_numbers_of_rows_that_go_on_from_any_beginning_are_no_amounts(
    tmp_path: Path, header: str
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(f"{header},price\n" + "".join(f"{10400 - n},{n % 9}\n" for n in range(200)))
    dataset = open_dataset(path)
    kinds = [one.kind for one in dataset.profile().columns]
    dataset.close()
    assert kinds == ["identifier", "number"]


def test_a_number_that_goes_with_one_name_is_no_amount(tmp_path: Path) -> None:
    path = tmp_path / "staff.csv"
    lines = (f"{1001 + n % 12},name {n % 12},{[30, 59, 12][n % 3]},{n % 7}\n" for n in range(60))
    path.write_text("staff,who,price,hours\n" + "".join(lines))
    dataset = open_dataset(path)
    kinds = [(one.kind, one.adds) for one in dataset.profile().columns]
    offered = [sentence(one, dataset.model, "en") for one in examples(dataset.model.table())]
    dataset.close()
    assert kinds == [("identifier", ""), ("category", ""), ("number", "sum"), ("number", "sum")]
    assert offered == [
        "total price by who", "number of rows by who, largest first",
        "the 5 rows with the largest price",
    ]  # fmt: skip


def test_spaces_are_taken_off_and_other_spellings_told(tmp_path: Path) -> None:
    path = tmp_path / "cities.csv"
    path.write_text("city,n\n" + "Boston,4\nboston ,9\n Boston,7\nChicago,3\nChicago,1\n" * 5)
    dataset = open_dataset(path)
    profile = dataset.profile()
    dataset.close()
    assert [one.value for one in profile.columns[0].top] == ["Boston", "Chicago", "boston"]
    assert profile.notes == (
        "city: spaces before or after texts were taken off (10 cells).",
        "city (Boston / boston): values that differ from others only in capitals are counted"
        " apart (1).",
    )


def test_shares_and_notes_are_told_from_amounts_and_ids(tmp_path: Path) -> None:
    path = tmp_path / "orders.csv"
    lines = (f"p{n},{n % 3 / 20},{f'call {n} back' if n % 4 else ''}\n" for n in range(40))
    path.write_text("ref,rate,note\n" + "".join(lines))
    dataset = open_dataset(path)
    ref, rate, note = dataset.profile().columns
    dataset.close()
    assert (rate.unit, rate.share, rate.max) == ("%", True, 0.1)
    assert "0.05 reads as 5 %" in rate.why
    assert (ref.kind, note.kind) == ("identifier", "text"), "not every row has a note"


def test_texts_that_are_kept_beside_numbers_are_shown_where_they_are_asked_for(
    tmp_path: Path,
) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("shop,price\n" + "".join(f"s{n % 3},${n}.50\n" for n in range(9)) + "s0,none\n")
    dataset = open_dataset(path)
    found = compute(Query(rows=True), dataset.model, dataset.engine, NOW)
    names = [one.name for one in asyncio.run(found).columns]
    dataset.close()
    assert names == ["shop", "price"]
    assert "price (text)" in [one.name for one in dataset.model.tables[0].columns]
    for query in examples(dataset.model.tables[0]):
        assert "(text)" not in query.model_dump_json()


@pytest.mark.parametrize("language", ["en", "ko", "es"])
def test_guesses_and_changes_are_told(tmp_path: Path, language: Language) -> None:
    path = tmp_path / "a.csv"
    path.write_text('name,when,people\nx,03/04/2020,"1,200"\ny,05/06/2020,"2,300"\n')
    dataset = open_dataset(path)
    profile = dataset.profile(language=language)
    dataset.close()
    assert len(profile.questions) == 2
    assert all("when" in one or "people" in one for one in (*profile.questions, *profile.notes))
    assert profile.notes


def test_every_sentence_is_there_in_each_language() -> None:
    package = "agents.data.model"
    assert keys("en", package) == keys("ko", package) == keys("es", package)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_changed_in_a_table_of_games_is_told(tmp_path: Path, language: Language) -> None:
    names = "ABCD"
    rows = [
        f"{n},{names[n % 4]}x,Terran,{names[(n + 1) % 4]}x,Zerg,{1 + n % 3 % 2}" for n in range(60)
    ]
    path = tmp_path / "games.csv"
    head = "game_id,p1,race1,p2,race2,winner"
    path.write_text("\n".join([head, *rows, rows[0], "Source: somebody,,,,,"]) + "\n")
    dataset = open_dataset(path)
    keys = {note.key for note in dataset.source.notes}
    told = dataset.profile(language=language).notes
    dataset.close()
    assert {"note_bare_rows", "note_repeated_rows"} <= keys
    assert len(told) == 1 + len(dataset.source.notes)  # and by what they are games


def test_what_was_changed_is_told_of_the_table_in_which_it_was(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text("thing,price\n" + "cup,$1.50\n" * 3)
    (tmp_path / "towns.csv").write_text("town,people\nLyon,5\nNice,3\n")
    dataset = open_dataset(tmp_path)
    told = [len(dataset.profile(table).notes) for table in ("prices", "towns")]
    dataset.close()
    assert told == [1, 0]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("meta is an object in the file, now a column for each field (1 field).",
                "1 cell could not be read: taken for empty. meta.",
                "Left out: 1 line above the header.")),
        ("es", ("meta es un objeto en el archivo, ahora con una columna por campo (1 campo).",
                "No se pudo leer lo que hay en 1 celda: cuenta como vacío. meta.",
                "Fuera de la tabla: 1 línea encima del encabezado.")),
    ],
)  # fmt: skip
def test_one_of_a_thing_is_said_in_the_singular(language: Language, said: tuple[str, ...]) -> None:
    keys = ("read_nested", "read_not", "read_lines_above")
    assert tuple(told(LoadNote(key=one, count=1, what="meta"), language) for one in keys) == said
