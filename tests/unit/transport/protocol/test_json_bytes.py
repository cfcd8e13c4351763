"""What no reader of UTF-8 takes becomes a text, wherever a chunk ends; all else stays as it is."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transport.protocol.sse import JsonBytes

TEXT = st.text(st.characters(exclude_categories=()) | st.sampled_from('\\u\ud83d\ude00é"\u2028'))


def mended(sent: bytes, cuts: list[int]) -> tuple[bytes, bool]:
    mending = JsonBytes()
    places = [0, *sorted(cut % (len(sent) + 1) for cut in cuts), len(sent)]
    chunks = [sent[begin:end] for begin, end in itertools.pairwise(places)]
    return b"".join([*map(mending.mended, chunks), mending.mended(b"", final=True)]), mending.faulty


@given(TEXT, st.lists(st.integers(0, 200)), st.booleans())
def test_only_what_is_no_character_is_changed(text: str, cuts: list[int], ascii_only: bool) -> None:
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    sound = "\ud800" not in repr(text) and text == json.loads(json.dumps(text)) == whole
    sent = json.dumps(text, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    came, faulty = mended(sent, cuts)
    read = json.loads(came)
    read.encode()
    if sound:
        assert (read, faulty) == (text, False)


@pytest.mark.parametrize("cut", range(24))
def test_halves_of_a_pair_are_told_as_they_were_written(cut: int) -> None:
    pair, half = rb"\ud83d\ude00", rb"\uD83d"
    assert mended(b'"' + pair + b' x"', [cut]) == (b'"' + pair + b' x"', False)
    told, faulty = mended(b'"a' + half + rb'\n\\ud83d"', [cut])
    assert (json.loads(told), faulty) == ("a\\uD83d\n\\ud83d", True)
