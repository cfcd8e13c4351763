"""Messages that a person has finished and that wait to be sent."""

from app.domain.base import Value
from app.domain.messages import FilePart


class Unsent(Value):
    """A message that waits; its id will be the message's, so that it is never sent twice.

    `text` is as it was typed. `to` is the agent that it names, `words` what is said to that one.
    `about` is the task whose result it asks about, `about_words` how that is called.
    """

    message_id: str
    context_id: str
    text: str
    files: tuple[FilePart, ...] = ()
    to: str | None = None
    words: str = ""
    about: str | None = None
    about_words: str = ""
