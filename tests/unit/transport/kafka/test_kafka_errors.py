"""Kafka's errors in words that say what to do."""

import ssl

from aiokafka.errors import (
    InvalidTimestampError,
    KafkaConnectionError,
    TopicAuthorizationFailedError,
)

from app.errors import AgentRefused, AgentUnreachable
from transport.kafka.errors import while_opening


def test_a_clock_that_the_brokers_do_not_take_is_told_as_one() -> None:
    told = while_opening(InvalidTimestampError(), where="kafka://broker:9092")
    assert isinstance(told, AgentRefused)
    assert "clock" in str(told) and "kafka://broker:9092" in str(told)


def test_a_certificate_that_is_not_accepted_is_told_as_one() -> None:
    refused = ssl.SSLCertVerificationError(1, "certificate verify failed")
    refused.verify_message = "certificate has expired"
    error = KafkaConnectionError("it broke")
    error.__cause__ = refused
    told = while_opening(error, where="kafka://broker:9092")
    assert isinstance(told, AgentUnreachable)
    assert "(certificate has expired)" in str(told) and "Are they running" not in str(told)


def test_what_brokers_say_beside_the_name_of_a_topic_is_left_out() -> None:
    error = TopicAuthorizationFailedError("agent.data.requests: Authorization failed.")
    told = while_opening(error, where="kafka://broker:9092")
    assert "use the topic agent.data.requests. Whoever" in str(told)
