"""A synchronisation that failed is done whole by the next: no name and no file is passed over."""

import os
import stat
from pathlib import Path

import pytest

from app.errors import StoreError
from app.stream_log import StreamLogger


def test_after_a_failure_the_folder_is_synchronised_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, folders, full = os.fsync, 0, True

    def fsync(handle: int) -> None:
        nonlocal folders
        if full:
            raise OSError(28, "No space left on device")
        folders += stat.S_ISDIR(os.fstat(handle).st_mode)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with StreamLogger(tmp_path) as stream:
        stream.log(from_agent="a", to_agent="b", msg_type="request", content="x")
        with pytest.raises(StoreError):
            stream.flush()
        full = False
        stream.flush()
        assert folders == 1
        stream.flush()
        assert folders == 1
