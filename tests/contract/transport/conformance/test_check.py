"""`check` catches each fault of a collection of wrong agents, and finds none in sound ones."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from app.cli import main
from app.commands.protocol.check import as_json_lines, as_junit, as_text, held
from app.connections.remote_agents import RemoteAgents
from app.domain.conformance import ProbeResult, WebhookCall
from tests.contract.transport import grpc_wire
from tests.contract.transport.conformance.faults import first_of, put, takes
from tests.contract.transport.conformance.plain_agent import Faults, Http, Json, PlainAgent
from tests.contract.transport.conformance.wrong_agents import (
    CALLS,
    OF_GRPC,
    OF_REST,
    OF_RPC,
    OFFERS,
    WRONG,
)
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import listening, served
from tests.patience import PATIENCE
from transport.conformance.rules import RULES, finding
from transport.conformance.webhook import Webhook

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

WAITED = {"answer.time": 0.5, "stream.silent": 0.5}
"""Seconds until what never comes is given up; others may be given up as well."""


async def checked(url: str, profile: Path, *bindings: str, **more: Any) -> list[ProbeResult]:
    found = await RemoteAgents(profile).check(
        url,
        **{
            "messages": ("Hello", "wait"),
            "seconds": 20.0,
            "bindings": frozenset(bindings),
            "webhook": "https://example.com/hook",
            "tell": lambda result: None,
            **more,
        },
    )
    return list(found)


def rules_of(results: list[ProbeResult]) -> set[str]:
    return {one.rule for result in results for one in result.findings}


def agents_of(binding: str) -> dict[str, tuple[str, Faults]]:
    return WRONG | (OF_RPC if binding == "JSONRPC" else OF_REST)


CASES = [(binding, name) for binding in ("JSONRPC", "HTTP+JSON") for name in agents_of(binding)]


@pytest.mark.parametrize(("binding", "name"), CASES)
async def test_each_fault_is_caught(profile: Path, binding: str, name: str) -> None:
    rule, faults = agents_of(binding)[name]
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, binding, seconds=WAITED.get(rule, 2.0))
    assert rule in rules_of(results)
    for clause in (one.clause for result in results for one in result.findings):
        assert clause[0].isdigit() or clause.startswith("A.")


def test_no_rule_is_without_a_wrong_agent() -> None:
    named = {rule for of in (WRONG, OF_RPC, OF_REST, OF_GRPC, CALLS) for rule, _ in of.values()}
    assert named | {one[-1] for one in OFFERS} == RULES.keys()


@pytest.mark.parametrize("name", [*CALLS, ""])
async def test_each_wrong_call_of_a_webhook_is_caught(name: str) -> None:
    rule, changes = CALLS.get(name, ("", {}))
    sound = {
        "content-type": "application/json",
        "x-a2a-notification-token": "t",
        "authorization": "Bearer c",
    }
    found: list[WebhookCall] = []
    hook = Webhook("t", found.append, credentials="c")
    async with listening(hook) as base, httpx.AsyncClient(timeout=PATIENCE) as client:
        status = {"state": "TASK_STATE_COMPLETED"}
        body = {"statusUpdate": {"taskId": "t", "contextId": "c", "status": status}}
        await client.post(base, headers=sound | changes, content=json.dumps(body))
    assert [one.rule for one in found[0].findings] == [rule] * bool(rule)


async def test_no_fault_is_found_in_a_sound_agent(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()
    assert {one.outcome for one in results} == {"passed", "skipped"}
    assert sum(one.outcome == "passed" for one in results) >= 28


def otherwise(change: Callable[[bytes], bytes]) -> Faults:
    """Write the bytes of streams in another sound way."""

    def http(method: str, response: Http) -> Http:
        if response.kind != "text/event-stream":
            return response
        text = b"".join(one for one in response.chunks if isinstance(one, bytes))
        return response._replace(chunks=[change(text)])

    return Faults(http=http)


@pytest.mark.parametrize(
    "faults",
    [
        otherwise(lambda text: text.replace(b"\n", b"\r")),
        otherwise(lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
        otherwise(
            lambda text: b": ping\n\nretry: 1\n\n" + text.replace(b"data: ", b"id: 1\ndata:")
        ),
    ],
)
async def test_a_stream_is_sound_however_its_lines_end(profile: Path, faults: Faults) -> None:
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()


async def test_moments_are_compared_not_their_texts(profile: Path) -> None:
    class WithoutZeros(PlainAgent):
        """Every second moment is a whole one, and none has more digits than it needs."""

        def _enter(self, task: Json, state: str, **more: Any) -> None:
            super()._enter(task, state, **more)
            self._clock += 1
            whole, half = divmod(self._clock // 2, 2)
            stamp = f"2026-11-27T12:{whole // 60:02}:{whole % 60:02}{'.5' if half else ''}Z"
            task["status"]["timestamp"] = stamp

        def _newest(self, task: Json) -> Any:
            return datetime.fromisoformat(task["status"]["timestamp"])

    agent = WithoutZeros()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()


@pytest.mark.parametrize(("capabilities", "method", "was", "rule"), OFFERS)
async def test_what_the_card_does_not_offer_is_refused(
    profile: Path, capabilities: Json, method: str, was: str, rule: str
) -> None:
    for faults, found in ((Faults(), set()), (takes(method, None, was), {rule})):
        agent = PlainAgent(faults, **capabilities)
        async with listening(agent) as agent.base:
            assert rules_of(await checked(agent.base, profile)) & {rule} == found


async def test_our_own_server_is_sound(profile: Path) -> None:
    async def answers(turn: Turn) -> None:
        await turn.updater.start_work()
        if turn.text == "wait":
            await turn.ask("For what?")
            return
        await turn.say("one ")
        await turn.say("two", append=True)
        await turn.updater.complete()

    async with served(answers) as at:
        results = await checked(f"{at.base}/scripted", profile)
    assert rules_of(results) == set()
    assert sum(one.outcome == "passed" for one in results) >= 25


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_an_interface_that_answers_nothing_is_told(profile: Path, binding: str) -> None:
    faults = Faults(http=lambda m, r: r if m == "card" else r._replace(chunks=[9.0]))
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, binding, messages=("Hello",), seconds=0.5)
    assert {one.rule for one in results[-1].findings} == {"card.interface"}
    assert results[-1].outcome == "failed"


@pytest.mark.parametrize("body", [b"", b'{"error":{"code":401,"message":"no"}}', b"<html>"])
async def test_an_agent_that_lets_nobody_in_is_not_accused_of_more(
    profile: Path, body: bytes
) -> None:
    def barred(method: str, response: Http) -> Http:
        return response if method == "card" else response._replace(status=401, chunks=[body])

    agent = PlainAgent(Faults(http=barred))
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == {"card.interface"}
    outcomes = [one.outcome for one in results if "HTTP+JSON" in one.interface]
    assert outcomes == ["skipped"] * (len(outcomes) - 1) + ["failed"]


async def test_who_hangs_up_comes_to_an_end(profile: Path) -> None:
    async def hangs_up(scope: Any, receive: Any, send: Any) -> None:
        raise ConnectionResetError

    async with listening(hangs_up) as base:
        results = await checked(base, profile)
    assert [one.outcome for one in results] == ["failed"]


def test_nobody_there_has_an_exit_code_of_its_own(profile: Path) -> None:
    assert main(["check", "http://127.0.0.1:1", "--profile", str(profile)]) == 3


async def test_a_binding_is_named_in_any_case_and_must_be_there(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, "http+json", messages=("Hello",))
        assert {one.interface.split(" ")[0] for one in results} == {"card", "HTTP+JSON"}
        asked = agent.asked
        code = await asyncio.to_thread(
            main, ["check", agent.base, "--binding", "REST", "--profile", str(profile)]
        )
    assert (code, agent.asked) == (2, asked)


@pytest.mark.parametrize("wrong", [("--known", "list.oder"), ("--out", "no/such/folder")])
async def test_what_cannot_be_used_is_found_before_anything_is_sent(
    profile: Path, wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        given = ["check", agent.base, "--profile", str(profile), *wrong]
        assert await asyncio.to_thread(main, given) == 2
    assert agent.asked == 0
    assert wrong[1] in capsys.readouterr().err


async def test_reports_hold_what_was_found(profile: Path) -> None:
    faults = first_of("statusUpdate", put(contextId="<evil>\x1b[2J&"))
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, "JSONRPC")
    text = as_text(results, "x")
    assert "A2A 4.2.1 MUST stream.context_id" in text
    assert "\x1b" not in text
    lines = [json.loads(line) for line in as_json_lines(results, "x").splitlines()]
    assert {line["interface"] for line in lines} == {one.interface for one in results}
    found = [one for line in lines for one in line["findings"]]
    assert {"stream.context_id"} <= {one["rule"] for one in found}
    suites = ElementTree.fromstring(as_junit(results, "x"))
    failures = suites.findall(".//failure")
    assert "stream.context_id" in {one.get("type") for one in failures}
    assert sum(int(one.get("tests") or 0) for one in suites) == len(results)
    assert "failed" in {one.outcome for one in results}
    every = frozenset(one["rule"] for one in found)
    left = [held(one, every, strict=True) for one in results]
    assert {one.outcome for one in left} <= {"passed", "skipped"}
    assert [held(one, frozenset({"card.found"}), strict=False) for one in results] == results


def test_what_should_be_is_remarked_and_fails_only_a_strict_check() -> None:
    found = finding("version.metadata", "x")
    remarked = ProbeResult(probe="p", interface="GRPC x", outcome="remarked", findings=(found,))
    assert held(remarked, frozenset(), strict=False) == remarked
    assert held(remarked, frozenset(), strict=True).outcome == "failed"
    assert "  ! p\n      A2A 10.2 SHOULD version.metadata" in as_text([remarked], "x")
    [suite] = ElementTree.fromstring(as_junit([remarked], "x"))
    assert (suite.get("failures"), suite.find(".//failure")) == ("0", None)
    assert "10.2" in str(suite.findtext(".//system-out"))


@asynccontextmanager
async def sample_agent() -> AsyncIterator[str]:
    """Serve the SDK's sample in a process of its own, for it leaves tasks behind; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("sdk_sample.py")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            yield (await process.stdout.readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


async def test_the_sdks_own_server_is_sound_over_each_binding(profile: Path) -> None:
    async with sample_agent() as base:
        results = await checked(base, profile)
    assert {one.outcome for one in results} <= {"passed", "remarked", "skipped"}
    found = [(r.interface.split(" ")[0], one.rule) for r in results for one in r.findings]
    # The SDK's server of gRPC does not look at the version that is asked for.
    assert found == ([("GRPC", "version.metadata")] if grpc_wire.HERE else [])
    interfaces = {one.interface.split(" ")[0] for one in results}
    assert interfaces >= {"card", "JSONRPC", "HTTP+JSON"}
    assert ("GRPC" in interfaces) == grpc_wire.HERE
