"""`balance-desk check`: an agent held against the specification, told as text, JSON or JUnit."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from xml.etree import ElementTree

from app.commands.protocol.check_arguments import messages_of
from app.connections.access_arguments import access_of
from app.connections.remote_agents import RemoteAgents
from app.domain.conformance import Finding, ProbeResult, outcome_of
from app.errors import BadFile, BadInput, cause_of
from app.system.shutdown import run_to_end
from app.terminal.plain_text import lines_printable, printable

_MARKS = {"passed": "✓", "remarked": "!", "failed": "✗", "skipped": "–"}
_LONGEST = 300
EXIT_OK, EXIT_BROKEN = 0, 1


def run(given: argparse.Namespace, profile: Path) -> int:
    """Check an agent and return the exit code; raises `DeskError`."""
    if not given.timeout:
        raise BadInput("--timeout must be more than 0: a check comes to an end.", key="bad_seconds")
    known = _known(given.known)
    if given.out is not None:
        _try(given.out)
    remote = RemoteAgents(profile, access=access_of(given))
    text = given.format == "text" and given.out is None
    results: list[ProbeResult] = []

    show = _live(_write) if text else _progress

    async def check() -> int:
        found = await remote.check(
            given.agent,
            messages=messages_of(given),
            seconds=given.timeout,
            bindings=frozenset(given.binding or ()),
            webhook=given.webhook,
            tell=lambda result: show(held(result, known, strict=given.strict)),
        )
        results.extend(held(one, known, strict=given.strict) for one in found)
        write = {"text": as_text, "json": as_json_lines, "junit": as_junit}[given.format]
        report = summary(results) if text else write(results, given.agent)
        if given.out is not None:
            await asyncio.to_thread(_save, given.out, report)
        else:
            _write(report)
        return EXIT_BROKEN if any(one.outcome == "failed" for one in results) else EXIT_OK

    return run_to_end(check())


def held(result: ProbeResult, known: frozenset[str], *, strict: bool) -> ProbeResult:
    """Return a result without departures from rules that are known to be broken.

    In a `strict` check what should be is held to as what must be.
    """
    if result.outcome == "skipped":
        return result
    left = tuple(one for one in result.findings if one.rule not in known)
    return result.model_copy(update={"findings": left, "outcome": outcome_of(left, strict=strict)})


def as_text(results: Sequence[ProbeResult], agent: str) -> str:
    """Return the report as it is read by people."""
    lines: list[str] = []
    tell = _live(lines.append)
    for result in results:
        tell(result)
    return "".join(lines) + summary(results)


def summary(results: Sequence[ProbeResult]) -> str:
    """Return how many probes came to what, and how many rules were broken."""
    counts = {one: sum(r.outcome == one for r in results) for one in _MARKS}
    found = [one for result in results for one in result.findings]
    rules = {one.rule for one in found}
    must = sum(one.level == "must" for one in found)
    return (
        f"\n{counts['passed']} passed, {counts['remarked']} with remarks,"
        f" {counts['failed']} failed, {counts['skipped']} skipped;"
        f" departures: {len(found)}, rules broken: {len(rules)}"
        + (f" ({must} from what MUST be)" if found else "")
        + "\n"
    )


def as_json_lines(results: Sequence[ProbeResult], agent: str) -> str:
    """Return one JSON object for each probe and line."""
    return "".join(
        json.dumps({"agent": agent, **one.model_dump(mode="json")}, ensure_ascii=False) + "\n"
        for one in results
    )


def as_junit(results: Sequence[ProbeResult], agent: str) -> str:
    """Return a document of JUnit: an interface is a suite, a probe a case."""
    root = ElementTree.Element("testsuites", name=_xml(f"A2A {agent}"))
    for interface in dict.fromkeys(one.interface for one in results):
        mine = [one for one in results if one.interface == interface]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_xml(interface),
            tests=str(len(mine)),
            failures=str(sum(one.outcome == "failed" for one in mine)),
            skipped=str(sum(one.outcome == "skipped" for one in mine)),
            time=f"{sum(one.seconds for one in mine):.3f}",
        )
        for one in mine:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                name=one.probe,
                classname=_xml(interface),
                time=f"{one.seconds:.3f}",
            )
            if one.outcome == "skipped":
                ElementTree.SubElement(case, "skipped", message=_xml(one.reason))
            elif one.findings:
                told = ElementTree.SubElement(
                    case, "failure" if one.outcome == "failed" else "system-out"
                )
                if one.outcome == "failed":
                    told.set("type", one.findings[0].rule)
                    told.set("message", _xml(one.findings[0].text))
                told.text = _xml("\n".join(map(_sentence, one.findings)))
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _live(write: Callable[[str], object]) -> Callable[[ProbeResult], None]:
    """Return what tells results as they come, under the name of their interface."""
    shown = ""

    def tell(result: ProbeResult) -> None:
        nonlocal shown
        if result.interface != shown:
            shown = result.interface
            write(f"\n{printable(shown)}\n")
        write("".join(f"{line}\n" for line in _lines(result)))

    return tell


def _lines(result: ProbeResult) -> Iterator[str]:
    reason = f" ({printable(result.reason)})" if result.reason else ""
    yield f"  {_MARKS[result.outcome]} {result.probe}{reason}"
    for one in result.findings:
        yield f"      {_sentence(one)}"


def _sentence(found: Finding) -> str:
    seen = f": {printable(found.seen)[:_LONGEST]}" if found.seen else ""
    where = printable(found.where)
    return f"A2A {found.clause} {found.level.upper()} {found.rule}: {found.text} [{where}{seen}]"


def _progress(result: ProbeResult) -> None:
    sys.stderr.write(f"{_MARKS[result.outcome]} {result.probe}\n")


def _xml(text: str) -> str:
    """Return text without what XML cannot hold."""
    return lines_printable(text)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _known(rules: Sequence[str]) -> frozenset[str]:
    from transport.conformance.rules import RULES

    for rule in rules:
        if rule not in RULES:
            near = ", ".join(get_close_matches(rule, RULES))
            more = f" Did you mean {near}?" if near else ""
            raise BadInput(f"--known: there is no rule {rule!r}.{more}")
    return frozenset(rules)


def _try(path: Path) -> None:
    """Find out whether a file can be written, before anything is sent."""
    if path.is_fifo():  # whoever reads it would take this for the report
        return
    with _written(path):
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()


def _save(path: Path, text: str) -> None:
    with _written(path):
        path.write_text(text, "utf-8")


@contextmanager
def _written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadFile(f"{path} could not be written: {cause_of(error)}.") from error
