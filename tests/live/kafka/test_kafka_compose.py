"""The broker of compose.yaml: its settings, as the official image takes them, make one."""

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
        controllers = free_port()
        settings = {
            name.removeprefix("KAFKA_").replace("_", ".").lower(): value.replace(
                "9092", str(self.port)
            ).replace("9093", str(controllers))
            for name, value in said.items()
        }
        settings["log.dirs"] = str(self.folder / "log")
        self.command = formatted(self.folder, settings, cluster=cluster)


async def test_an_agent_is_served_on_the_broker_of_the_compose_file(tmp_path: Path) -> None:
    try:
        with Composed(tmp_path, free_port()) as broker:
            bootstrap = f"127.0.0.1:{broker.port}"
            async with staged(KafkaOptions(bootstrap=bootstrap), fresh("agent")) as stage:
                await stage.replica()
                link = await stage.desk()
                assert str(last_state(await collect(link.send(say("3"))))) == "completed"
    except NoServer as reason:
        pytest.skip(str(reason))
