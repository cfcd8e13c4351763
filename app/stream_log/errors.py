"""What the disk refuses the log, in words."""

import errno

from app.errors import StoreError


def log_error(error: OSError) -> StoreError:
    """Return what to say when the log cannot be written or read."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            key = "log_full"
            words = "The disk is full: free some space. The record was not written."
        case errno.EACCES | errno.EPERM | errno.EROFS:
            key = "log_not_writable"
            words = "The stream log cannot be written: make its folder writable."
        case _:
            key = "log_io"
            words = f"The stream log cannot be written or read ({error.strerror or error})."
    return StoreError(words, key=key, path=str(error.filename or ""))


def not_durable() -> StoreError:
    """Return what to say about a record that is written, but that the disk does not confirm."""
    return StoreError(
        "The disk does not confirm what was written to the stream log: check the disk.",
        key="log_not_durable",
    )
