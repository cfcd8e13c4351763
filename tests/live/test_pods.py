"""The shipped scraping of pods, as Prometheus does it, and the alert when one of them is gone."""

import asyncio
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.live.servers import NoServer
from tests.live.test_alerts import SHIPPED, Prometheus, program
from tests.patience import PATIENCE

pytestmark = [pytest.mark.live, pytest.mark.anyio]

MANIFESTS = SHIPPED.parent / "kubernetes"
POD = "__meta_kubernetes_pod_"


def shipped_job(pods: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the shipped job, which is told of these pods by hand."""
    [job] = yaml.safe_load((SHIPPED / "prometheus-pods.yaml").read_text("utf-8"))["scrape_configs"]
    assert job.pop("kubernetes_sd_configs") == [{"role": "pod"}]
    told: dict[str, Any] = {**job, "static_configs": pods}
    return told


def discovered(manifest: Path) -> list[dict[str, Any]]:
    """Return what Kubernetes would tell of a pod: each port, and what has none (init containers).

    https://prometheus.io/docs/prometheus/latest/configuration/configuration/#pod
    """
    template = next(yaml.safe_load_all(manifest.read_text("utf-8")))["spec"]["template"]
    said = {
        "__meta_kubernetes_namespace": "desks",
        f"{POD}name": f"{manifest.stem}-0",
        f"{POD}phase": "Running",
        f"{POD}label_app": template["metadata"]["labels"]["app"],
    }
    for name, value in template["metadata"]["annotations"].items():
        said[f"{POD}annotation_{name.replace('.', '_').replace('/', '_')}"] = value
    found = []
    for group in ("initContainers", "containers"):
        for one in template["spec"].get(group, ()):
            for port in one.get("ports", [{"containerPort": ""}]):
                number = str(port["containerPort"])
                labels = {**said, f"{POD}container_port_number": number}
                found.append({"targets": [f"127.0.0.1:{number or 1}"], "labels": labels})
    return found


async def test_each_pod_of_the_manifests_is_one_target_by_its_name(tmp_path: Path) -> None:
    found = [pod for file in sorted(MANIFESTS.glob("*.yaml")) for pod in discovered(file)]
    over = [
        {"targets": [f"127.0.0.1:{port}"], "labels": {**pod["labels"], **changed}}
        for pod in found
        for port, changed in ((2, {f"{POD}phase": "Succeeded"}), (3, {f"{POD}label_app": "x"}))
    ]
    with ExitStack() as stack:
        prometheus = Prometheus(tmp_path, job=shipped_job(found + over))
        try:
            await asyncio.to_thread(prometheus.__enter__)
        except NoServer as reason:
            pytest.skip(str(reason))
        stack.callback(prometheus.stop)
        async with asyncio.timeout(PATIENCE):
            while not (targets := (await prometheus.ask("targets"))["activeTargets"]):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
    assert sorted((one["labels"]["job"], one["labels"]["instance"]) for one in targets) == [
        ("balance-desk-agents", "agents-0"),
        ("balance-desk-conversations", "conversations-0"),
        ("balance-desk-gateway", "gateway-0"),
    ]
    assert {one["labels"]["namespace"] for one in targets} == {"desks"}


def test_servers_that_vanish_are_told_and_those_that_are_replaced_are_not(tmp_path: Path) -> None:
    def up(job: str, instance: str, values: str) -> dict[str, str]:
        return {"series": f'up{{job="balance-desk-{job}",instance="{instance}"}}', "values": values}

    def expected(job: str) -> dict[str, Any]:
        summary = f"there are fewer servers of balance-desk-{job} than in the hour before"
        return {
            "exp_labels": {"severity": "page", "job": f"balance-desk-{job}"},
            "exp_annotations": {"summary": summary},
        }

    every = [
        up("agents", "0", "1x400"),
        up("agents", "1", "1x299 stale"),  # gone after 75 minutes
        up("conversations", "0", "1x299 stale"),
        up("conversations", "1", "1x299 stale"),
        up("gateway", "a", "1x280 stale"),  # replaced, with one more meanwhile
        up("gateway", "b", "1x290 stale"),
        up("gateway", "c", "_x278 1x120"),
        up("gateway", "d", "_x288 1x110"),
    ]
    told = [
        {"eval_time": "74m", "alertname": "BalanceDeskMissing", "exp_alerts": []},
        *(
            {
                "eval_time": at,
                "alertname": "BalanceDeskMissing",
                "exp_alerts": [expected("agents"), expected("conversations")],
            }
            for at in ("78m", "95m")
        ),
    ]
    case = {"interval": "15s", "input_series": every, "alert_rule_test": told}
    rules = {"rule_files": [str(SHIPPED / "alerts.yaml")], "tests": [case]}
    (tmp_path / "test.yaml").write_text(yaml.safe_dump(rules))
    command = [program("promtool"), "test", "rules", str(tmp_path / "test.yaml")]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
