"""A Kafka broker for tests from the confluent-kafka wheel alone: librdkafka's mock cluster.

Real listeners on the loopback and the real protocol, without Java. It runs in a process of its own
and is told by JSON lines what to do. What it cannot do: TLS, SASL, ACLs, transactions, size limits,
commits while a group rebalances, topics made by a client; and it holds an empty fetch for the whole
`fetch_max_wait_ms`. `SETTINGS` are for consumers that are to be quick on it all the same.
"""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SETTINGS: dict[str, Any] = {
    "session_timeout_ms": 1500,
    "heartbeat_interval_ms": 100,
    "fetch_max_wait_ms": 10,
}
PRODUCE, FETCH, HEARTBEAT = 0, 1, 12
TOPIC_AUTHORIZATION_FAILED, OFFSET_OUT_OF_RANGE, REQUEST_TIMED_OUT = 29, 1, 7
GROUP_AUTHORIZATION_FAILED = 30


class MockBroker:
    """Owns the process of a mock cluster."""

    def __init__(self, brokers: int = 1) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), str(brokers)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self.process.stdout is not None
        self.bootstrap = str(json.loads(self.process.stdout.readline())["bootstrap"])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def topic(self, name: str, partitions: int = 1) -> None:
        """Make a topic."""
        self._do("topic", name=name, partitions=partitions)

    def agent(self, name: str, *, partitions: int = 4) -> None:
        """Make the topics of an agent."""
        self.topic(f"agent.{name}.requests", partitions)
        for other in (f"agent.{name}.control", f"agent.{name}.dlq", "agent.cards"):
            self.topic(other)

    def client(self, name: str) -> None:
        """Make the topic of a client's replies."""
        self.topic(f"desk.{name}.replies")

    def down(self, broker: int = -1) -> None:
        """Let a broker, or all of them, go away."""
        self._do("down", broker=broker)

    def up(self, broker: int = -1) -> None:
        """Let it come back."""
        self._do("up", broker=broker)

    def fail(self, api: int, *errors: int) -> None:
        """Let the next requests of a kind fail with these codes of Kafka's."""
        self._do("fail", api=api, errors=list(errors))

    def freeze(self) -> None:
        """Let the brokers hang with their connections open."""
        os.kill(self.process.pid, 19)

    def thaw(self) -> None:
        """Let them go on."""
        os.kill(self.process.pid, 18)

    def close(self) -> None:
        """End the process."""
        self.thaw()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process.stdout.close()

    def _do(self, what: str, **told: Any) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": what, **told}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer.get("error"):
            raise RuntimeError(f"{what}: {answer['error']}")


def _library() -> ctypes.CDLL:
    import confluent_kafka

    beside = Path(confluent_kafka.__file__).parent.parent / "confluent_kafka.libs"
    found = sorted(beside.glob("librdkafka*.so*"))
    library = ctypes.CDLL(str(found[0]) if found else "librdkafka.so.1")
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, gives, takes in (
        ("conf_new", pointer, []),
        ("conf_set", number, [pointer, text, text, text, ctypes.c_size_t]),
        ("new", pointer, [number, pointer, text, ctypes.c_size_t]),
        ("mock_cluster_new", pointer, [pointer, number]),
        ("mock_cluster_bootstraps", text, [pointer]),
        ("mock_topic_create", number, [pointer, text, number, number]),
        ("mock_broker_set_down", number, [pointer, ctypes.c_int32]),
        ("mock_broker_set_up", number, [pointer, ctypes.c_int32]),
        ("mock_group_initial_rebalance_delay_ms", None, [pointer, ctypes.c_int32]),
        (
            "mock_push_request_errors_array",
            None,
            [pointer, ctypes.c_int16, ctypes.c_size_t, ctypes.POINTER(number)],
        ),
    ):
        function = getattr(library, f"rd_kafka_{name}")
        function.restype, function.argtypes = gives, takes
    return library


def main(brokers: int) -> None:
    """Be the cluster until standard input ends."""
    kafka = _library()
    said = ctypes.create_string_buffer(512)
    conf = kafka.rd_kafka_conf_new()
    kafka.rd_kafka_conf_set(conf, b"log_level", b"2", said, 512)
    client = kafka.rd_kafka_new(0, conf, said, 512)
    cluster = kafka.rd_kafka_mock_cluster_new(client, brokers)
    kafka.rd_kafka_mock_group_initial_rebalance_delay_ms(cluster, 0)
    bootstrap = kafka.rd_kafka_mock_cluster_bootstraps(cluster).decode()
    print(json.dumps({"bootstrap": bootstrap}), flush=True)
    for line in sys.stdin:
        told = json.loads(line)
        code = 0
        match told["do"]:
            case "topic":
                name = told["name"].encode()
                code = kafka.rd_kafka_mock_topic_create(cluster, name, told["partitions"], 1)
                code = 0 if code == 36 else code  # it is there
            case "down":
                code = kafka.rd_kafka_mock_broker_set_down(cluster, told["broker"])
            case "up":
                code = kafka.rd_kafka_mock_broker_set_up(cluster, told["broker"])
            case "fail":
                errors = told["errors"]
                array = (ctypes.c_int * len(errors))(*errors)
                kafka.rd_kafka_mock_push_request_errors_array(
                    cluster, told["api"], len(errors), array
                )
        print(json.dumps({"error": code}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
