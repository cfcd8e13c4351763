"""The data of events is read wherever a stream is cut, however its lines end."""

import pytest

from transport.protocol.sse import EventData

TEXT = b': hm\n\ndata: {"a":1}\n\nevent: x\ndata:{"b":\ndata:  2}\nid\n\n\n\ndata\n\ndata: {"c"'
WHOLE = [b'{"a":1}', b'{"b":\n 2}', b""]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_events_are_cut_wherever_they_are_broken(end: bytes, mark: bytes, size: int) -> None:
    text = mark + TEXT.replace(b"\n", end)
    reading = EventData()
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    assert [one for chunk in chunks for one in reading.taken(chunk)] == WHOLE


def test_an_event_is_whole_at_its_empty_line() -> None:
    reading = EventData()
    assert reading.taken(b"data: 1\r") == []
    assert reading.taken(b"\r") == [b"1"]
    assert reading.taken(b"") == []
    assert reading.taken(b"\ndata: 2\n\n") == [b"2"]


def test_of_data_beyond_the_limit_a_piece_is_left() -> None:
    reading = EventData(100)
    for _ in range(50):
        assert reading.taken(b"data: " + b"x" * 60 + b"\n") == []
    [piece] = reading.taken(b"\n")
    assert 0 < len(piece) < 200
    assert reading.taken(b"data: 1\n\n") == [b"1"]
