"""A value that was kept is given for exactly the row that it was made of."""

from typing import Any

from app.conversations.book import message_values
from app.conversations.book.message_values import NAMES_IN, KeptValues, values_in


def row(number: int, **other: Any) -> tuple[Any, ...]:
    cells = {
        "message_id": f"m{number}",
        "position": number,
        "role": "user",
        "content": f"text {number}",
        "content_type": "text/plain",
        "created_at": 1_600_000_000_000_000 + number,
        "tokens": 3,
        "tags": "[]",
        "important": 0,
        "task_id": None,
        "metadata": "{}",
        "origin": "",
        "revision": 0,
    }
    return tuple((cells | other)[name] for name in NAMES_IN)


def test_rows_that_are_read_again_give_the_values_that_were_kept() -> None:
    kept = KeptValues()
    first = kept.values_in("c", [row(1), row(2)])
    again = kept.values_in("c", [row(2), row(3), row(1)])
    assert again == values_in("c", [row(2), row(3), row(1)])
    assert again[0] is first[1]
    assert again[2] is first[0]


def test_any_cell_that_is_different_gives_a_new_value() -> None:
    kept = KeptValues()
    kept.values_in("c", [row(1)])
    others: list[dict[str, Any]] = [
        {"position": 7},
        {"role": "agent"},
        {"content": "edited"},
        {"content_type": "text/markdown"},
        {"created_at": 5},
        {"tokens": 4},
        {"tags": '["a"]'},
        {"important": 1},
        {"task_id": "t"},
        {"metadata": '{"a":1}'},
        {"origin": "o"},
        {"revision": 1},
    ]
    for other in others:
        changed = [row(1, **other)]
        assert kept.values_in("c", changed) == values_in("c", changed)
        assert kept.values_in("c", [row(1)]) == values_in("c", [row(1)])


def test_the_same_row_of_another_conversation_is_another_value() -> None:
    kept = KeptValues()
    kept.values_in("c", [row(1)])
    assert kept.values_in("d", [row(1)])[0].conversation_id == "d"


def test_what_is_kept_stays_within_its_bounds(monkeypatch: Any) -> None:
    monkeypatch.setattr(message_values, "MOST_KEPT", 3)
    kept = KeptValues()
    rows = [row(number) for number in range(10)]
    assert kept.values_in("c", rows) == values_in("c", rows)
    newest = kept.values_in("c", rows[-1:])[0]
    assert kept.values_in("c", rows[-1:])[0] is newest
    assert kept.values_in("c", rows[:1])[0] is not newest
    long = [row(1, content="x" * (message_values.MOST_CHARACTERS + 1))]
    assert kept.values_in("c", long)[0] is not kept.values_in("c", long)[0]
