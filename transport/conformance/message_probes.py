"""What is said to an agent: in a stream or not, to no task, to one that has ended or waits."""

import asyncio
from typing import Any

from app.domain.conformance import Finding
from app.domain.ids import new_message_id
from transport.conformance.json_form import as_dict
from transport.conformance.probing import (
    NOT_FOUND,
    UNKNOWN_TASK,
    UNSUPPORTED,
    Probing,
    message_of,
    state_of,
    tasks_of,
    too_long,
)
from transport.conformance.rules import finding
from transport.conformance.stream_rules import ENDED, StreamRules
from transport.protocol.operations import (
    LIST_TASKS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
)

_LOOK = 0.2  # seconds between two looks at a task that is not told yet
_AT_WORK = frozenset({"TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"})


async def stream(probing: Probing) -> list[Finding]:
    """Say each message in a stream, in a context of our own."""
    found: list[Finding] = []
    for text in probing.messages:
        context_id = new_message_id()
        reply = await probing.ask(
            SEND_STREAMING_MESSAGE, message=message_of(text, contextId=context_id)
        )
        if not probing.offers("streaming", reply):
            if reply.failure is None and not reply.lost:
                found.append(finding("capability.streaming", SEND_STREAMING_MESSAGE))
                continue
            return probing.refused(reply, UNSUPPORTED, SEND_STREAMING_MESSAGE)
        if reply.failure is not None and reply.failure.reason and not reply.events:
            # An agent may refuse a context that it did not make.
            again = await probing.ask(SEND_STREAMING_MESSAGE, message=message_of(text))
            if again.failure is None:
                reply, context_id = again, ""
        found += probing.answered(reply, SEND_STREAMING_MESSAGE)
        rules = StreamRules(SEND_STREAMING_MESSAGE, context_id=context_id)
        for event in reply.events:
            found += rules.take(event)
        if reply.closed and reply.failure is None:
            found += rules.closed()
        probing.heard.append(rules)
    return found


async def send(probing: Probing) -> list[Finding]:
    """Say the messages without a stream and without a context."""
    found: list[Finding] = []
    for text in probing.messages:
        config = {"historyLength": 1}
        reply = await probing.ask(SEND_MESSAGE, message=message_of(text), configuration=config)
        found += probing.answered(reply, SEND_MESSAGE)
        if reply.answer is None:
            continue
        found += too_long(reply.answer, 1, SEND_MESSAGE)
        rules = StreamRules(SEND_MESSAGE)
        found += rules.take_answer(reply.answer)
        if rules.task_id and not rules.context_id:
            found.append(finding("context.made", SEND_MESSAGE, reply.answer))
        if rules.task_id and not rules.settled:
            found.append(finding("send.waits", SEND_MESSAGE, rules.state))
        if rules.task_id and any(one.task_id == rules.task_id for one in probing.heard):
            found.append(finding("task.ids", SEND_MESSAGE, rules.task_id))
        probing.heard.append(rules)
    return found


async def at_once(probing: Probing) -> list[Finding]:
    """Say a message and ask for its task at once; look meanwhile whether it is at work."""
    where = f"{SEND_MESSAGE} at once"
    config = {"returnImmediately": True, "historyLength": 0}
    context_id = new_message_id()
    message = message_of(probing.messages[0], contextId=context_id)
    at_work: set[Any] = set()
    async with asyncio.TaskGroup() as group:
        sending = group.create_task(
            probing.ask(SEND_MESSAGE, message=message, configuration=config)
        )
        while not (await asyncio.wait([sending], timeout=_LOOK))[0]:
            page = (await probing.ask(LIST_TASKS, contextId=context_id)).answer
            if not sending.done():
                at_work |= {t.get("id") for t in tasks_of(as_dict(page)) if state_of(t) in _AT_WORK}
    reply = sending.result()
    if reply.failure is not None and reply.failure.reason:
        # An agent may refuse a context that it did not make.
        message = message_of(probing.messages[0])
        reply = await probing.ask(SEND_MESSAGE, message=message, configuration=config)
    found = probing.answered(reply, where)
    if reply.answer is not None:
        rules = StreamRules(where)
        found += rules.take_answer(reply.answer)
        found += too_long(reply.answer, 0, where)
        if rules.state in ENDED and rules.task_id in at_work:
            found.append(finding("send.at_once", where, rules.state))
    return found


async def go_on(probing: Probing) -> list[Finding]:
    """Say something to a task that has ended, and to one that there is not."""
    text = probing.messages[0]
    reply = await probing.ask(SEND_MESSAGE, message=message_of(text, taskId=UNKNOWN_TASK))
    found = probing.refused(reply, NOT_FOUND, f"{SEND_MESSAGE} to no task")
    if any(one.task_id and one.state in ENDED for one in probing.heard):
        reply = await probing.ask(
            SEND_MESSAGE, message=message_of(text, taskId=probing.ended.task_id)
        )
        found += probing.refused(reply, UNSUPPORTED, f"{SEND_MESSAGE} to an ended task")
    return found


async def answer(probing: Probing) -> list[Finding]:
    """Say something to a task that waits: in another context first, then by its id alone."""
    told = probing.waiting
    wrong = message_of(probing.messages[0], taskId=told.task_id, contextId=new_message_id())
    reply = await probing.ask(SEND_MESSAGE, message=wrong)
    found: list[Finding] = []
    if reply.failure is None and not reply.lost:
        found.append(finding("error.missing", f"{SEND_MESSAGE} in another context"))
    reply = await probing.ask(
        SEND_MESSAGE, message=message_of(probing.messages[0], taskId=told.task_id)
    )
    found += probing.answered(reply, f"{SEND_MESSAGE} to a waiting task")
    if reply.answer is not None:
        rules = StreamRules(SEND_MESSAGE)
        found += rules.take_answer(reply.answer)
        if rules.context_id != told.context_id:
            found.append(finding("context.inferred", SEND_MESSAGE, rules.context_id))
        told.state = rules.state or told.state
    return found
