"""What the texts of each column are, told from their values alone: numbers, moments, or texts.

A column is converted when nearly all of its filled cells are written in one way. What does not
fit is counted, and the text stays beside it.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from agents.data.tables import written
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.written import Form

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 24  # columns in one statement
_ENOUGH = 0.8  # of the filled cells
_VALUES = 400  # different texts of a column that are looked at
_ORDERS = ("ymd", "dmy", "mdy")
_FEW = 20  # days of a month, of which there are fewer only in few rows
_THOUSANDS_EN = r"[+-]?\d{1,3}(,\d{3})+"
_THOUSANDS_EU = r"[+-]?[1-9]\d{0,2}(\.\d{3})*|0"


class ColumnReading(NamedTuple):
    """How a column is read. `native` says that a reader of files can do it by the type alone;
    `open` names what was guessed and may be otherwise ("day_or_month"), or why numbers stay a text
    ("marks"), "" for nothing.
    """

    form: Form
    native: bool
    filled: int
    open: str = ""


TEXT = Form("", written.CELL, "VARCHAR")
_NOTHING = Form("", f"nullif({written.CELL}, {written.CELL})", "VARCHAR")
_PLAIN = {
    "integer": Form(written.PLAIN_INTEGER, f"TRY_CAST({written.CELL} AS BIGINT)", "BIGINT"),
    "number": Form(written.PLAIN_NUMBER, f"TRY_CAST({written.CELL} AS DOUBLE)", "DOUBLE"),
    "date": Form(written.ISO_DATE, f"TRY_CAST({written.CELL} AS DATE)", "DATE", grain="day"),
    "moment": Form(written.ISO_MOMENT, f"TRY_CAST({written.CELL} AS TIMESTAMP)", "TIMESTAMP"),
    "zoned": written.zoned_moment_form(),
    "truth": Form("(?i:true|false)", f"TRY_CAST({written.CELL} AS BOOLEAN)", "BOOLEAN"),
}
_WIDER = (("integer", "number"), ("date", "moment"))


def readings(
    connection: "DuckDBPyConnection",
    rows: str,
    names: Sequence[str],
    mark: str = ",",
) -> dict[str, ColumnReading]:
    """Return how each of the columns of `rows` (a relation), all of them texts, is read.

    `mark` is what parts the cells of the file.
    """
    found = dict.fromkeys(names, ColumnReading(TEXT, True, 0))
    counted = _counted(connection, rows, names)
    found |= {name: _plain(counts) for name, counts in counted.items()}
    points, likely = [], []
    for name, counts in counted.items():
        form, filled = found[name].form, counts["filled"]
        if form.type == "DOUBLE" and counts["points"] == filled:
            points.append(name)
        if form is TEXT and not counts["zeros"] and filled * _ENOUGH <= counts["digits"] > 0:
            likely.append(name)
    if likely:
        found |= _Written(connection, rows, likely).readings()
    gaps = [name for name, counts in counted.items() if counts["nothings"]]
    return _with_gaps(connection, rows, _with_marks(found, points, mark), gaps)


def exactly(cell: str, form: Form) -> str | None:
    """Return the SQL that reads a plain cell or fails, where the type alone would change it.

    DuckDB reads 2.5 as 3 where whole numbers are expected, and a moment as its day. None where the
    type does no harm.
    """
    if form is _PLAIN["integer"]:
        return f"CASE WHEN contains({cell}, '.') THEN error('') ELSE {cell}::BIGINT END"
    if form is _PLAIN["date"]:
        return f"CASE WHEN contains({cell}, ':') THEN error('') ELSE {cell}::DATE END"
    return None


def widened(
    connection: "DuckDBPyConnection", rows: str, found: Mapping[str, ColumnReading]
) -> dict[str, ColumnReading]:
    """Return the readings of columns of `rows` with types that hold what stands further down.

    A cast would round 2.5 among whole numbers, and cut the time off a moment among days.
    """
    wider = {_PLAIN[one]: _PLAIN[other] for one, other in _WIDER}
    names = [name for name, one in found.items() if one.form in wider]
    tests = (
        f"bool_or({wider[one].fits(f'trim({quoted(name)})')} "
        f"AND NOT {one.fits(f'trim({quoted(name)})')})"
        for name in names for one in (found[name].form,)
    )  # fmt: skip
    wide = aggregates(connection, tests, rows)
    more = {name for name, is_more in zip(names, wide, strict=True) if is_more}
    return {
        name: one._replace(form=wider[one.form]) if name in more else one
        for name, one in found.items()
    }


def _by_column(rows: str, names: Sequence[str]) -> str:
    """Return the relation (k, t) of the cells of some columns: the column's name and the text."""
    columns = ", ".join(map(quoted, names))
    return f"(UNPIVOT (SELECT {columns} FROM {rows}) ON {columns} INTO NAME k VALUE t)"


def _counted(
    connection: "DuckDBPyConnection", rows: str, names: Sequence[str]
) -> dict[str, dict[str, int]]:
    """Count the cells of each column that are filled, and that have a plain form."""
    tests = {
        **{key: f"regexp_full_match(v, {literal(form.pattern)})" for key, form in _PLAIN.items()},
        "filled": "v IS NOT NULL",
        "zeros": r"regexp_full_match(v, '0\d+')",
        "digits": r"regexp_matches(v, '\d')",
        "points": f"regexp_full_match(v, {literal(_THOUSANDS_EU)})",
        "nothings": "v IS NULL AND t <> ''",
    }
    counts = ", ".join(f"count(*) FILTER ({test})" for test in tests.values())
    cells = f"SELECT k, t, CASE WHEN {written.filled('t')} THEN trim(t) END AS v"
    found = {}
    for start in range(0, len(names), _AT_ONCE):
        by_column = _by_column(rows, names[start : start + _AT_ONCE])
        counted = connection.execute(
            f"SELECT k, {counts} FROM ({cells} FROM {by_column}) GROUP BY k"
        ).fetchall()
        for name, *numbers in counted:
            found[str(name)] = dict(zip(tests, map(int, numbers), strict=True))
    return found


def _plain(counts: Mapping[str, int]) -> ColumnReading:
    filled = counts["filled"]
    if not filled:
        return ColumnReading(_NOTHING if counts["nothings"] else TEXT, not counts["nothings"], 0)
    native = not counts["nothings"]
    if counts["zeros"] and counts["integer"] + counts["zeros"] >= filled:
        return ColumnReading(TEXT, True, filled)
    for key in ("integer", "number", "date", "truth"):
        if counts[key] == filled:
            return ColumnReading(_PLAIN[key], native, filled)
    if counts["moment"] and counts["moment"] + counts["date"] == filled:
        return ColumnReading(_PLAIN["moment"], native and counts["moment"] == filled, filled)
    if counts["zoned"] == filled:
        return ColumnReading(_PLAIN["zoned"], False, filled)
    return ColumnReading(TEXT, True, filled)


class _Written:
    """Owns the look at columns of texts that have figures in them, by their commonest values."""

    def __init__(self, connection: "DuckDBPyConnection", rows: str, names: Sequence[str]) -> None:
        self._connection = connection
        self._names = names
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE written_values AS "
            f"SELECT k, {written.clean('t')} AS v, n FROM (SELECT k, t, count(*) AS n "
            f"FROM {_by_column(rows, names)} WHERE {written.filled('t')} GROUP BY k, t "
            f"QUALIFY row_number() OVER (PARTITION BY k ORDER BY n DESC, t) <= {_VALUES})"
        )

    def readings(self) -> dict[str, ColumnReading]:
        """Return how the columns are read, each in the way in which most cells are written."""
        forms = _forms()
        counts = ", ".join(
            f"coalesce(sum(n) FILTER ({form.fits('v')} AND {value} IS NOT NULL), 0)"
            for form, value in forms.values()
        )
        counted = self._connection.execute(
            f"SELECT k, sum(n), {counts} FROM written_values GROUP BY k"
        ).fetchall()
        found = {}
        for name, whole, *numbers in counted:
            by_form = dict(zip(forms, map(int, numbers), strict=True))
            found[str(name)] = self._reading(literal(str(name)), int(whole), by_form)
        self._connection.execute("DROP TABLE written_values")
        return found

    def _reading(self, name: str, whole: int, counted: Mapping[str, int]) -> ColumnReading:
        best = max(counted, key=lambda key: counted[key])
        text = ColumnReading(TEXT, True, whole)
        if counted[best] < _ENOUGH * whole or counted[best] < min(2, whole):
            mixed = counted["en"] and counted["eu"] and self._is_mixed(name, whole)
            return text._replace(open="marks") if mixed else text
        if best in ("en", "eu"):
            return self._number(name, counted["en"], counted["eu"]) or text
        if best in _ORDERS:
            return self._date(name, counted)
        if best == "clock" and not self._has(
            name, written.only_of_clocks()
        ):  # 1:30 and 2 h are lengths
            return self._reading(name, whole, {**counted, "clock": 0})
        if best == "colons":
            return ColumnReading(self._clock(name), False, whole)
        if best == "units" and not self._has(name, r"\pL\s*\d"):
            return self._reading(name, whole, {**counted, "units": 0})  # 400 m are no minutes
        return ColumnReading(_forms()[best][0], False, whole)

    def _is_mixed(self, name: str, whole: int) -> bool:
        """Whether some numbers have a point before their decimals and some a comma."""
        en, eu = (
            Form(written.number_pattern(one), "", "").fits("v")
            for one in (written.NUMBER_EN, written.NUMBER_EU)
        )
        kinds = (f"{en} AND NOT {eu}", f"{eu} AND NOT {en}", f"{en} OR {eu}")
        counts = (f"coalesce(sum(n) FILTER ({one}), 0)" for one in kinds)
        points, commas, either = self._row(name, ", ".join(counts))
        return points > 0 < commas and either >= _ENOUGH * whole

    def _number(self, name: str, en: int, eu: int) -> ColumnReading | None:
        number = written.NUMBER_EN if en >= eu else written.NUMBER_EU
        pattern = written.number_pattern(number)
        matched = literal("^" + pattern + "$")
        tails = self._connection.execute(
            f"SELECT regexp_extract(v, {matched}, 2), regexp_extract(v, {matched}, 5), sum(n) "
            f"FROM written_values WHERE k = {name} AND {Form(pattern, '', '').fits('v')} "
            "GROUP BY ALL ORDER BY ALL LIMIT 20"
        ).fetchall()
        decimals = r"\.\d" if number == written.NUMBER_EN else r"\d,\d"
        broken = self._row(name, f"bool_or(regexp_matches(v, {literal(decimals)}))")[0]
        form = written.number_form(
            number, [(str(a), str(b), int(n)) for a, b, n in tails], whole=not broken
        )
        if form is None:
            return None
        either = en == eu and bool(
            self._row(name, f"bool_or(regexp_full_match(v, {literal(_THOUSANDS_EN)}))")[0]
        )
        return ColumnReading(form, False, en, "thousands" if either else "")

    def _date(self, name: str, counted: Mapping[str, int]) -> ColumnReading:
        timed, points = self._row(
            name, "bool_or(contains(v, ':')), bool_or(regexp_matches(v, '^\\d+[.]'))"
        )
        most = max(counted[order] for order in _ORDERS)
        fitting = {order: written.parted_date_form(order, with_time=bool(timed))
                   for order in _ORDERS if counted[order] == most}  # fmt: skip
        if len(fitting) > 1:
            likely = {o: form for o, form in fitting.items() if self._is_likely(name, form)}
            fitting = likely or fitting
        either = "ymd" not in fitting and len(fitting) > 1
        best = ("dmy" if points else "mdy") if either else next(iter(fitting))
        form = fitting[best] if either else self._beside(name, best, fitting[best])
        return ColumnReading(form, False, most, "day_or_month" if either else "")

    def _beside(self, name: str, order: str, form: Form) -> Form:
        """Return a form that reads what another order alone reads of the cells that one leaves:
        27/11/2024 among 2024-11-27. Days and months in two orders are not told apart."""
        timed = form.type == "TIMESTAMP"
        others = {
            one: written.parted_date_form(one, with_time=timed)
            for one in (("dmy", "mdy") if order == "ymd" else ("ymd",))
        }
        left = f"{form.of_clean('v')} IS NULL"
        counts = (f"coalesce(sum(n) FILTER ({left} AND {one.of_clean('v')} IS NOT NULL), 0)"
                  for one in others.values())  # fmt: skip
        read = dict(zip(others, self._row(name, ", ".join(counts)), strict=True))
        most = [one for one, count in read.items() if count and count == max(read.values())]
        if len(most) != 1:
            return form
        return form._replace(value=f"coalesce({form.value}, {others[most[0]].value})")

    def _is_likely(self, name: str, form: Form) -> bool:
        """Whether a reading gives the years of a table: not to come, and fewer than its days.

        25.01.03 among days of 2023 to 2025 is no third of 2025, nor the 25th in thirty years.
        """
        read = form.of_clean("v")
        parts = (f"count(DISTINCT {part}({read}))" for part in ("day", "year"))
        days, years, last = self._row(name, f"{', '.join(parts)}, max(year({read}))")
        return last <= datetime.now(UTC).year + 1 and (years <= days or days > _FEW)

    def _clock(self, name: str) -> Form:
        first = "TRY_CAST(regexp_extract(v, '^(\\d+):', 1) AS INT)"
        latest, fraction, halves, padded, even, three = self._row(
            name,
            f"coalesce(max({first}), 0), bool_or(regexp_matches(v, '\\d[.,]\\d|^[+-]')), "
            "bool_or(regexp_matches(v, '[AaPp]\\.?[Mm]')), "
            "avg(regexp_matches(v, '^\\d\\d:')::INT), "
            "avg(regexp_matches(v, '^\\d+:[0-5][05]$')::INT), "
            "bool_or(regexp_matches(v, ':.*:'))",
        )
        day = latest < 24 and not fraction and (padded == 1 or (not three and even > 0.9))
        return written.clock_form() if halves or day else written.colon_form()

    def _has(self, name: str, pattern: str) -> bool:
        return bool(self._row(name, f"bool_or(regexp_matches(v, {literal(pattern)}))")[0])

    def _row(self, name: str, picked: str) -> tuple[float, ...]:
        return aggregates(self._connection, [picked], f"written_values WHERE k = {name}")


def _with_gaps(
    connection: "DuckDBPyConnection",
    rows: str,
    found: dict[str, ColumnReading],
    gaps: Sequence[str],
) -> dict[str, ColumnReading]:
    """Let a sign that means nothing among the numbers of a file mean nothing among its texts.

    It stays a value of a column whose others are written alike: NA among codes of countries.
    """
    texts = [name for name in gaps if found[name].form is TEXT and found[name].filled]
    if not texts or len(texts) == len(gaps):
        return found
    cells = f"SELECT k, trim(t) AS v, {written.filled('t')} AS filled"
    numbers = [name for name in gaps if name not in texts]
    signs = connection.execute(
        f"SELECT DISTINCT v FROM ({cells} FROM {_by_column(rows, numbers)}) "
        "WHERE NOT filled AND v <> '' ORDER BY v"
    ).fetchall()
    listed = ", ".join(literal(str(sign)) for (sign,) in signs)
    capitals = [len(str(sign)) for (sign,) in signs if str(sign).isupper()]
    lengths = ", ".join(map(str, [*capitals, 0]))
    counted = connection.execute(
        f"SELECT k, avg((v = upper(v) AND length(v) IN ({lengths}))::INT) FILTER (filled) "
        f"FROM ({cells} FROM {_by_column(rows, texts)}) GROUP BY k"
    ).fetchall()
    value = f"CASE WHEN trim({written.CELL}) IN ({listed}) THEN NULL ELSE {written.CELL} END"
    return found | {
        str(name): found[str(name)]._replace(form=Form("", value, "VARCHAR"), native=False)
        for name, same in counted if same < _ENOUGH
    }  # fmt: skip


@cache
def _forms() -> dict[str, tuple[Form, str]]:
    """Return the ways of writing, first the one that counts where several fit as many cells, each
    with what must come of a cell."""
    orders = {one: written.parted_date_form(one, with_time=True) for one in _ORDERS}
    numbers = {"en": written.NUMBER_EN, "eu": written.NUMBER_EU}
    return {
        "year": (written.year_form(), "v"),
        **{order: (form, form.of_clean("v")) for order, form in orders.items()},
        **{f"words {n}": (form, "v") for n, form in enumerate(written.worded_date_forms())},
        "colons": (written.colon_form(), "v"),
        "units": (written.unit_of_time_form(), "v"),
        "clock": (written.clock_form(), "v"),
        **{key: (Form(written.number_pattern(one), "", ""), "v") for key, one in numbers.items()},
    }


def _with_marks(
    found: dict[str, ColumnReading],
    points: Sequence[str],
    mark: str,
) -> dict[str, ColumnReading]:
    """Settle what parts thousands where a column alone leaves it open: as in the whole file.

    There are no thousands of per cent.
    """
    commas = mark == ";" or any("' ', ''), ','" in one.form.value for one in found.values())
    for name, one in found.items():
        either = one.open == "thousands"
        if (commas and (either or name in points)) or (either and "%" in name):
            tails = [("", one.form.unit, 1)] if one.form.unit else []
            whole = name in points
            form = written.number_form(written.NUMBER_EU, tails, whole=whole)
            if form is not None:
                found[name] = ColumnReading(form, False, one.filled)
    return found
