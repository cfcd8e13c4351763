"""What is shipped for operators knows the figures that running servers tell."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.contract.transport.serving import collect, say
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.e2e.serving.test_serve import ROOT, serving
from tests.live.kafka.brokers import Broker
from tests.live.servers import NoServer, Redis, free_port
from tests.patience import PATIENCE
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SHIPPED = ROOT / "packaging" / "operations"
NAME = re.compile(r"\bbalance_desk_[a-z_]+")


def wanted() -> set[str]:
    """Return the figures that alerts and the dashboard ask for."""
    rules = yaml.safe_load((SHIPPED / "alerts.yaml").read_text("utf-8"))
    board = json.loads((SHIPPED / "dashboard.json").read_text("utf-8"))
    asked = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return {name for one in asked for name in NAME.findall(one)}


def told(text: str) -> dict[str, list[tuple[str, float]]]:
    """Return the figures of an exposition: labels and value, by name; its form is checked too."""
    if promtool := shutil.which("promtool"):
        # Its words on style are no errors; those have the code 1.
        checked = subprocess.run(
            [promtool, "check", "metrics"], input=text, text=True, capture_output=True
        )
        assert checked.returncode != 1, checked.stderr
    found: dict[str, list[tuple[str, float]]] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE"):
            found.setdefault(line.split()[2], [])
        elif not line.startswith("#"):
            match = re.fullmatch(r"([a-z_]+)(?:\{(.*)\})? (\S+)", line)
            assert match, line
            found.setdefault(match[1], []).append((match[2] or "", float(match[3])))
    for name in list(found):
        for part in ("_bucket", "_sum", "_count"):
            found.setdefault(name + part, [])
    return found


async def figures(base: str) -> dict[str, list[tuple[str, float]]]:
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answer = await http.get(f"{base}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return told(answer.text)


async def until(base: str, name: str, labels: str, value: float) -> None:
    """Wait until a figure has a value."""
    async with asyncio.timeout(PATIENCE):
        while (labels, value) not in (await figures(base)).get(name, []):  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def test_alerts_and_dashboard_know_what_servers_tell(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        broker, redis = Broker(tmp_path / "kafka"), Redis(tmp_path / "redis")
        broker.__enter__()
        redis.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    database = new_database()
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    operations = f"127.0.0.1:{free_port()}"
    more = ("--kafka", broker.bootstrap, "--database", database, "--operations", operations)
    try:
        service = ConversationProcess(tmp_path / "service", "--redis", redis.url)
        with serving(tmp_path, *more) as (base, _, log), service:
            link = await connect(f"{base}/paced")
            await collect(link.send(say("2")))
            await link.aclose()
            agent = await figures(base)
            assert agent.keys() == (await figures(f"http://{operations}")).keys()
            book = await figures(service.url)
            missing = wanted() - agent.keys() - book.keys()
            assert not missing
            answered = dict(agent["balance_desk_agent_requests_total"])
            assert answered['agent="paced",status="200"'] >= 1
            assert sum(count for _, count in agent["balance_desk_database_commits_total"]) > 2
            assert ('check="kafka:paced"', 1) in agent["balance_desk_ready"]
            assert ('check="queues"', 1) in book["balance_desk_ready"]
            queue = 'queue="conversation_service.medium.message.store"'
            assert (queue, 0) in book["balance_desk_queue_waiting"]
            # What is away is seen in both, and that it is there again.
            await asyncio.to_thread(broker.kill)
            await asyncio.to_thread(redis.kill)
            await until(base, "balance_desk_ready", 'check="kafka:paced"', 0)
            await until(service.url, "balance_desk_ready", 'check="queues"', 0)
            async with httpx.AsyncClient(timeout=PATIENCE) as http:
                answer = await http.get(f"{base}/ready")
                assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "ok")
                assert (await http.get(f"{base}/health")).status_code == 200
            await asyncio.to_thread(broker.start)
            await asyncio.to_thread(redis.start)
            await until(base, "balance_desk_ready", 'check="kafka:paced"', 1)
            await until(service.url, "balance_desk_ready", 'check="queues"', 1)
            lines = [json.loads(line) for line in log.read_text().splitlines()]
            assert all({"at", "level", "logger", "event"} <= line.keys() for line in lines)
    finally:
        redis.stop()
        broker.kill()


@pytest.mark.parametrize(
    ("kind", "file"),
    [(("rules", "--lint-fatal"), "alerts.yaml"), (("config",), "prometheus.yaml")],
    ids=["alerts", "prometheus"],
)
def test_what_prometheus_is_given_is_sound(kind: tuple[str, ...], file: str) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed (Debian: apt-get install prometheus)")
    command = [promtool, "check", *kind, str(SHIPPED / file)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_prometheus_asks_for_probes_that_there_are() -> None:
    settings = yaml.safe_load((SHIPPED / "prometheus.yaml").read_text("utf-8"))
    probes = yaml.safe_load((SHIPPED / "blackbox.yaml").read_text("utf-8"))
    asked = {
        target["labels"]["__param_module"]
        for job in settings["scrape_configs"]
        for target in job["static_configs"]
        if "labels" in target
    }
    assert asked == probes["modules"].keys()


@pytest.mark.parametrize(
    ("alert", "series", "severity", "labels", "summary"),
    [
        (
            "BalanceDeskClock",
            {
                'balance_desk_time_seconds{instance="a"}': "0+15x40",
                'balance_desk_time_seconds{instance="b"}': "3600+15x40",
            },
            "page",
            {"instance": "b"},
            "the clock of b is not that of Prometheus",
        ),
        (
            "BalanceDeskErrors",
            {
                'balance_desk_log_lines_total{instance="a",level="error"}': "0x12 1x30",
                'balance_desk_log_lines_total{instance="a",level="warning"}': "0+1x40",
                'balance_desk_log_lines_total{instance="b",level="error"}': "7x40",
            },
            "page",
            {"instance": "a", "level": "error"},
            "a has errors in its log",
        ),
        (
            "BalanceDeskFailures",
            {
                'balance_desk_conversations_requests_total{job="j",status="200"}': "0+15x40",
                'balance_desk_conversations_requests_total{job="j",status="503"}': "0+1x40",
            },
            "page",
            {"job": "j"},
            "more than 1 % of the requests to the conversation service fail",
        ),
        (
            "BalanceDeskUnreachable",
            {
                'probe_success{instance="a",job="balance-desk-outside"}': "0x40",
                'probe_success{instance="b",job="balance-desk-outside"}': "1x40",
            },
            "page",
            {"instance": "a", "job": "balance-desk-outside"},
            "clients cannot reach a",
        ),
        (
            "BalanceDeskCertificate",
            {
                'probe_ssl_earliest_cert_expiry{instance="a",job="balance-desk"}': "86700x40",
                'probe_ssl_earliest_cert_expiry{instance="b",job="balance-desk"}': "2592000x40",
            },
            "ticket",
            {"instance": "a", "job": "balance-desk"},
            "a certificate of a ends in 1d 0h 0m 0s",
        ),
    ],
    ids=["clock", "errors", "failures", "unreachable", "certificate"],
)
def test_an_alert_comes_within_five_minutes(
    tmp_path: Path,
    alert: str,
    series: dict[str, str],
    severity: str,
    labels: dict[str, str],
    summary: str,
) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed (Debian: apt-get install prometheus)")
    expected = {
        "exp_labels": {"severity": severity, **labels},
        "exp_annotations": {"summary": summary},
    }
    case = {
        "interval": "15s",
        "input_series": [{"series": name, "values": said} for name, said in series.items()],
        "alert_rule_test": [
            {"eval_time": "5m", "alertname": alert, "exp_alerts": [expected]},
        ],
    }
    rules = {"rule_files": [str(SHIPPED / "alerts.yaml")], "tests": [case]}
    (tmp_path / "test.yaml").write_text(yaml.safe_dump(rules))
    command = [promtool, "test", "rules", str(tmp_path / "test.yaml")]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    board = json.loads((SHIPPED / "dashboard.json").read_text("utf-8"))
    panels: list[dict[str, Any]] = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = {
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in panels
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    }
    assert len(taken) == sum(one["gridPos"]["w"] * one["gridPos"]["h"] for one in panels)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in panels)
