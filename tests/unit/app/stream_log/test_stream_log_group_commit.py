"""Those who wait for the disk share one commit, and nobody is left waiting by another's end."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.errors import StoreError
from app.stream_log.day_files import log_error
from app.stream_log.writer import GroupCommit

PATIENCE = 20.0


class Disk:
    """A commit that can be held, and that notes who was written together."""

    def __init__(self) -> None:
        self.batches: list[list[bytes]] = []
        self.begun = threading.Event()
        self.free = threading.Event()

    def commit(self, bodies: Sequence[bytes]) -> list[str | StoreError]:
        self.batches.append(list(bodies))
        self.begun.set()
        assert self.free.wait(PATIENCE)
        if b"mistake" in bodies:
            raise ZeroDivisionError
        full = OSError(28, "No space left on device")
        return [log_error(full) if body == b"full" else body.decode() for body in bodies]


def follow(disk: Disk, bodies: list[bytes]) -> list[str | BaseException]:
    """Put a first record, let the others come while it is written, and return what each got."""
    group = GroupCommit(disk.commit)
    with ThreadPoolExecutor(len(bodies)) as pool:
        first = pool.submit(group.put, bodies[0])
        assert disk.begun.wait(PATIENCE)
        others = [pool.submit(group.put, body) for body in bodies[1:]]
        while group.waiting < len(others):
            pass
        disk.free.set()
        done = [first, *others]
        return [future.exception(PATIENCE) or future.result() for future in done]


def test_who_comes_meanwhile_is_written_together() -> None:
    disk = Disk()
    bodies = [str(number).encode() for number in range(8)]
    assert follow(disk, bodies) == [body.decode() for body in bodies]
    assert disk.batches[0] == [b"0"]
    assert sorted(disk.batches[1]) == bodies[1:]
    assert len(disk.batches) == 2


def test_each_has_its_own_error() -> None:
    got = follow(Disk(), [b"1", b"full", b"2"])
    assert got[::2] == ["1", "2"]
    assert isinstance(got[1], StoreError)
    assert got[1].reason == "log_full"


def test_a_mistake_leaves_nobody_waiting() -> None:
    got = follow(Disk(), [b"1", b"mistake", b"2"])
    assert got[0] == "1"
    kinds = {type(told) for told in got[1:]}
    assert kinds == {ZeroDivisionError, StoreError}


def test_after_a_mistake_the_next_leads() -> None:
    disk = Disk()
    disk.free.set()
    group = GroupCommit(disk.commit)
    with pytest.raises(ZeroDivisionError):
        group.put(b"mistake")
    assert group.put(b"3") == "3"
