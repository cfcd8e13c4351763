"""Summaries are made of the conversation's own sentences, short, in order, in any language."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.conversations.book.summaries import extracted
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage

AT = datetime(2026, 11, 1, tzinfo=UTC)


def said(seq: int, content: str, role: str = "user", important: bool = False) -> BookMessage:
    return BookMessage.model_validate(
        {
            "id": f"m{seq}",
            "conversation_id": "c1",
            "seq": seq,
            "role": role,
            "content": content,
            "timestamp": AT,
            "important": important,
        }
    )


@pytest.mark.parametrize(
    ("talk", "main"),
    [
        (
            [
                "저그의 승률을 알려 주세요?",
                "저그의 승률은 52.3 %입니다.",
                "네.",
                "저그 승률이 높군요.",
            ],
            "저그의 승률",
        ),
        (
            ["What is the win rate of Zerg?", "The Zerg win rate is 52.3 %.", "Ok.", "Zerg wins."],
            "win rate",
        ),
        (
            ["¿Cuál es la tasa de Zerg?", "La tasa de Zerg es del 52,3 %.", "Vale.", "Bien."],
            "tasa de Zerg",
        ),
    ],
)
def test_what_is_spoken_of_most_is_in_the_summary(talk: list[str], main: str) -> None:
    roles = ["user", "assistant"] * 2
    messages = [said(n, text, role) for n, (text, role) in enumerate(zip(talk, roles, strict=True))]
    summary = extracted(messages, max_tokens=40)
    assert main in summary
    assert summary.splitlines()[0].partition(": ")[0] in ("user", "assistant")


def test_what_was_marked_as_important_weighs_more() -> None:
    talk = [said(0, "The key is under the mat.", important=True)]
    talk += [said(n, f"Talk number {n} goes on about it.", "assistant") for n in range(1, 4)]
    assert "mat" in extracted(talk, max_tokens=14)


def test_system_and_tool_messages_are_not_summed_up() -> None:
    assert extracted([said(0, "Be kind.", "system"), said(1, "rows: 3", "tool")]) == ""


@settings(max_examples=40)
@given(
    texts=st.lists(st.text(max_size=80), max_size=12),
    budget=st.integers(0, 120),
)
def test_a_summary_keeps_its_length_and_its_order(texts: list[str], budget: int) -> None:
    messages = [said(n, text, "user" if n % 2 else "assistant") for n, text in enumerate(texts)]
    lines = extracted(messages, max_tokens=budget).splitlines()
    assert sum(estimate_tokens(line) for line in lines) <= budget
    assert len(lines) == len(set(lines))
