"""Values that come with a message, however they are packed."""

from a2a.types import Message, Part

from agents.data.agent.remembered import parts_of_type


def test_values_are_read_and_what_is_none_is_left_out() -> None:
    from google.protobuf.json_format import ParseDict

    told = Part(media_type="x/y")
    ParseDict({"n": 2}, told.data)
    parts = [
        Part(raw=b'{"n": 1}', media_type="x/y"), Part(raw=b'{"n": ', media_type="x/y"),
        Part(text="no value", media_type="x/y"), told, Part(raw=b"3", media_type="x/z"),
    ]  # fmt: skip
    assert parts_of_type(Message(parts=parts), "x/y") == [{"n": 1}, {"n": 2}]
