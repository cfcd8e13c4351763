"""Database jobs run one after the other, in the order of the calls, on a thread of their own."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final, NamedTuple, TypeVar

from pydantic_core import PydanticSerializationError
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.domain.book import LOCAL_TENANT
from app.errors import DatabaseUnreachable, DeskError, StoreError

# Primary result codes of https://www.sqlite.org/rescode.html, by what `sqlite3_errmsg` says: the
# bundled and the standard driver do not both give the code. PostgreSQL's by what libpq says.
_SERVER_AWAY: Final = (
    "connection failed",
    "failed to resolve host",
    "connection to server",
    "connection timeout",
    "terminating connection",
    "server closed the connection",
    "the connection is closed",
    "the connection is lost",
    "the database system is",
)

_AWAY_SECONDS: Final = 0.2
"""How long a lane that is patient waits until it looks for its server again."""

_WORDS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("disk is full", "no space left"),
        "store_full",
        "The disk is full: free some space and try again. Nothing that was saved is lost.",
    ),
    (
        ("readonly", "read-only"),
        "store_read_only",
        "The database cannot be written: make its folder writable and try again.",
    ),
    (
        ("malformed", "not a database", "corrupt"),
        "store_damaged",
        "The database is damaged: restart to have it set aside and repaired.",
    ),
    (
        ("locked", "lock timeout", "deadlock detected"),
        "store_busy",
        "The database is held by another program: close it and try again.",
    ),
    (
        ("unable to open",),
        "store_unreachable",
        "The database cannot be opened: check that its folder exists and can be written.",
    ),
    (
        ("disk i/o error",),
        "store_io",
        "The disk does not answer as it should: check it, then try again.",
    ),
)


def store_error(error: Exception) -> StoreError:
    """Return the error that the ports promise for what the database or the encoding raised."""
    if isinstance(error, UnicodeError | PydanticSerializationError):
        return StoreError(
            "This text has characters that cannot be stored: remove them and try again.",
            key="store_unfit",
            cause=str(error),
        )
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    if any(sign in said.lower() for sign in _SERVER_AWAY):
        return DatabaseUnreachable(
            "The database server cannot be used: check that it runs and lets this role in, then try"
            " again.",
            cause=said,
        )
    for signs, key, words in _WORDS:
        if any(sign in said.lower() for sign in signs):
            return StoreError(words, key=key, cause=said)
    return StoreError(f"The database could not do this: {said}", cause=said)


def _is_away(error: Exception) -> bool:
    return isinstance(store_error(error), DatabaseUnreachable)


def is_damage(error: StoreError) -> bool:
    """Whether the error says that the file itself is broken."""
    return error.reason == "store_damaged"


Item = TypeVar("Item")
T = TypeVar("T")

Shared = Callable[[Connection, Sequence[Item]], Sequence[T | DeskError]]
"""A job for all items that wait together; it returns for each what came of it, in their order."""


class _Waiting(NamedTuple):
    tenant: str
    job: Callable[..., Any]
    items: tuple[Any, ...]
    """What the job is given; jobs that are given something are run once for all who wait."""
    told: "asyncio.Future[_Outcome]"
    loop: asyncio.AbstractEventLoop


class _Outcome(NamedTuple):
    result: Any
    error: BaseException | None


class Lane:
    """Owns one thread and one connection, opened by the first job and closed by `aclose`.

    Each job is a function of the connection that may be run a second time. Jobs that wait together
    share one transaction (up to `batch` of them), for a commit waits for the disk; when one of them
    fails, each is run again in a transaction of its own. `met_damage` is set once the file turned
    out to be broken.

    With `enter`, each transaction belongs to one tenant, for which that is called first.
    `committed` hears, on the lane's thread, whose jobs were committed. Where the server broke the
    connection off before the commit, as it does to idle ones when it restarts, the job is run
    again on a new one, once; while the server is away, for up to `patience` seconds. `done`,
    `commits` and `retries` count jobs, transactions, and those that were run again.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        name: str,
        batch: int = 1,
        patience: float = 0.0,
        enter: Callable[[Connection, str], None] | None = None,
        committed: Callable[[frozenset[str]], None] | None = None,
    ) -> None:
        self.met_damage = False
        self.name = name
        self.done = self.commits = self.retries = 0
        self._engine = engine
        self._batch = batch
        self._patience = patience
        self._enter = enter
        self._committed = committed
        self._waiting: deque[_Waiting] = deque()
        self._called = False
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._connection: Connection | None = None
        self._committing = False
        self._closing = False
        self._closed: Future[None] = Future()
        # Its own: a pool's thread takes twice as long to hear of a job.
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs have not been begun."""
        return len(self._waiting)

    async def run(self, job: Callable[[Connection], T], tenant: str = LOCAL_TENANT) -> T:
        """Run a job and return its result once it is committed; raises `StoreError`.

        Cancelling the caller does not withdraw the job: it is done as a whole, later.
        """
        found: T = await self._outcome(tenant, job, ())
        return found

    async def run_shared(self, job: Shared[Item, T], item: Item, tenant: str = LOCAL_TENANT) -> T:
        """Run a job that is given all items that wait together; return what came of this one."""
        found: T | DeskError = await self._outcome(tenant, job, (item,))
        if isinstance(found, DeskError):
            raise found
        return found

    async def aclose(self) -> None:
        """Finish the jobs that wait, close the connection, end the thread; idempotent."""
        if not self._closing:
            self._closing = True
            self._calls.put(False)
        await asyncio.shield(asyncio.wrap_future(self._closed))
        self._thread.join()

    async def _outcome(self, tenant: str, job: Callable[..., Any], items: tuple[Any, ...]) -> Any:
        if self._closing:
            raise StoreError("The conversations are closed.", key="store_closed")
        loop = asyncio.get_running_loop()
        told: asyncio.Future[_Outcome] = loop.create_future()
        self._waiting.append(_Waiting(tenant, job, items, told, loop))
        if not self._called:
            self._called = True
            self._calls.put(True)
        outcome = await told
        if outcome.error is not None:
            raise outcome.error
        return outcome.result

    def _work(self) -> None:
        try:
            while self._calls.get():
                self._drain()
            self._disconnect()
        except BaseException as error:
            self._closing = True
            self._closed.set_exception(error)
        else:
            self._closed.set_result(None)

    def _drain(self) -> None:
        # First, so that who comes while the last job is run calls again.
        self._called = False
        while self._waiting:
            batch = [self._waiting.popleft()]
            while self._waiting and len(batch) < self._batch:
                if self._enter and self._waiting[0].tenant != batch[0].tenant:
                    break
                batch.append(self._waiting.popleft())
            if len(batch) == 1 or not self._commit_together(batch):
                for waiting in batch:
                    self._commit_alone(waiting)

    def _commit_together(self, batch: list[_Waiting]) -> bool:
        try:
            outcomes = self._committed_results(batch)
        except Exception as error:
            if isinstance(error, DBAPIError) and (
                _is_away(error) or (self._committing and error.connection_invalidated)
            ):
                # For each of them anew the server would be waited for as long.
                self._fail(batch, error)
                return True
            # Whose fault it was, and what is left to do for the others, shows when each runs alone.
            return False
        self._tell(batch, [_Outcome(result, None) for result in outcomes])
        return True

    def _commit_alone(self, waiting: _Waiting) -> None:
        try:
            [result] = self._committed_results([waiting])
        except (SQLAlchemyError, UnicodeEncodeError, PydanticSerializationError) as error:
            self._fail([waiting], error)
        except BaseException as error:
            _settle([waiting], [_Outcome(None, error)])
        else:
            self._tell([waiting], [_Outcome(result, None)])

    def _fail(self, batch: list[_Waiting], error: Exception) -> None:
        failure = store_error(error)
        failure.__cause__ = error
        self.met_damage = self.met_damage or is_damage(failure)
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            self._disconnect()
        _settle(batch, [_Outcome(None, failure)] * len(batch))

    def _committed_results(self, batch: list[_Waiting]) -> list[Any]:
        kept = self._connection is not None
        ends = monotonic() + self._patience
        while True:
            try:
                return self._results(batch)
            except DBAPIError as error:
                # Whether a commit that was sent was carried out, nobody knows: that is never
                # repeated.
                if self._committing:
                    raise
                if kept and error.connection_invalidated:
                    kept = False
                elif self._closing or monotonic() > ends or not _is_away(error):
                    raise
                else:
                    sleep(_AWAY_SECONDS)
            self.retries += 1

    def _results(self, batch: list[_Waiting]) -> list[Any]:
        self._committing = False
        connection = self._connected()
        results: list[Any] = []
        with connection.begin():
            if self._enter:
                self._enter(connection, batch[0].tenant)
            for (_, job), group in groupby(batch, key=lambda one: (one.tenant, one.job)):
                together = list(group)
                if together[0].items:
                    results += job(connection, [item for one in together for item in one.items])
                else:
                    results += [job(connection) for _ in together]
            self._committing = True
        return results

    def _tell(self, done: list[_Waiting], outcomes: list[_Outcome]) -> None:
        self.done += len(done)
        self.commits += 1
        # First: who waits for its commit may then rely on it that it was told, and stop listening.
        if self._committed:
            self._committed(frozenset(waiting.tenant for waiting in done))
        _settle(done, outcomes)

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        elif self._connection.invalidated:
            self._disconnect()
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _settle(done: list[_Waiting], outcomes: list[_Outcome]) -> None:
    """Tell those who wait; all of one loop are woken by one call."""
    of_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[_Outcome], _Outcome]]] = {}
    for waiting, outcome in zip(done, outcomes, strict=True):
        of_loop.setdefault(waiting.loop, []).append((waiting.told, outcome))
    for loop, told in of_loop.items():
        # A loop that was closed in the meantime has nobody left who waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_arrive, told)


def _arrive(told: list[tuple["asyncio.Future[_Outcome]", _Outcome]]) -> None:
    for future, outcome in told:
        if not future.done():
            future.set_result(outcome)
