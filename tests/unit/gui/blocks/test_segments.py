from hypothesis import given
from hypothesis import strategies as st

from benchmarks.window.corpus import Corpus
from gui.blocks.markdown import TARGET, definitions, split, without_half_row

lines = st.lists(
    st.sampled_from(
        ["", "text", "- item", "1. one", "  nested", "```sql", "```", "| a | b |", "x" * 300, "# h"]
    ),
    max_size=40,
)


def words(text: str) -> list[str]:
    return [word for word in text.split() if not word.startswith("```")]


@given(lines)
def test_no_word_is_lost(parts: list[str]) -> None:
    markdown = "\n".join(parts)
    assert words("\n".join(piece.source for piece in split(markdown))) == words(markdown)


@given(lines, st.data())
def test_cutting_again_from_a_piece_gives_the_same_pieces(
    parts: list[str], data: st.DataObject
) -> None:
    markdown = "\n".join(parts)
    pieces = split(markdown)
    if pieces:
        at = data.draw(st.integers(0, len(pieces) - 1))
        again = split(markdown, pieces[at].start)
        assert [p._replace(tight=False) for p in again] == [
            p._replace(tight=False) for p in pieces[at:]
        ]


def test_a_fence_stands_alone_with_its_language() -> None:
    pieces = split("before\n\n```sql\nSELECT 1\n```\nafter")
    assert [(p.source, p.code, p.language, p.closed) for p in pieces] == [
        ("before\n", False, "", True),
        ("SELECT 1", True, "sql", True),
        ("after", False, "", True),
    ]


def test_an_open_fence_says_so_and_a_longer_one_holds_shorter_ones() -> None:
    assert not split("```python\nx = 1")[-1].closed
    (piece,) = split("````\n```\ninside\n```\n````")
    assert piece.source == "```\ninside\n```"


def test_long_prose_is_cut_between_paragraphs_but_lists_stay_whole() -> None:
    prose = ("word " * 150).strip()
    assert len(split(f"{prose}\n\n{prose}")) == 2
    loose = "- item one that is long\n\n- item two" + "\n\n- more" * 200
    assert len(split(loose)) == 1
    tight = "\n".join(f"- item {number} of a long list" for number in range(60))
    pieces = split(tight)
    assert len(pieces) > 1
    assert all(piece.tight for piece in pieces[1:])


def test_a_long_answer_is_cut_into_small_pieces() -> None:
    pieces = split(Corpus(1).long_answer(20_000))
    assert max(len(piece.source) for piece in pieces) < 5 * TARGET


def test_a_table_row_waits_until_it_is_whole() -> None:
    assert without_half_row("text\n| a | b") == "text\n"
    assert without_half_row("text\n| a | b |\n") == "text\n"
    assert without_half_row("| a | b |\n|---|---|\n| 1 ") == "| a | b |\n|---|---|\n"
    assert without_half_row("plain | text") == "plain | text"


def test_link_definitions_are_found() -> None:
    assert definitions("see [a][1]\n\n[1]: https://example.org\nmore") == "[1]: https://example.org"
    assert definitions("no definitions: here") == ""
