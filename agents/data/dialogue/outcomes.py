"""What came of reading a message: an answer that can be computed, a question back, or a refusal."""

from typing import Annotated, Literal

from pydantic import Field

from agents.data.query.checking import QueryProblem
from agents.data.query.edits import Edit
from agents.data.query.query import Query
from app.domain.base import Value


class QueryChoice(Value):
    """Something to click: a query that can be computed, with the text that is sent for it.

    `kind` is `column`, `value`, `without` (the words left aside), `query` or `table` (the same
    asked of another one); `what` is what it names, as the table writes it.
    """

    kind: Literal["column", "value", "without", "query", "example", "table"]
    what: str = ""
    column: str = ""
    edits: tuple[Edit, ...] = ()


class Answerable(Value):
    """The query can be computed; `whether` says that a yes or a no was asked for. `offers` are what
    may have been meant as well."""

    outcome: Literal["answer"] = "answer"
    whether: bool = False
    offers: tuple[QueryChoice, ...] = ()


class Asked(Value):
    """It can be read in several ways, or a word could narrow it: which is meant?

    `why` is `unknown` (a word that might narrow) or `several` (one word, several meanings);
    `offers` are what can be told where none of the choices comes to anything.
    """

    outcome: Literal["ask"] = "ask"
    why: Literal["unknown", "several", "nothing"]
    words: str
    choices: tuple[QueryChoice, ...] = ()
    offers: tuple[QueryChoice, ...] = ()


class Declined(Value):
    """The data cannot tell; `offers` are what it can tell instead.

    `why` is `cause`, `future`, `opinion` (what ought to be), `nothing_before` (nothing to take
    back), or `impossible`: the table cannot mean it, as `problems` tell.
    """

    outcome: Literal["decline"] = "decline"
    why: Literal["cause", "future", "opinion", "nothing_before", "impossible"]
    words: str = ""
    problems: tuple[QueryProblem, ...] = ()
    offers: tuple[QueryChoice, ...] = ()


class Talk(Value):
    """No question about the data: a greeting, thanks, a call for help, what is in the data, a
    summary of what was answered, of the last `count` answers or (below 0) of the first, or a new
    beginning (`anew`)."""

    outcome: Literal["talk"] = "talk"
    about: Literal["hello", "thanks", "help", "about", "summary", "anew"]
    count: int = 0
    offers: tuple[QueryChoice, ...] = ()


Outcome = Annotated[Answerable | Asked | Declined | Talk, Field(discriminator="outcome")]


class TextSpan(Value):
    """Characters of the original message that were read as something.

    `type` is the type of the piece, `column` and `value` what it names in the table.
    """

    start: int
    end: int
    text: str
    type: str
    column: str = ""
    value: str = ""
    rule: str = ""


class Understood(Value):
    """What a message says: in which language, what comes of it, and what that rests on.

    `edits` change the query before, and `query` is what they make of it; `also` are the further
    queries of a message that asks for several things, answered below the first. `ignored` are
    words that were passed over though they might say something, `read_as` mended words with what
    they were taken for, `carried` columns whose conditions stand from before; `doubt` is how unsure
    the reading is, 0 … 1. `chosen` is the choice that was clicked, or that the message names.
    """

    language: str
    outcome: Outcome
    edits: tuple[Edit, ...] = ()
    query: Query | None = None
    also: tuple[Query, ...] = ()
    spans: tuple[TextSpan, ...] = ()
    ignored: tuple[str, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()
    carried: tuple[str, ...] = ()
    doubt: float = 0.0
    chosen: QueryChoice | None = None
