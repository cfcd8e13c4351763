"""The alerts and the dashboard that are shipped, evaluated over running servers by Prometheus."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
import yaml
from aiokafka import AIOKafkaProducer

from app.conversations.protocol.queue_names import REQUESTS, STORE
from app.conversations.service.queues.redis_queues import RedisQueues
from tests.contract.transport.serving import collect, say
from tests.e2e.serving.test_gateway_operations import operations_of
from tests.e2e.serving.test_serve import ROOT
from tests.live.servers import Server
from tests.live.test_operations import Running, running  # noqa: F401
from tests.patience import PATIENCE
from transport.connect import connect
from transport.kafka.names import requests_topic

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SHIPPED = ROOT / "packaging" / "operations"
SCHEMA = ROOT / "tests" / "fixtures" / "grafana-dashboard.schema.json"

LABELS = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)")
MATCHERS = re.compile(r"{([^}]*)}")
NO_NAMES = re.compile(rf"{LABELS.pattern}|{MATCHERS.pattern}|\[[^]]*\]")
NAME = re.compile(r"\b[a-zA-Z_:][\w:]*\b(?!\s*\()")
GROWS = re.compile(r"\bincrease\(([^[]+)\[")
WORDS = {"and", "or", "unless", "bool", "offset"}
# Of Prometheus' prober: https://github.com/prometheus/blackbox_exporter
PROBED = {"probe_success", "probe_ssl_earliest_cert_expiry"}


def program(name: str) -> str:
    """Return where a program of Prometheus is."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install prometheus)")
    return found


def rules() -> dict[str, Any]:
    """Return the file of alerts."""
    found: dict[str, Any] = yaml.safe_load((SHIPPED / "alerts.yaml").read_text("utf-8"))
    return found


def alerts() -> dict[str, str]:
    """Return the expression of each alert."""
    return {rule["alert"]: rule["expr"] for group in rules()["groups"] for rule in group["rules"]}


def panels() -> Iterator[tuple[str, str]]:
    """Yield title and expression of everything that panels of the dashboard ask for."""
    board = json.loads((SHIPPED / "dashboard.json").read_text("utf-8"))
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


def names_in(expression: str) -> set[str]:
    """Return the figures that an expression asks for."""
    return set(NAME.findall(NO_NAMES.sub(" ", expression))) - WORDS


def labels_in(expression: str) -> set[str]:
    """Return the labels that an expression groups or chooses by."""
    grouped = {one.strip() for some in LABELS.findall(expression) for one in some.split(",")}
    chosen = {
        one for some in MATCHERS.findall(expression) for one in re.findall(r"(\w+)\s*[=!]", some)
    }
    return grouped | chosen


class Prometheus(Server):
    """Prometheus with the shipped rules, which wait for a second where they would for minutes."""

    def __init__(self, folder: Path, *targets: str, job: dict[str, Any] | None = None) -> None:
        """It asks these servers for their figures, and what a `job` says instead."""
        super().__init__(folder)
        named = [target.removeprefix("http://") for target in targets]
        own = {"job_name": "balance-desk", "static_configs": [{"targets": named}]}
        self._job = own if job is None else job

    def prepare(self) -> None:
        found = rules()
        for group in found["groups"]:
            for rule in group["rules"]:
                if "for" in rule:
                    rule["for"] = "1s"
        (self.folder / "rules.yml").write_text(yaml.safe_dump(found))
        # As patient with a server as Prometheus is by default.
        every = {"scrape_interval": "10s", "scrape_timeout": "10s", "evaluation_interval": "1s"}
        config = {"global": every, "rule_files": ["rules.yml"], "scrape_configs": [self._job]}
        (self.folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        self.command = [program("prometheus"), f"--config.file={self.folder / 'prometheus.yml'}"]
        self.command += [f"--storage.tsdb.path={self.folder / 'data'}"]
        self.command += [f"--web.listen-address=127.0.0.1:{self.port}"]

    def ready(self) -> bool:
        """Return whether it answers, which it does some time after it takes connections."""
        try:
            address = f"http://127.0.0.1:{self.port}/-/ready"
            return httpx.get(address, timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    async def ask(self, path: str, **parameters: str) -> Any:
        """Return what its API answers (https://prometheus.io/docs/prometheus/latest/querying/api/)."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            url = f"http://127.0.0.1:{self.port}/api/v1/{path}"
            told = (await http.get(url, params=parameters)).json()
        assert told["status"] == "success", (parameters, told)
        return told["data"]

    async def all_scraped(self) -> None:
        """Wait until every server has told its figures."""
        async with asyncio.timeout(PATIENCE):
            while True:
                targets = (await self.ask("targets"))["activeTargets"]
                if {one["health"] for one in targets} == {"up"}:
                    return
                await asyncio.sleep(0.2)

    async def all_evaluated(self) -> dict[str, str]:
        """Wait until every rule was evaluated from now on; return the errors, by alert."""
        before: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE):
            while True:
                groups = (await self.ask("rules"))["groups"]
                found = {rule["name"]: rule for group in groups for rule in group["rules"]}
                before = before or {name: rule["lastEvaluation"] for name, rule in found.items()}
                if all(rule["lastEvaluation"] != before[name] for name, rule in found.items()):
                    return {name: rule.get("lastError", "") for name, rule in found.items()}
                await asyncio.sleep(0.2)

    async def exported(self) -> set[str]:
        """Return the names of figures: those there are, and those of which none was counted yet."""
        known = set(await self.ask("label/__name__/values"))
        for one in await self.ask("targets/metadata"):
            parts = ("_bucket", "_sum", "_count") if one["type"] == "histogram" else ("",)
            known |= {one["metric"] + part for part in parts}
        return known

    async def labels(self, name: str) -> set[str]:
        """Return the labels of a figure, none where nothing was counted."""
        series = await self.ask("series", **{"match[]": name})
        return {label for one in series for label in one}

    async def fires(self, alert: str, **labels: str) -> None:
        """Wait until an alert fires that has these labels."""
        async with asyncio.timeout(PATIENCE):
            while not await self.firing(alert, **labels):  # noqa: ASYNC110
                await asyncio.sleep(0.2)

    async def ends(self, alert: str, **labels: str) -> None:
        """Wait until an alert that has these labels fires no longer."""
        async with asyncio.timeout(PATIENCE):
            while await self.firing(alert, **labels):  # noqa: ASYNC110
                await asyncio.sleep(0.2)

    async def firing(self, alert: str, **labels: str) -> bool:
        """Return whether it fires."""
        found = (await self.ask("alerts"))["alerts"]
        wanted = {"alertname": alert, **labels}.items()
        return any(one["state"] == "firing" and wanted <= one["labels"].items() for one in found)


async def test_rules_and_panels_over_running_servers(
    running: Running,  # noqa: F811
    tmp_path: Path,
) -> None:
    base, redis = running.base, running.redis
    async with AsyncExitStack() as stack:
        address = f"kafka://{running.broker.bootstrap}/paced"
        arguments = ("gateway", "--from", address, "--http", "127.0.0.1:0")
        gateway = await stack.enter_async_context(operations_of(*arguments))
        link = await connect(f"{base}/paced")
        await collect(link.send(say("2")))
        await link.aclose()
        prometheus = Prometheus(tmp_path / "prometheus", base, running.service.url, gateway)
        await asyncio.to_thread(prometheus.__enter__)
        stack.callback(prometheus.stop)
        await prometheus.all_scraped()

        asked = [*alerts().items(), *panels()]
        # Rules are evaluated, and what rules and panels ask for is there.
        assert await prometheus.all_evaluated() == dict.fromkeys(alerts(), "")
        exported = PROBED | await prometheus.exported()
        for of, expression in asked:
            await prometheus.ask("query", query=expression)
            names = names_in(expression)
            assert names, of
            assert names <= exported, (of, names - exported)
        # What grows from nothing is no growth: it is there before anything was counted.
        for of, expression in alerts().items():
            for grows in GROWS.findall(expression):
                assert (await prometheus.ask("query", query=grows))["result"], (of, grows)

        # What is really broken is told.
        letters, refused = "BalanceDeskDeadLetters", "BalanceDeskKafkaDeadLetters"
        for alert in (letters, refused):
            assert not await prometheus.firing(alert)
        queues = RedisQueues(redis.url)
        await queues.put(STORE, b"{")
        await queues.aclose()
        producer = AIOKafkaProducer(bootstrap_servers=running.broker.bootstrap)
        await producer.start()
        await producer.send_and_wait(requests_topic("paced"), b"{", key=b"odd")
        await producer.stop()
        await prometheus.fires(letters, queue=str(REQUESTS[STORE]))
        await prometheus.fires(refused, agent="paced")
        await asyncio.to_thread(redis.kill)
        await prometheus.fires("BalanceDeskNotReady", check="queues")
        await asyncio.to_thread(redis.start)
        running.agents.kill()
        await prometheus.fires("BalanceDeskDown", instance=base.removeprefix("http://"))
        await prometheus.ends("BalanceDeskNotReady", check="queues")

        # Of what was counted by now, the labels are known, too.
        for of, expression in asked:
            series = [await prometheus.labels(name) for name in names_in(expression)]
            if all(series):
                assert labels_in(expression) <= set().union(*series), of


@pytest.mark.parametrize(
    ("kind", "file"),
    [(("rules", "--lint-fatal"), "alerts.yaml"), (("config",), "prometheus.yaml")],
    ids=["alerts", "prometheus"],
)
def test_what_prometheus_is_given_is_sound(kind: tuple[str, ...], file: str) -> None:
    command = [program("promtool"), "check", *kind, str(SHIPPED / file)]
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


def test_the_dashboard_is_one_that_grafana_takes() -> None:
    board = json.loads((SHIPPED / "dashboard.json").read_text("utf-8"))
    jsonschema.validate(board, json.loads(SCHEMA.read_text("utf-8")))
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
