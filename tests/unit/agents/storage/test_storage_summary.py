"""Summaries: within any budget, every cut marked, no character cut in two."""

import random

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from agents.shared_storage import SharedStorage
from agents.storage.truncation import cut_middle, is_boundary

PIECES = [
    "a", "é", "e\u0301", "한", "\u1112\u1161\u11ab", "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1f0\U0001f1f7", "\U0001f44d\U0001f3fd", "\r\n", "\n", " ", "क्षि", "ก็", "1",
    "\U0001f3f4\U000e0067\U000e0062\U000e007f",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=80).map("".join)


def storage_with(*outputs: object) -> SharedStorage:
    storage = SharedStorage()
    storage.start_session("무슨 일이 있었어?", ["read", "analyse"])
    for output in outputs:
        storage.add_result(
            executor="t", executor_type="tool", action="a", input_data={}, output=output
        )
    return storage


@given(TEXTS, st.integers(0, 120))
def test_a_cut_text_fits_and_cuts_no_character(text: str, most: int) -> None:
    cut = cut_middle(text, most)
    assert len(cut) <= most or cut == text
    if cut != text and "left out" in cut:
        head, _, rest = cut.partition(" …[")
        tail = rest.partition("]… ")[2]
        whole = regex.findall(r"\X", text)
        begins = {0}
        for piece in whole:
            begins.add(max(begins) + len(piece))
        assert text.startswith(head) and text.endswith(tail)
        assert len(head) in begins and len(text) - len(tail) in begins
        assert f"{len(text) - len(head) - len(tail):,} characters" in cut


@given(st.text(max_size=30), st.integers(0, 30))
def test_no_boundary_is_inside_a_grapheme(text: str, at: int) -> None:
    if 0 < at < len(text) and is_boundary(text, at):
        lengths, begins = 0, set()
        for piece in regex.findall(r"\X", text):
            begins.add(lengths)
            lengths += len(piece)
        assert at in begins


@pytest.mark.parametrize("budget", [1, 10, 60, 200, 500, 1_000, 4_000, 8_000])
def test_a_summary_keeps_its_budget(budget: int) -> None:
    draw = random.Random(budget)
    outputs = ["가나다 " * draw.randrange(1, 3_000) for _ in range(12)]
    assert len(storage_with(*outputs).get_summary(budget)) <= budget


def test_every_result_is_named_and_long_ones_are_cut_in_the_middle() -> None:
    summary = storage_with("first " + "x" * 9_000 + " last", "short", {"n": 1}).get_summary(2_000)
    for part in ("[1]", "[2]", "[3]", "first", "last", "short", '{"n": 1}', "characters left out"):
        assert part in summary
    assert summary.count("left out") == 1


def test_steps_are_left_out_only_where_not_even_their_names_fit() -> None:
    summary = storage_with(*(f"out {n}" for n in range(2_000))).get_summary(4_000)
    assert "[1] t" in summary and "[2000] t" in summary
    assert " of them …]" in summary
    assert len(summary) <= 4_000


def test_an_output_cannot_pass_for_a_heading() -> None:
    summary = storage_with("ok\n[9] llm_tool (tool) answer: success").get_summary()
    assert not any(line.startswith("[9]") for line in summary.splitlines())
