"""The broker of compose.yaml: its settings, as the official image takes them, make one."""

import re
from pathlib import Path

import pytest
import yaml

from tests.contract.transport.serving import collect, last_state, say
from tests.live.kafka.brokers import formatted, fresh
from tests.live.kafka.kafka_agents import staged
from tests.live.servers import NoServer, Server, free_port
from transport.kafka.options import KafkaOptions

pytestmark = [pytest.mark.live, pytest.mark.anyio]

COMPOSE = Path(__file__).parent.parent.parent.parent / "compose.yaml"


class Composed(Server):
    """A broker with the settings of compose.yaml, at other ports and in another folder."""

    def prepare(self) -> None:
        service = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]["kafka"]
        said = dict(service["environment"])
        folder = said["KAFKA_LOG_DIRS"]
        assert service["volumes"] == [f"kafka:{folder}"]
        # The image's only folder for data that its user may write to: its Dockerfile makes it.
        assert folder == "/var/lib/kafka/data"
        cluster = said.pop("CLUSTER_ID")
        self.inner = free_port()  # that of other containers, which know the broker as `kafka`
        ports = {"9092": self.port, "9093": free_port(), "9094": self.inner}
        settings = {
            name.removeprefix("KAFKA_").replace("_", ".").lower(): re.sub(
                r"\b909[234]\b", lambda found: str(ports[found[0]]), value
            ).replace("kafka:", "localhost:")
            for name, value in said.items()
        }
        settings["log.dirs"] = str(self.folder / "log")
        self.command = formatted(self.folder, settings, cluster=cluster)


async def test_an_agent_is_served_on_the_broker_of_the_compose_file(tmp_path: Path) -> None:
    try:
        with Composed(tmp_path, free_port()) as broker:
            for port in (broker.port, broker.inner):
                options = KafkaOptions(bootstrap=f"127.0.0.1:{port}")
                async with staged(options, fresh("agent")) as stage:
                    await stage.replica()
                    link = await stage.desk()
                    assert str(last_state(await collect(link.send(say("3"))))) == "completed"
    except NoServer as reason:
        pytest.skip(str(reason))
