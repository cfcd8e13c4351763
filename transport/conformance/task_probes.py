"""What is asked of tasks: one, lists, page by page; their ends, and to be told of them."""

from typing import Any

from a2a.types import (
    ListTasksResponse,
    Task,
)

from app.domain.conformance import Finding
from transport.conformance.json_form import as_dict, departures
from transport.conformance.probing import (
    INVALID,
    NOT_FOUND,
    UNKNOWN_TASK,
    UNSUPPORTED,
    Probing,
    Skipped,
    state_of,
    tasks_of,
    too_long,
)
from transport.conformance.rules import finding
from transport.conformance.stream_rules import ENDED, WAITING, StreamRules, moment
from transport.protocol.operations import (
    CANCEL_TASK,
    GET_TASK,
    LIST_TASKS,
    SUBSCRIBE_TO_TASK,
)

_MOST_PAGES = 5
_NO_PAGE = "balance-desk-check-no-such-page"


async def get(probing: Probing) -> list[Finding]:
    """Ask for a task that was told: whole, without history, and with a little of it."""
    told = next((one for one in probing.heard if one.task_id and one.settled), None)
    if told is None:
        raise Skipped("the agent has made no task")
    found: list[Finding] = []
    for length in (None, 0, 1):
        more = {} if length is None else {"historyLength": length}
        where = f"{GET_TASK} {more or ''}".strip()
        reply = await probing.ask(GET_TASK, id=told.task_id, **more)
        found += probing.answered(reply, where)
        if reply.answer is None:
            continue
        found += departures(reply.answer, Task, where)
        task = reply.answer if isinstance(reply.answer, dict) else {}
        if length is not None:
            found += too_long({"task": task}, length, where)
            continue
        if task.get("id") != told.task_id:
            found.append(finding("task.same", where, task.get("id")))
        state = state_of(task)
        if state != told.state:
            found.append(finding("task.state", where, f"{told.state}, then {state}"))
        if lacking := told.differing(task):
            found.append(finding("task.artifacts", where, lacking))
    reply = await probing.ask(GET_TASK, id=UNKNOWN_TASK)
    return found + probing.refused(reply, NOT_FOUND, f"{GET_TASK} of no task")


async def lists(probing: Probing) -> list[Finding]:
    """Ask for lists of tasks: of a context, of a state, with artifacts, page by page."""
    told = probing.told_task()
    found: list[Finding] = []
    page = await _page(probing, found, contextId=told.context_id)
    tasks = tasks_of(page)
    if page is not None and all(one.get("id") != told.task_id for one in tasks):
        found.append(finding("list.found", f"{LIST_TASKS} contextId", told.task_id))
    if any(one.get("contextId") != told.context_id for one in tasks):
        found.append(finding("list.filter", f"{LIST_TASKS} contextId"))
    if any("artifacts" in one for one in tasks):
        found.append(finding("list.artifacts", LIST_TASKS))
    page = await _page(probing, found, status=told.state)
    states = {state_of(one) for one in tasks_of(page)}
    if states - {told.state}:
        found.append(finding("list.filter", f"{LIST_TASKS} status", sorted(states)))
    if told.artifacts:
        page = await _page(probing, found, contextId=told.context_id, includeArtifacts=True)
        mine = [one for one in tasks_of(page) if one.get("id") == told.task_id]
        if mine and not mine[0].get("artifacts"):
            found.append(finding("list.with_artifacts", LIST_TASKS))
        elif mine and (lacking := told.differing(mine[0])):
            found.append(finding("task.artifacts", LIST_TASKS, lacking))
    found += await _paged(probing)
    reply = await probing.ask(LIST_TASKS, pageToken=_NO_PAGE)
    found += probing.refused(reply, INVALID, f"{LIST_TASKS} pageToken of no page")
    for size in (0, 101):
        reply = await probing.ask(LIST_TASKS, pageSize=size)
        if reply.failure is None and not reply.lost:
            found.append(finding("list.limits", f"{LIST_TASKS} pageSize {size}"))
        else:
            found += probing.refused(reply, INVALID, f"{LIST_TASKS} pageSize {size}")
    return found


async def _paged(probing: Probing) -> list[Finding]:
    found: list[Finding] = []
    seen: list[str] = []
    stamps: list[str] = []
    token = ""
    for _ in range(_MOST_PAGES):
        more = {"pageToken": token} if token else {}
        page = await _page(probing, found, pageSize=1, **more)
        tasks = tasks_of(page)
        if len(tasks) > 1:
            found.append(finding("list.size", f"{LIST_TASKS} pageSize 1", len(tasks)))
        stamps += [str(as_dict(one.get("status")).get("timestamp") or "") for one in tasks]
        ids = [str(one.get("id")) for one in tasks]
        if set(ids) & set(seen):
            found.append(finding("list.pages", f"{LIST_TASKS} pageToken", ids))
            break
        seen += ids
        token = str((page or {}).get("nextPageToken") or "")
        if not token or not tasks:
            break
    moments = [moment(one) for one in stamps]
    if all(stamps) and moments != sorted(moments, reverse=True):
        found.append(finding("list.order", LIST_TASKS, stamps))
    return found


async def _page(probing: Probing, found: list[Finding], **params: Any) -> dict[str, Any] | None:
    where = f"{LIST_TASKS} {', '.join(params)}"
    reply = await probing.ask(LIST_TASKS, **params)
    found += probing.answered(reply, where)
    if not isinstance(reply.answer, dict):
        return None
    answer: dict[str, Any] = reply.answer
    found += departures(answer, ListTasksResponse, where)
    total = answer.get("totalSize")
    count = len(tasks_of(answer))
    alone = "pageToken" not in params and answer.get("nextPageToken") == ""
    if isinstance(total, int) and (total < count or (alone and total != count)):
        found.append(finding("list.total", where, total))
    size = answer.get("pageSize")
    if isinstance(size, int) and not count <= size <= params.get("pageSize", size):
        found.append(finding("list.page_size", where, size))
    if "nextPageToken" not in answer:
        found.append(finding("list.token", where))
    return answer


async def cancel(probing: Probing) -> list[Finding]:
    """Cancel what has ended, what there is not, and what waits."""
    reply = await probing.ask(CANCEL_TASK, id=UNKNOWN_TASK)
    found = probing.refused(reply, NOT_FOUND, f"{CANCEL_TASK} of no task")
    if any(one.task_id and one.state in ENDED for one in probing.heard):
        reply = await probing.ask(CANCEL_TASK, id=probing.ended.task_id)
        expected = frozenset({"TASK_NOT_CANCELABLE"})
        found += probing.refused(reply, expected, f"{CANCEL_TASK} of an ended task")
    return found


async def cancel_waiting(probing: Probing) -> list[Finding]:
    """Cancel a task that waits for somebody: the last thing that is done with it."""
    told = probing.waiting
    reply = await probing.ask(CANCEL_TASK, id=told.task_id)
    if reply.failure is not None:
        return probing.refused(reply, frozenset({"TASK_NOT_CANCELABLE"}), CANCEL_TASK)
    found = [*reply.findings, *departures(reply.answer, Task, CANCEL_TASK)]
    state = state_of(reply.answer)
    after = state_of((await probing.ask(GET_TASK, id=told.task_id)).answer)
    if state != after or state in WAITING:
        found.append(finding("cancel.state", CANCEL_TASK, f"{state}, then {after}"))
    return found


async def subscribe(probing: Probing) -> list[Finding]:
    """Subscribe to what has ended, to what there is not, and to what waits."""
    if not probing.offers("streaming"):
        raise Skipped("the card offers no streams")
    reply = await probing.ask(SUBSCRIBE_TO_TASK, id=UNKNOWN_TASK)
    found = probing.refused(reply, NOT_FOUND, f"{SUBSCRIBE_TO_TASK} of no task")
    if any(one.task_id and one.state in ENDED for one in probing.heard):
        reply = await probing.ask(SUBSCRIBE_TO_TASK, id=probing.ended.task_id)
        found += probing.refused(reply, UNSUPPORTED, f"{SUBSCRIBE_TO_TASK} of an ended task")
    told = next((one for one in probing.heard if one.task_id and one.state in WAITING), None)
    if told is not None:
        found += await _followed(probing, told)
    return found


async def _followed(probing: Probing, told: StreamRules) -> list[Finding]:
    """Subscribe to a task that waits; when the stream closes after that is up to the agent."""
    where = f"{SUBSCRIBE_TO_TASK} of a waiting task"
    reply = await probing.ask(SUBSCRIBE_TO_TASK, id=told.task_id)
    found = probing.answered(reply, where)
    rules = StreamRules(SUBSCRIBE_TO_TASK)
    for event in reply.events:
        found += rules.take(event)
    if reply.events and rules.task_id != told.task_id:
        found.append(finding("task.same", where, rules.task_id))
    if reply.closed and not reply.events and reply.failure is None:
        found += rules.closed()
    return found
