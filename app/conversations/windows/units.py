"""Messages that only make sense together are taken together: a tool call and its results."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar


class Said(Protocol):
    """What a window needs to know of a message; `seq` is its place in the conversation."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def seq(self) -> int:
        """Its place, rising."""

    @property
    def role(self) -> str:
        """user, assistant, system or tool."""

    @property
    def content(self) -> str:
        """Its text."""

    @property
    def tokens(self) -> int:
        """What it costs."""

    @property
    def important(self) -> bool:
        """Whether its sender marked it."""

    @property
    def metadata(self) -> Mapping[str, object]:
        """What was sent with it."""


M = TypeVar("M", bound=Said)


class Unit(NamedTuple):
    """Messages that are taken or left together, oldest first.

    `whole` is false when a part of the pair is not among the messages that were looked at.
    """

    messages: tuple[Said, ...]
    whole: bool

    @property
    def tokens(self) -> int:
        """What all of it costs."""
        if len(self.messages) == 1:
            return self.messages[0].tokens
        return sum(message.tokens for message in self.messages)


def paired(messages: Sequence[Said]) -> bool:
    """Whether any message may belong to another."""
    return any(one.role == "tool" or "tool_calls" in one.metadata for one in messages)


def units_of(messages: Sequence[Said]) -> list[Unit]:
    """Return the units of messages that are given oldest first, in the order of their first one.

    A tool's message belongs to the message whose `metadata.tool_calls` has the id that its own
    `metadata.tool_call_id` names; without one, to what stands directly before it.
    """
    groups: list[list[Said]] = []
    calls: dict[str, list[Said]] = {}
    broken: set[int] = set()
    for message in messages:
        group: list[Said] | None = None
        if message.role == "tool":
            wanted = message.metadata.get("tool_call_id")
            if isinstance(wanted, str):
                group = calls.get(wanted)
            elif groups and _directly_before(groups[-1], message):
                group = groups[-1]
        if group is None:
            group = []
            groups.append(group)
            if message.role == "tool":
                broken.add(id(group))
        group.append(message)
        if message.role == "assistant" and "tool_calls" in message.metadata:
            for call in _call_ids(message):
                calls[call] = group
    if calls:
        newest = messages[-1].seq
        broken |= {id(group) for group in calls.values() if not _answered(group, newest)}
    return [Unit(tuple(group), id(group) not in broken) for group in groups]


def _directly_before(group: list[Said], message: Said) -> bool:
    last = group[-1]
    return last.seq == message.seq - 1 and last.role in ("assistant", "tool")


def _answered(group: list[Said], newest: int) -> bool:
    """Whether each call has its result, or the calls are the last thing that was said."""
    wanted = {call for one in group if one.role == "assistant" for call in _call_ids(one)}
    results = {message.metadata.get("tool_call_id") for message in group if message.role == "tool"}
    return wanted <= results or group[-1].seq == newest


def _call_ids(message: Said) -> list[str]:
    listed = message.metadata.get("tool_calls")
    if not isinstance(listed, list):
        return []
    ids = (call.get("id") for call in listed if isinstance(call, dict))
    return [one for one in ids if isinstance(one, str)]
