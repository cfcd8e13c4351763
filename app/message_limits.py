"""How large a message may be, and its files."""

from collections.abc import Sequence

from app.domain.messages import FilePart
from app.errors import BadInput, MessageTooLarge

MAX_MESSAGE_BYTES = 512 * 1024
MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024


def check_message(text: str, attachments: Sequence[FilePart] = ()) -> None:
    """Refuse a message that cannot be sent, before anything of it is stored."""
    if not text.strip() and not attachments:
        raise BadInput("There is nothing to send.", key="empty_message")
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_MESSAGE_BYTES:
        raise MessageTooLarge(
            f"The message has {size // 1024} kB; at most {MAX_MESSAGE_BYTES // 1024} kB can be"
            " sent. Attach long text as a file, or shorten it.",
            size=size,
            limit=MAX_MESSAGE_BYTES,
        )
    for part in attachments:
        if part.content is not None and len(part.content) > MAX_ATTACHMENT_BYTES:
            raise MessageTooLarge(
                f"The file {part.name!r} has {len(part.content) // 2**20} MB; at most"
                f" {MAX_ATTACHMENT_BYTES // 2**20} MB can be sent.",
                size=len(part.content),
                limit=MAX_ATTACHMENT_BYTES,
            )
