"""A content too large for a line stands in a file of its own, named by its hash."""

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic_core import from_json

from app.stream_log.record import Message, encode, text_of
from app.system.files import write_whole

PREVIEW: Final = 2000

_HASH = re.compile(r"[0-9a-f]{64}")


class Payloads:
    """Owns the folder of large contents: `<first two digits>/<SHA-256 of the JSON>.json`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put_beside(self, fields: Message) -> Message:
        """Keep the content in a file; return the fields with its beginning and where it is.

        The file is durable before the record that names it is written. Raises OSError.
        """
        content = encode(fields["content"])
        name = sha256(content).hexdigest()
        path = self._path(name)
        try:
            os.utime(path)  # by its age it is told when no record names it any more
        except FileNotFoundError:
            write_whole(path, content)
        note = {"sha256": name, "bytes": len(content)}
        return {
            **fields,
            "content": text_of(fields["content"])[:PREVIEW],
            "metadata": {**fields["metadata"], "_payload": note},
        }

    def restore(self, message: Message) -> Message:
        """Return a record as it was logged: with its whole content, without the log's own marks.

        When the file is gone or altered, the beginning stays and `_payload` says `missing`.
        """
        metadata = message["metadata"]
        if "_chain" not in metadata and "_payload" not in metadata:
            return message
        plain = {key: value for key, value in metadata.items() if key not in ("_chain", "_payload")}
        note = metadata.get("_payload")
        if note is None:
            return {**message, "metadata": plain}
        content = self.content(note)
        if content is None:
            lost = {**note, "missing": True} if isinstance(note, dict) else {"missing": True}
            return {**message, "metadata": {**plain, "_payload": lost}}
        return {**message, "content": from_json(content), "metadata": plain}

    def content(self, note: Any) -> bytes | None:
        """Return the JSON of a kept content, or None when it is gone or not what it was."""
        name = note.get("sha256") if isinstance(note, dict) else None
        if not isinstance(name, str) or not _HASH.fullmatch(name):
            return None
        try:
            content = self._path(name).read_bytes()
        except OSError:
            return None
        return content if sha256(content).hexdigest() == name else None

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / f"{name}.json"
