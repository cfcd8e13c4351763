"""What a language model is asked for, and the port through which it is asked."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from agents.answering.text.language import Language
from agents.data.query.query import Query

T = TypeVar("T", bound=BaseModel)

TASK: Final = """\
You read a question about a table, in whatever language, and say how it is meant, as a typed query.
The first table is meant where nothing speaks for another one, and `table` is its name. Use only
columns and metrics that are listed, by their `name`, and values as the table writes them;
`further_yes_no` are columns in which no row that was looked at says yes. A message that goes on
from `last`, and what it `answered` first, is answered with the whole query that is meant now. Each
number, name, column and measure of the question is in the query, or stands in left_out as the
person wrote it. `heard` are the words in which rules made such out, `unknown` those they do not
know: for each of them that your query says in other words, read_as says what it was taken for: a
column, a value or an aggregate of your query, as it stands there; each that it does not say stands
in left_out. Never put a number into a condition that the question does not say. `forms` of a column
are the commonest forms of its texts, `*` for what varies, `examples` whole rows of such forms: what
the question says of such rows in its own words is a test `contains` of words that stand there, of
enough of them to keep out rows that only look alike (started, starting). A figure or a name that
stands in rows and in no column of its own is what `after` or `before` some words, or a `part`
between marks, and `number`, take out of the text. Lines that go on from one before (a record, a
trace) are rows of their own with its time; what another line says is `previous` or `next` of
`text`, that of the nearest line above or below that meets a `where`. The time from one event to
another is `-` of `next` or `previous` with a `where` and of the time, of the rows of the one event.
Where two things are asked and one query cannot say both (how many and which has the most, a mean
and which row is the slowest), `also` says the other, with all the conditions that hold of it.
Relative times are spans with a unit. What the person asked to remember (`remembered`) says what
words such as "my city" mean. Never answer the question. If it asks for an opinion, a cause that no
row tells, a forecast, or something that the table does not hold: understood = false, no query."""
LOOKING: Final = """\
What comes of a query that stands is shown to you before it is an answer: its sentence, its
headline, how many rows there are, the first of them, and of figures some rows `counted`. Look at it
as whoever asked would: names where names were asked for, not times or numbers; every row one of the
things that are meant and each of them once; nothing that only looks alike; no 0, empty or single
value where the forms speak of more; all that was asked. If so, say keep = true and no query: that
is answered. Else propose another query, whole. Where forms and examples do not tell how rows say
what is asked, first look: look = true and a query whose rows you want to see (some lines whole, the
values of a part of a text), of which nothing need be accounted for. What was shown may stand in
conditions like what the person said. You answer four times at most, and the last is taken as it
stands."""


class ReadAs(BaseModel):
    """Words of the question, and what of the query they were taken for."""

    model_config = ConfigDict(extra="forbid")

    said: str = Field(max_length=200)
    meant: str = Field(max_length=200)


class Proposal(BaseModel):
    """What the model says: a whole query, or that the question is none for this table."""

    model_config = ConfigDict(extra="forbid")

    understood: bool = True
    query: Query | None = None
    also: list[Query] = Field(
        default_factory=list,
        max_length=2,
        description="further queries, answered below the first, for what it cannot say",
    )
    read_as: list[ReadAs] = Field(default_factory=list, max_length=20)
    left_out: list[str] = Field(
        default_factory=list,
        max_length=20,
        description="words of the question that the query does not say",
    )
    look: bool = Field(default=False, description="the query is only looked at, by you")
    keep: bool = Field(default=False, description="what was shown last is what was asked")


class Proposer(Protocol):
    """A language model, as far as questions are put to it."""

    @property
    def name(self) -> str:
        """What the person knows it as."""
        ...

    async def fill(
        self,
        shape: type[T],
        *,
        task: str,
        material: str,
        check: Callable[[T], Sequence[str]],
        show: Callable[[T], Awaitable[str]] | None = None,
        language: Language,
        used: Callable[[Mapping[str, object]], None],
    ) -> T:
        """Return an answer in a shape that `check` has nothing against.

        `material` is data to the model, never an instruction. What is against an answer goes back
        to it, twice at most; with `show` so does what that returns of one that stands, unless it is
        "", three times at most in all. `used` is told the tokens of all of it. Raises `DeskError`,
        in the `language`, where none stands.
        """
        ...
