"""Nothing but one SELECT over the loaded tables, with known functions, reaches the database."""

from functools import cache, lru_cache
from typing import Any

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
    # What people write by hand: functions of texts, numbers, moments and groups, of which none
    # reads anything but its arguments, or makes much of little.
    "TRIM", "UPPER", "STRLEN", "LEFT", "RIGHT", "REVERSE", "STR_POSITION", "STARTS_WITH",
    "ENDS_WITH", "SUFFIX", "PREFIX", "CONCAT_WS", "SPLIT", "REGEXP_LIKE", "INITCAP", "ASCII",
    "CHR", "TRANSLATE", "STRIP_ACCENTS", "LEVENSHTEIN", "JAROWINKLER_SIMILARITY", "CEIL",
    "TRUNC", "SIGN", "EXP", "LN", "LOG", "POWER", "CBRT", "PI", "SIN", "COS", "TAN", "ASIN",
    "ACOS", "ATAN", "ATAN2", "DEGREES", "RADIANS", "IS_NAN", "ISFINITE", "IS_INF", "DATEDIFF",
    "DATE_PART", "DATE_ADD", "DATE_SUB", "DAY", "DAY_OF_MONTH", "DAYNAME", "MONTHNAME",
    "WEEK", "WEEK_OF_YEAR", "DAYOFWEEK_ISO", "DAY_OF_WEEK", "DAY_OF_YEAR", "SECOND", "AGE",
    "LAST_DAY", "STR_TO_TIME", "UNIX_TO_TIME", "TIMESTAMP_FROM_PARTS", "TIME_FROM_PARTS",
    "CURRENT_DATE", "NOW", "CURRENT_TIMESTAMP", "DATE_BIN", "MEDIAN", "MODE", "FIRST", "LAST",
    "ANY_VALUE", "ARG_MAX", "ARG_MIN", "GROUP_CONCAT", "LOGICAL_AND", "LOGICAL_OR",
    "VARIANCE_POP", "VARIANCE", "STDDEV", "COUNT_IF", "COVAR_SAMP", "PRODUCT",
    "APPROX_DISTINCT", "SKEWNESS", "KURTOSIS", "ENTROPY", "REGR_SLOPE", "REGR_INTERCEPT",
    "REGR_R2", "MAD", "DENSE_RANK", "PERCENT_RANK", "CUME_DIST", "NTILE", "LEAD",
    "FIRST_VALUE", "NTH_VALUE",
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
        statements = parsed(sql, dialect)
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


def parsed(sql: str, dialect: str) -> list[Any]:
    """Return the trees of statements; raises `SqlglotError`.

    A column may be called as what DuckDB writes a map with: those are not read.
    """
    from sqlglot.dialects.dialect import Dialect

    known = Dialect.get_or_raise(dialect)
    return list(_parser(dialect)(dialect=known).parse(known.tokenize(sql), sql))


@cache
def _parser(dialect: str) -> Any:
    from sqlglot.dialects.dialect import Dialect

    own: Any = Dialect.get_or_raise(dialect).parser_class
    words = {word: one for word, one in own.NO_PAREN_FUNCTION_PARSERS.items() if word != "MAP"}
    return type(own)("PlainWords", (own,), {"NO_PAREN_FUNCTION_PARSERS": words})


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
