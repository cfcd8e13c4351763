"""`make test ARGS="-p tests.late"`: what threads do and what the chat paints comes late.

Half of all jobs of thread pools begin up to `LATE` seconds later (0.1), the same ones in each run,
and a changed row of the chat is painted `FRAME` seconds after the last one (1). A test fails here
that looks at something before it can have happened on a slow machine.
"""

import os
import random
import time
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from gui.chat import scroll_area

_LATE = float(os.environ.get("LATE", "0.1"))
_FRAME = float(os.environ.get("FRAME", "1"))
_chance = random.Random()
_submit = ThreadPoolExecutor.submit


def _submit_late(
    self: ThreadPoolExecutor, job: Callable[..., Any], /, *args: Any, **kwargs: Any
) -> Future[Any]:
    pause = _chance.uniform(-_LATE, _LATE)

    def late() -> Any:
        time.sleep(max(0.0, pause))
        return job(*args, **kwargs)

    return _submit(self, late)


@pytest.fixture(autouse=True)
def late(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads and frames be late, as it is drawn for this test."""
    _chance.seed(zlib.crc32(request.node.nodeid.encode()))
    monkeypatch.setattr(scroll_area, "FRAME_SECONDS", _FRAME)
    monkeypatch.setattr(ThreadPoolExecutor, "submit", _submit_late)
