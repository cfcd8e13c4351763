"""Answers that were given a while ago, kept so that a repeated request gets the same once more."""

from collections import OrderedDict

from transport.kafka.outbox import Answer

MAX_ANSWERS = 2000
MAX_BYTES = 32_000_000


class Remembered:
    """Owns the newest answers by correlation id, bounded in number and in bytes."""

    def __init__(self, *, answers: int = MAX_ANSWERS, size: int = MAX_BYTES) -> None:
        self._most = answers
        self._most_bytes = size
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._bytes = 0

    def keep(self, answer: Answer) -> None:
        """Keep an answer, and forget the oldest that are too many."""
        self._answers[answer.request.correlation_id] = answer
        self._bytes += answer.size
        while self._answers and (len(self._answers) > self._most or self._bytes > self._most_bytes):
            _, oldest = self._answers.popitem(last=False)
            self._bytes -= oldest.size

    def get(self, correlation_id: str) -> Answer | None:
        """Return the answer to a request, if it is still kept."""
        return self._answers.get(correlation_id)
