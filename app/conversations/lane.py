"""A lane runs database jobs one after the other, in the order of the calls, on its own thread."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from pydantic_core import PydanticSerializationError
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from app.conversations.faults import is_damage, store_error
from app.errors import StoreError

T = TypeVar("T")


class _Waiting(NamedTuple):
    job: Callable[[Connection], Any]
    done: Future[Any]


class Lane:
    """Owns one thread and one connection, opened by the first job and closed by `aclose`.

    Each job is a function of the connection that may be run a second time. Jobs that wait together
    share one transaction (up to `batch` of them), for a commit waits for the disk; when one of them
    fails, each is run again in a transaction of its own. `met_damage` is set once the file turned
    out to be broken.
    """

    def __init__(self, engine: Engine, *, name: str, batch: int = 1) -> None:
        self.met_damage = False
        self._engine = engine
        self._batch = batch
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: deque[_Waiting] = deque()
        self._connection: Connection | None = None
        self._closing: Future[None] | None = None

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once it is committed; raises `StoreError`.

        Cancelling the caller does not withdraw the job: it is done as a whole, later.
        """
        if self._closing is not None:
            raise StoreError("The conversations are closed.", key="store_closed")
        done: Future[T] = Future()
        self._waiting.append(_Waiting(job, done))
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
            batch.append(self._waiting.popleft())
        if len(batch) > 1 and self._commit_together(batch):
            return
        for waiting in batch:
            self._commit_alone(waiting)

    def _commit_together(self, batch: list[_Waiting]) -> bool:
        try:
            connection = self._connected()
            with connection.begin():
                results = [waiting.job(connection) for waiting in batch]
        except Exception:
            # Whose fault it was, and what is left to do for the others, shows when each runs alone.
            return False
        for waiting, result in zip(batch, results, strict=True):
            waiting.done.set_result(result)
        return True

    def _commit_alone(self, waiting: _Waiting) -> None:
        try:
            connection = self._connected()
            with connection.begin():
                result = waiting.job(connection)
        except (SQLAlchemyError, UnicodeEncodeError, PydanticSerializationError) as error:
            failure = store_error(error)
            failure.__cause__ = error
            self.met_damage = self.met_damage or is_damage(failure)
            waiting.done.set_exception(failure)
        except BaseException as error:
            waiting.done.set_exception(error)
        else:
            waiting.done.set_result(result)

    def _connected(self) -> Connection:
        if self._connection is None:
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
