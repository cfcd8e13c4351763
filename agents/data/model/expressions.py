"""The expression of a metric from a document: read by sqlglot, held to the columns there are."""

from agents.data.model.schema import TableModel
from app.errors import BadFile

_LONGEST = 4000  # characters


def checked_expression(model: TableModel, text: str, dialect: str, name: str, file: str) -> str:
    """Return an expression over columns of one table of the model, as DuckDB writes it.

    `dialect` is sqlglot's name of the one it is written in. Raises `BadFile` for what is no
    aggregate of columns, such as a statement, a subquery or a column that is not there.
    """
    import sqlglot
    from sqlglot import exp

    try:
        trees = sqlglot.parse(text[:_LONGEST], dialect=dialect or None)
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        raise _bad(file, name, text) from None
    tree = trees[0] if len(trees) == 1 else None
    if tree is None or tree.find(exp.AggFunc) is None:
        raise _bad(file, name, text)
    if tree.find(exp.Query, exp.DML, exp.DDL, exp.Command, exp.Into, exp.Anonymous) is not None:
        raise _bad(file, name, text)
    for column in tree.find_all(exp.Column):
        found = [
            known.name
            for table in model.tables
            for known in table.columns
            if known.name.casefold() == column.name.casefold()
            and column.table.casefold() in ("", table.name.casefold())
        ]
        if not found:
            raise _bad(file, name, column.sql())
        column.replace(exp.column(exp.to_identifier(found[0], quoted=True)))
    return tree.sql(dialect="duckdb")


def _bad(file: str, name: str, what: str) -> BadFile:
    return BadFile(
        f"The model file {file} cannot be used: the metric {name} says {what[:200]}, which is no "
        "aggregate of columns that are there. Mend it.",
        key="bad_model",
        file=file,
        cause=f"{name}: {what[:200]}",
    )
