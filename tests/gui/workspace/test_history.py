"""What the window remembers of what was said, and that it forgets the oldest."""

from gui.workspace.history import KEPT, History
from tests.gui.chat.chat_samples import answer, request


def test_exchanges_are_in_order_and_join_request_and_answer() -> None:
    history = History()
    for row in (request(2, "second"), answer(3, "two"), request(0, "first"), answer(1, "one")):
        history.take(row)
    history.take(answer(3, "two, at length"))
    assert history.exchanges("c") == [
        {"user": "first", "assistant": "one"},
        {"user": "second", "assistant": "two, at length"},
    ]
    assert history.exchanges("another") == []


def test_the_oldest_are_forgotten() -> None:
    history = History()
    for row in range(0, 3 * KEPT, 2):
        history.take(request(row, f"question {row}"))
        history.take(answer(row + 1, "words", task_id=f"task {row}"))
    said = history.exchanges("c")
    assert len(said) == KEPT // 2
    assert said[-1] == {"user": f"question {3 * KEPT - 2}", "assistant": "words"}
    assert len(history.tasks) == KEPT
    assert history.tasks[-1]["task_id"] == f"task {3 * KEPT - 2}"
