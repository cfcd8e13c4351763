"""Nothing but one SELECT over the loaded tables, with known functions, reaches the database."""

from functools import lru_cache

from agents.answering.source import TABLE
from app.errors import DeskError

FUNCTIONS = frozenset({
    "COUNT", "SUM", "AVG", "MIN", "MAX", "SQRT", "CASE", "IF", "COALESCE", "CAST", "TRY_CAST",
    "STRFTIME", "TIME_TO_STR", "TIMESTAMP_TRUNC", "DATE_TRUNC", "YEAR", "QUARTER", "MONTH",
    "GREATEST", "LEAST", "ROUND", "ABS", "NULLIF", "LOWER", "AND", "OR", "CONCAT", "ROW_NUMBER",
    "TRY_STRPTIME", "SPLIT_PART", "HOUR", "MINUTE", "CONTAINS", "LAG", "LAST_VALUE", "RANK",
    "STDDEV_POP", "MD5", "TIME_TO_UNIX", "REGEXP_FULL_MATCH", "REGEXP_REPLACE",
    "REGEXP_EXTRACT", "REPLACE", "SUBSTRING",
    "ARRAY", "COLLATE", "CORR", "COVAR_POP", "DATE_FROM_PARTS", "EXTRACT", "FLOOR", "LENGTH",
    "MAKE_DATE", "PERCENTILE", "PERCENTILE_CONT", "QUANTILE", "QUANTILE_CONT", "STDDEV_SAMP",
    "WEEKDAY",
})  # fmt: skip


class QueryRefused(DeskError):
    """A query that is not a single harmless SELECT; its reason says why, for who tells it in words.

    Reasons: `query_unreadable`, `query_not_select`, `query_function` (with the `name`),
    `query_recursive`, `query_tables` and `query_join`.
    """

    key = "query_not_select"


@lru_cache(maxsize=256)
def check(sql: str, tables: str | tuple[str, ...] = TABLE, dialect: str = "duckdb") -> None:
    """Raise `QueryRefused` unless the text is one SELECT over `tables` and its own subqueries."""
    import sqlglot
    from sqlglot import exp

    try:
        statements = sqlglot.parse(sql, dialect=dialect)
    except sqlglot.errors.SqlglotError:
        raise QueryRefused("The query cannot be read as SQL.", key="query_unreadable") from None
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        raise QueryRefused("Only a single SELECT may run.")
    tree = statements[0]
    known = {cte.alias_or_name.lower() for cte in tree.find_all(exp.CTE)}
    known |= {one.lower() for one in ((tables,) if isinstance(tables, str) else tables)}
    for node in tree.walk():
        if isinstance(node, exp.Table):
            _check_table(node, known)
        elif isinstance(node, exp.Func):
            name = node.name if isinstance(node, exp.Anonymous) else node.sql_name()
            if name.upper() not in FUNCTIONS:
                words = f"The function {name} is not allowed in a query."
                raise QueryRefused(words, key="query_function", name=name)
        elif isinstance(node, exp.DML | exp.Command | exp.Into | exp.Pragma | exp.Set):
            raise QueryRefused("Only a single SELECT may run.")
        else:
            _check_size(node)


def _check_size(node: "object") -> None:
    """Refuse what makes rows out of nothing: recursion, lists of values, joins on no column."""
    from sqlglot import exp

    if isinstance(node, exp.With) and node.args.get("recursive"):
        raise QueryRefused("A query may not be recursive.", key="query_recursive")
    if isinstance(node, exp.Values | exp.Lateral):
        raise QueryRefused("The query may only read the loaded tables.", key="query_tables")
    if isinstance(node, exp.Join) and not node.args.get("using"):
        on = node.args.get("on")
        if on is None or on.find(exp.Column) is None:
            raise QueryRefused("Tables may only be joined on their columns.", key="query_join")


def _check_table(node: "object", known: set[str]) -> None:
    from sqlglot import exp

    assert isinstance(node, exp.Table)
    plain = isinstance(node.this, exp.Identifier) and not node.args.get("db")
    if not plain or node.name.lower() not in known:
        raise QueryRefused("The query may only read the loaded tables.", key="query_tables")
