"""What a message may be taken for: something to compute, to ask, to decline, to put together."""

from typing import Literal, NamedTuple

from agents.answering.text.language import Language
from agents.data.lexicon import Term
from agents.data.match.compute.frame import Frame
from agents.data.reading import Reading
from agents.data.respelling import ReadAs
from agents.data.versions import Began

Reason = Literal[
    "opinion", "forecast", "topic", "write", "recent", "missing", "no_time", "no_duration", "word",
    "unclear", "long", "no_previous", "no_players", "only_players", "skill_groups",
    "skill_unfitted", "no_rival", "no_own", "coarse_time",
    "no_draws", "no_mirrors", "version", "no_quantity", "whose", "beyond", "quantity",
    "unanswered", "newest", "newest_each",
]  # fmt: skip


class Answerable(NamedTuple):
    """A frame to compute; `follows` says that it was a fragment of an earlier question.

    `proposed` says that the frame is not the parser's own, `apart` that rivals are shown each for
    itself, for the table does not tell who played whom. `began` are versions taken for days.
    `of_rival` is the rival whose own figures are told from the games of the side that met it.
    `leaves_open` says that a condition of the declined question before it is not in it.
    """

    frame: Frame
    read_as: tuple[ReadAs, ...] = ()
    default_measure: bool = False
    follows: bool = False
    proposed: bool = False
    apart: bool = False
    began: tuple[Began, ...] = ()
    of_rival: str = ""
    leaves_open: bool = False


class Ask(NamedTuple):
    """Something is missing: `slot` is the dimension, or `meaning` with the offered meanings.

    `word` is the ambiguous word, or the one that was no answer to the question before.
    """

    frame: Frame
    slot: str
    word: str = ""
    meanings: tuple[Term, ...] = ()


class Decline(NamedTuple):
    """The table cannot answer; `word` is what stopped it, `close` are names like it.

    `about` is the value that the question named, of what the table compares, or ""; `where` is a
    value of the games that it named (dimension, value), or None. For a version, `close` are all.
    `kept` is what was understood of a question of which one word was not, `named` are the values
    that were named at all.
    """

    reason: Reason
    word: str = ""
    close: tuple[Term, ...] = ()
    about: str = ""
    where: tuple[str, str] | None = None
    kept: Frame | None = None
    named: Frame | None = None


class Summarise(NamedTuple):
    """Earlier analyses are to be put together."""


class Explain(NamedTuple):
    """Say what the table holds: `help`, `greeting`, `thanks`, its `dates`, a dimension's `values`.

    `anew` says that nothing is kept of what was asked before, `left` that a question is given up,
    `method` how `frame` is computed.
    """

    kind: str
    dimension: str = ""
    frame: Frame | None = None


Outcome = Answerable | Ask | Decline | Summarise | Explain


class Waiting(NamedTuple):
    """The question that was asked back: its unfinished frame, the open slot, the offered values.

    `meanings` are all values that are meant where all are chosen, offered or not.
    """

    frame: Frame
    slot: str
    choices: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()


class Understood(NamedTuple):
    """What to do, in which language, and whether the message answered the waiting question."""

    outcome: Outcome
    language: Language
    answers_waiting: bool = False
    reading: Reading | None = None
