"""A question about a log becomes a frame: words, moments, values that the log has, and the rest."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple, Protocol

from agents.answering.text.normal import normalise
from agents.logs.question.frame import LogFrame
from agents.logs.question.moments import find_when
from agents.logs.question.vocabulary import KOREAN_VERB, LONGEST, MEANINGS, NUMBERS, bare_forms

_QUOTED = re.compile(r"[\"“«`]([^\"”»`]{1,200})[\"”»`]|(?<!\w)['‘]([^'’]{2,200})['’](?!\w)")
_ADDRESS = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)")
_CAPITALS = re.compile(r"(?<!\w)[A-Z]{3,}(?![A-Za-z0-9_])|(?i:(?<!\w)get(?= (?:requests?|요청)))")
_COLON = re.compile(r"(?<=\d):(?=\d)")
_KEEP = "\ue000"
_SEVERAL = {"ultimos", "ultimas", "primeros", "primeras"}
_SOME = 10
# Surfaces of columns of which it is asked how many there are.
_COUNTED = frozenset(
    [
        *("hosts", "servers", "machines", "nodes", "servidores", "equipos", "maquinas", "nodos"),
        *("programs", "processes", "services", "components", "loggers", "modules", "daemons"),
        *("programas", "procesos", "servicios", "componentes", "modulos", "users", "accounts"),
        *("usernames", "user names", "usuarios", "cuentas", "ips", "addresses", "ip addresses"),
        *("clients", "visitors", "direcciones", "direcciones ip", "clientes", "visitantes"),
        *("urls", "pages", "paths", "endpoints", "resources", "rutas", "paginas", "recursos"),
    ]
)
_HOW_MANY = re.compile(r"몇 ?(?:명|대|곳|개|가지)[가-힣]*")
_DIGITS = re.compile(r"\d+")
# "Which one", "el de uno" count nothing.
_IDLE = frozenset({"one", "하나", "하나의", "uno", "una"})
_HANGUL = re.compile(r"[가-힣]")
_EACH = re.compile(r"(?:별|별로|마다|당)$")


def _forms(word: str) -> list[str]:
    """Return how a word may stand in a log: as it is, without particles, in the singular."""
    found = [*bare_forms(word), word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    return list(dict.fromkeys(found))


def _narrowest(statuses: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges without those that hold another: "301 redirects" are 301s."""
    return [
        one
        for one in statuses
        if not any(one != other and one[0] <= other[0] <= other[1] <= one[1] for other in statuses)
    ]


class KnownLog(Protocol):
    """What a reader of questions asks about a log."""

    @property
    def first(self) -> date | None:
        """The day of the first entry."""
        ...

    @property
    def last(self) -> date | None:
        """The day of the last entry."""
        ...

    def has(self, column: str) -> bool:
        """Whether any entry has a value in that column."""
        ...

    def value(self, word: str) -> tuple[str, str] | None:
        """Return the column and the value that a word names, in any case, or None."""
        ...

    def occurs(self, text: str) -> bool:
        """Whether any line holds the text, in any case."""
        ...


class NoLog:
    """Implements `KnownLog` for a log that was not read yet: nothing is known of it."""

    first: date | None = None
    last: date | None = None

    def has(self, column: str) -> bool:
        """Return False."""
        return False

    def value(self, word: str) -> tuple[str, str] | None:
        """Return None."""
        return None

    def occurs(self, text: str) -> bool:
        """Return False."""
        return False


class Read(NamedTuple):
    """A frame, what it keeps of the question before, and the words that meant nothing.

    `kind` is "question", or "help", "hello", "repeat". `assumed` are texts that were taken for what
    a line must hold, though nobody said so. `problem` names what is asked and cannot be answered.
    """

    frame: LogFrame
    kind: str = "question"
    unknown: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    negated: bool = False
    kept: bool = False
    problem: str = ""


def read(text: str, log: KnownLog, *, today: date, previous: LogFrame | None) -> Read:
    """Read a question; `previous` is what the conversation asked before."""
    return _Reading(text, log, today).read(previous)


class _Reading:
    def __init__(self, text: str, log: KnownLog, today: date) -> None:
        self._log = log
        # What was understood: its key, the form that is known, and the words as they stand.
        self._keys: list[tuple[str, str, str]] = []
        self._contains: list[str] = []
        self._equals: list[tuple[str, str]] = []
        self._numbers: list[tuple[int, str]] = []
        self._unknown: list[str] = []
        self._assumed: list[str] = []
        self._problem = ""
        for found in _QUOTED.finditer(text):
            self._contains.append((found[1] or found[2]).strip())
        text = _QUOTED.sub(" ", text)
        for found in _ADDRESS.finditer(text):
            if log.has("address") and log.value(found[0]) is not None:
                self._equals.append(("address", found[0]))
            else:
                self._contains.append(found[0])
        text = _CAPITALS.sub(self._capitals, _ADDRESS.sub(" ", text))
        folded = normalise(_COLON.sub(_KEEP, text)).replace(_KEEP, ":")
        self._when = find_when(folded, first=log.first, last=log.last, today=today)
        self._scan(self._when.text.split())

    def _capitals(self, found: re.Match[str]) -> str:
        """Take a word in capitals for the value that is written so: GET is no English verb."""
        value = self._log.value(found[0])
        if (
            value is None
            or value[1] != found[0].upper()
            or value[0] not in ("method", "source", "host")
        ):
            return found[0]
        self._equals.append(value)
        return " "

    def _scan(self, words: Sequence[str]) -> None:
        strange: list[str] = []
        index = 0
        while index < len(words):
            length, key, surface = self._known(words, index)
            if length:
                self._settle(strange)
                strange = []
                if key.startswith("status:") and not self._log.has("status"):
                    self._settle([surface])  # a log without states may say it in words
                else:
                    written = " ".join(words[index : index + length])
                    self._keys.append((key, surface, written))
                index += length
            elif (number := self._number(words[index])) is not None:
                if strange and not self._is_status(number):
                    strange.append(words[index])  # "port 22"
                else:
                    self._numbers.append((number, words[index]))
                index += 1
            else:
                strange.append(words[index])
                index += 1
        self._settle(strange)

    def _known(self, words: Sequence[str], index: int) -> tuple[int, str, str]:
        for length in range(min(LONGEST, len(words) - index), 0, -1):
            surface = " ".join(words[index : index + length])
            for form in bare_forms(surface):
                if form in MEANINGS:
                    return length, MEANINGS[form], form
        return 0, "", ""

    def _number(self, word: str) -> int | None:
        bare = next((form for form in bare_forms(word) if form in NUMBERS), None)
        if bare is not None:
            return NUMBERS[bare]
        found = re.fullmatch(
            r"(\d{1,6})(?:개|건|곳|명|위|줄|번)?(?:를|을|은|는|이|가|의|에|에서)?", word
        )
        return int(found[1]) if found else None

    def _numbered(self, words: Sequence[str]) -> None:
        """Take numbers that limit nothing for texts of the log: "how many events 7031?"."""
        for word in words:
            digits = _DIGITS.match(word)
            if digits and self._log.occurs(digits[0]):
                self._contains.append(digits[0])
                self._assumed.append(digits[0])
            elif word not in _IDLE:
                self._unknown.append(word)

    def _is_status(self, number: int) -> bool:
        return 100 <= number <= 599 and self._log.has("status")

    def _settle(self, strange: list[str]) -> None:
        """Find what words mean that are in no list: a value of the log, or a text in it.

        What lines are to be told apart by is no text that they hold: a column that is not known.
        """
        if not strange:
            return
        if self._after_by() or _EACH.search(strange[0]):
            self._unknown += strange
            return
        phrase = " ".join(strange)
        if len(strange) > 1 and len(phrase) > 2 and self._log.occurs(phrase):
            self._contains.append(phrase)
            self._assumed.append(phrase)
            return
        for word in strange:
            for form in _forms(word):
                value = self._log.value(form)
                if value is not None:
                    self._equals.append(value)
                    break
                if len(form) > (1 if _HANGUL.search(form) else 2) and self._log.occurs(form):
                    self._contains.append(form)
                    self._assumed.append(form)
                    break
            else:
                if not KOREAN_VERB.fullmatch(word):
                    self._unknown.append(word)

    def _after_by(self) -> bool:
        return bool(self._keys) and self._keys[-1][0] == "by"

    def _of(self, kind: str) -> list[str]:
        return [key.partition(":")[2] for key, *_ in self._keys if key.startswith(kind + ":")]

    def _said(self, key: str) -> bool:
        return any(known == key for known, *_ in self._keys)

    def read(self, previous: LogFrame | None) -> Read:
        frame = self._frame()
        negated = self._said("negation")
        bare = not (frame.filtered or frame.distinct or self._keys_but_stop())
        if bare and not self._unknown and frame.since is None and frame.hours is None:
            kinds = (("repeat", "repeat"), ("help", "help"), ("hello", "hello"))
            kind = next((kind for key, kind in kinds if self._said(key)), None)
            if kind is not None:
                return Read(frame, kind)
        kept = False
        # What only says by what, when or how many goes on with the lines asked about before.
        alone = not frame.filtered and not self._said("noun") and frame.shown == "count"
        if previous is not None and alone and (frame.distinct is None or previous.filtered):
            kept = previous.filtered
            frame = frame.model_copy(
                update={
                    "levels": previous.levels,
                    "concepts": previous.concepts,
                    "contains": previous.contains,
                    "either": previous.either,
                    "equals": previous.equals,
                    "statuses": previous.statuses,
                    "since": frame.since or (None if frame.hours else previous.since),
                    "until": frame.until or (None if frame.hours else previous.until),
                }
            )
        elif previous is not None and frame.shown in ("first", "last", "when", "lines") and alone:
            frame = frame.model_copy(update={"contains": previous.contains})
        # What is told apart is not narrowed down to one by the question before.
        by = frame.group_by or frame.distinct
        if kept and by is not None:
            apart = {"levels": ()} if by == "level" else {"statuses": ()} if by == "status" else {}
            equals = tuple(one for one in frame.equals if one[0] != by)
            frame = frame.model_copy(update={**apart, "equals": equals})
        return Read(
            frame,
            unknown=tuple(dict.fromkeys(self._unknown)),
            assumed=tuple(dict.fromkeys(self._assumed)),
            negated=negated,
            kept=kept,
            problem=self._problem,
        )

    def _keys_but_stop(self) -> bool:
        passed = {"stop", "by", "help", "hello", "repeat"}
        if self._said("repeat"):
            passed |= {"shown:overview", "shown:lines", "noun"}  # "read the log again"
        return any(key not in passed for key, *_ in self._keys)

    def _counted(self, column: str) -> bool:
        """Whether it is asked how many of a column there are: "how many hosts", "서버가 몇 대"."""
        said = [(key, written) for key, _, written in self._keys if key not in ("stop", "by")]
        for (one, first), (two, second) in pairwise(said):
            if one == "shown:count" and two == f"column:{column}" and second in _COUNTED:
                return True
            after = _HOW_MANY.fullmatch(second) and not _EACH.search(first)
            if one == f"column:{column}" and two == "shown:count" and after:
                return True
        return False

    def _frame(self) -> LogFrame:
        shown_keys = self._of("shown")
        columns, grains, orders = self._of("column"), self._of("grain"), self._of("order")
        if self._said("trend") and not grains and not columns:
            grains = ["hour"]
        concepts, levels = self._of("concept"), self._of("level")
        if "error" in columns:  # "which error", "오류 메시지": the messages of errors
            by = [] if "count" in shown_keys and not orders else ["message"]
            columns = [*by, *(one for one in columns if one != "error")]
            levels = [*levels, "error"]
        if "failed" in concepts and "auth_ok" in concepts:  # "logins that failed"
            concepts = [one for one in concepts if one not in ("failed", "auth_ok")]
            concepts.append("auth_failed")
        statuses = []
        for given in self._of("status"):
            low, _, high = given.partition("-")
            statuses.append((int(low), int(high or low)))
        when = "when" in shown_keys and "gaps" not in shown_keys
        if when and orders and not columns and not grains:
            grains = ["hour"]  # "when were there most?"
        limit, plain = None, list[str]()
        for number, word in self._numbers:
            if self._is_status(number):
                statuses.append((number, number))
            else:
                limit = number if limit is None and number > 0 else limit
                plain.append(word)
        statuses = _narrowest(statuses)
        group = grains[0] if grains and not columns else next(iter(columns), None)
        named = {column for column, _ in self._equals} | ({"status"} if statuses else set())
        if group in named and not orders and not self._said("order"):
            group = None  # "status 500" and "user root" only say what the value is
        distinct = None
        apart = [one for one in dict.fromkeys([*columns, *grains]) if one not in named]
        if {"host", "address"} <= set(apart):
            apart.remove("host")  # "host addresses"
        if len(apart) > 1 or ("gaps" in shown_keys and apart):
            self._problem = "no_two_groups"
        if self._said("uncounted"):
            self._problem = "only_counts"
        if columns and (self._said("distinct") or self._counted(columns[0])):
            distinct, group = columns[0], None
        shown = "count"
        for kind in ("gaps", "templates", "when", "first", "last", "lines", "count", "overview"):
            if kind in shown_keys:
                shown = kind
                break
        asks = bool(concepts or levels or statuses or self._contains or self._equals or group)
        timed = self._when.since or self._when.until or self._when.hours
        if shown == "overview" and (asks or "count" in shown_keys):
            shown = "count"
        elif shown == "overview" and timed:
            shown = "lines"  # "what happened at 9:05?"
        if shown == "lines" and (group is not None or orders):
            shown = "count"
        if shown in ("first", "last", "when") and (orders or distinct or columns):
            shown = "count"
        kinds = shown == "templates" or (orders and shown == "count" and distinct is None)
        if kinds and group is None:
            shown, group = "count", "message"  # the commonest of what is said
            orders, limit = orders or ["most"], limit or _SOME
        plural = {surface for key, surface, _ in self._keys if key in ("shown:first", "shown:last")}
        if shown in ("first", "last") and limit is None and plural & _SEVERAL:
            limit = _SOME
        if group is None and shown not in ("first", "last", "lines", "gaps"):
            self._numbered(plain)
            limit = None
        else:
            self._numbered(plain[1:])
        return LogFrame.model_validate(
            {
                "shown": shown,
                "distinct": distinct,
                "levels": tuple(dict.fromkeys(levels)),
                "concepts": tuple(dict.fromkeys(concepts)),
                "contains": tuple(dict.fromkeys(self._contains)),
                "equals": tuple(dict.fromkeys(self._equals)),
                "statuses": tuple(dict.fromkeys(statuses)),
                "group_by": group,
                "order": orders[0] if orders else None,
                "limit": limit,
                "since": self._when.since,
                "until": self._when.until,
                "hours": self._when.hours,
            }
        )
