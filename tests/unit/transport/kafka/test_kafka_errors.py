"""Kafka's errors in words that say what to do."""

from aiokafka.errors import InvalidTimestampError

from app.errors import AgentRefused
from transport.kafka.errors import while_opening


def test_a_clock_that_the_brokers_do_not_take_is_told_as_one() -> None:
    told = while_opening(InvalidTimestampError(), where="kafka://broker:9092")
    assert isinstance(told, AgentRefused)
    assert "clock" in str(told) and "kafka://broker:9092" in str(told)
