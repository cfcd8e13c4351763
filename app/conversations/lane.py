"""A lane runs database jobs one after the other, in the order of the calls, on its own thread."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from pydantic_core import PydanticSerializationError
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.conversations.faults import is_damage, store_error
from app.domain.book import LOCAL_TENANT
from app.errors import StoreError

T = TypeVar("T")


class _Waiting(NamedTuple):
    tenant: str
    job: Callable[[Connection], Any]
    done: Future[Any]


class Lane:
    """Owns one thread and one connection, opened by the first job and closed by `aclose`.

    Each job is a function of the connection that may be run a second time. Jobs that wait together
    share one transaction (up to `batch` of them), for a commit waits for the disk; when one of them
    fails, each is run again in a transaction of its own. `met_damage` is set once the file turned
    out to be broken.

    With `enter`, each transaction belongs to one tenant, for which that is called first.
    `committed` hears, on the lane's thread, whose jobs were committed. A connection that broke is
    opened anew by the next job.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        name: str,
        batch: int = 1,
        enter: Callable[[Connection, str], None] | None = None,
        committed: Callable[[frozenset[str]], None] | None = None,
    ) -> None:
        self.met_damage = False
        self._engine = engine
        self._batch = batch
        self._enter = enter
        self._committed = committed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: deque[_Waiting] = deque()
        self._connection: Connection | None = None
        self._closing: Future[None] | None = None

    @property
    def waiting(self) -> int:
        """How many jobs have not been begun."""
        return len(self._waiting)

    async def run(self, job: Callable[[Connection], T], tenant: str = LOCAL_TENANT) -> T:
        """Run a job and return its result once it is committed; raises `StoreError`.

        Cancelling the caller does not withdraw the job: it is done as a whole, later.
        """
        if self._closing is not None:
            raise StoreError("The conversations are closed.", key="store_closed")
        done: Future[T] = Future()
        self._waiting.append(_Waiting(tenant, job, done))
        self._thread.submit(self._drain)
        return await _result(done)

    async def aclose(self) -> None:
        """Finish the jobs that wait, close the connection, end the thread; idempotent."""
        if self._closing is None:
            self._closing = self._thread.submit(self._disconnect)
            self._thread.shutdown(wait=False)
        await _result(self._closing)
        self._thread.shutdown(wait=True)

    def _drain(self) -> None:
        batch: list[_Waiting] = []
        while self._waiting and len(batch) < self._batch:
            if batch and self._enter and self._waiting[0].tenant != batch[0].tenant:
                # Its own turn is still to come: as many are submitted as there are jobs.
                break
            batch.append(self._waiting.popleft())
        if len(batch) > 1 and self._commit_together(batch):
            return
        for waiting in batch:
            self._commit_alone(waiting)

    def _commit_together(self, batch: list[_Waiting]) -> bool:
        try:
            connection = self._connected()
            with connection.begin():
                if self._enter:
                    self._enter(connection, batch[0].tenant)
                results = [waiting.job(connection) for waiting in batch]
        except Exception:
            # Whose fault it was, and what is left to do for the others, shows when each runs alone.
            return False
        for waiting, result in zip(batch, results, strict=True):
            waiting.done.set_result(result)
        self._tell(batch)
        return True

    def _commit_alone(self, waiting: _Waiting) -> None:
        try:
            connection = self._connected()
            with connection.begin():
                if self._enter:
                    self._enter(connection, waiting.tenant)
                result = waiting.job(connection)
        except (SQLAlchemyError, UnicodeEncodeError, PydanticSerializationError) as error:
            failure = store_error(error)
            failure.__cause__ = error
            self.met_damage = self.met_damage or is_damage(failure)
            waiting.done.set_exception(failure)
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                self._disconnect()
        except BaseException as error:
            waiting.done.set_exception(error)
        else:
            waiting.done.set_result(result)
            self._tell([waiting])

    def _tell(self, done: list[_Waiting]) -> None:
        if self._committed:
            self._committed(frozenset(waiting.tenant for waiting in done))

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


async def _result(done: Future[T]) -> T:
    """Wait for a thread's result on the running loop; cancelling stops the waiting only."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Future[None] = loop.create_future()

    def arrive() -> None:
        if not arrived.done():
            arrived.set_result(None)

    def tell(_done: Future[T]) -> None:
        # A loop that was closed in the meantime has nobody left who waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(arrive)

    done.add_done_callback(tell)
    await arrived
    return done.result()
