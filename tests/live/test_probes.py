"""The shipped probes, as Prometheus' own prober makes them, of a proxy whose certificate ends."""

import asyncio
import shutil
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.live.kafka.certificates import Authority
from tests.live.nginx import Nginx
from tests.live.servers import NoServer, Server
from tests.live.test_alerts import SHIPPED, Prometheus
from tests.live.test_proxy import Behind
from transport.server.http_server import HttpServer

pytestmark = [pytest.mark.live, pytest.mark.anyio]


class Prober(Server):
    """Prometheus' blackbox_exporter with the shipped file."""

    def prepare(self) -> None:
        binary = shutil.which("prometheus-blackbox-exporter") or shutil.which("blackbox_exporter")
        if binary is None:
            raise NoServer(
                "blackbox_exporter is not installed (Debian: apt-get install"
                " prometheus-blackbox-exporter)"
            )
        self.command = [binary, f"--config.file={SHIPPED / 'blackbox.yaml'}"]
        self.command += [f"--web.listen-address=127.0.0.1:{self.port}"]


def shipped_job(prober: Prober, port: int) -> dict[str, Any]:
    """Return the shipped job of probes: of a proxy on that port, by this prober."""
    settings = yaml.safe_load((SHIPPED / "prometheus.yaml").read_text("utf-8"))
    [job] = [one for one in settings["scrape_configs"] if one.get("metrics_path") == "/probe"]
    text: str = yaml.safe_dump(job)
    for shipped, tried in (
        ("conversations.example.org:8443", f"localhost:{port}"),
        ("broker.example.org:9093", f"localhost:{port}"),
        ("127.0.0.1:9115", f"127.0.0.1:{prober.port}"),
    ):
        assert shipped in text
        text = text.replace(shipped, tried)
    changed: dict[str, Any] = yaml.safe_load(text)
    return changed


async def test_a_certificate_that_ends_is_told_until_it_is_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path, ends=timedelta(days=60))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))  # whose certificates the prober trusts
    async with AsyncExitStack() as stack:
        server = HttpServer(Behind(), host="127.0.0.1", port=0)
        await server.start()
        stack.push_async_callback(server.aclose)
        nginx = Nginx(tmp_path / "proxy", server.port, authority=authority)  # a day is left
        prober = Prober(tmp_path / "prober")
        prometheus = Prometheus(tmp_path / "prometheus", job=shipped_job(prober, nginx.port))
        for one in (nginx, prober, prometheus):
            stack.push_async_callback(asyncio.to_thread, one.stop)
            try:
                await asyncio.to_thread(one.__enter__)
            except NoServer as reason:
                pytest.skip(str(reason))
        # Once over HTTP, and once as a broker is probed, which says no HTTP.
        probed = (f"https://localhost:{nginx.port}/health", f"localhost:{nginx.port}")
        for instance in probed:
            await prometheus.fires("BalanceDeskCertificate", instance=instance)
            assert not await prometheus.firing("BalanceDeskUnreachable", instance=instance)

        async def present(ends: timedelta) -> None:
            await asyncio.to_thread(authority.server, ends=ends)
            await asyncio.to_thread(nginx.stop)
            await asyncio.to_thread(nginx.start)

        await present(timedelta(days=30))
        for instance in probed:
            await prometheus.ends("BalanceDeskCertificate", instance=instance)
        await present(timedelta(hours=-1))
        for instance in probed:
            await prometheus.fires("BalanceDeskUnreachable", instance=instance)
