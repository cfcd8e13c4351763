"""Each alert that is shipped fires when it should, for what it should, and in its time."""

import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.live.test_alerts import SHIPPED, alerts, program

pytestmark = pytest.mark.live


class Case(NamedTuple):
    """Series of samples, 15 seconds apart, and the only alert of that name some time later."""

    alert: str
    labels: dict[str, str]
    summary: str
    series: dict[str, str]
    after: str = "5m"


# What is counted once, after three minutes.
ONCE = "0x12 1x80"
GROWS = "0+1x80"

CASES = (
    Case(
        "BalanceDeskDown",
        {"severity": "page", "instance": "a", "job": "balance-desk"},
        "a does not answer",
        {
            'up{instance="a",job="balance-desk"}': "0x80",
            'up{instance="b",job="balance-desk"}': "1x80",
            'up{instance="c",job="another"}': "0x80",
        },
    ),
    Case(
        "BalanceDeskMissing",
        {"severity": "page", "job": "balance-desk-agents"},
        "there are fewer servers of balance-desk-agents than in the hour before",
        {
            'up{instance="0",job="balance-desk-agents"}': "1x200",
            'up{instance="1",job="balance-desk-agents"}': "1x160 stale",
            'up{instance="0",job="balance-desk-gateway"}': "1x200",
        },
        after="45m",
    ),
    Case(
        "BalanceDeskNotReady",
        {"severity": "page", "instance": "a", "check": "queues"},
        "queues of a cannot be used",
        {
            'balance_desk_ready{check="queues",instance="a"}': "0x80",
            'balance_desk_ready{check="database",instance="a"}': "1x80",
        },
    ),
    Case(
        "BalanceDeskClock",
        {"severity": "page", "instance": "b"},
        "the clock of b is not that of Prometheus",
        {
            'balance_desk_time_seconds{instance="a"}': "0+15x80",
            'balance_desk_time_seconds{instance="b"}': "3600+15x80",
        },
    ),
    Case(
        "BalanceDeskUnreachable",
        {"severity": "page", "instance": "a", "job": "balance-desk-outside"},
        "clients cannot reach a",
        {
            'probe_success{instance="a",job="balance-desk-outside"}': "0x80",
            'probe_success{instance="b",job="balance-desk-outside"}': "1x80",
        },
    ),
    Case(
        "BalanceDeskCertificate",
        {"severity": "ticket", "instance": "a", "job": "balance-desk"},
        "a certificate of a ends in 1d 0h 0m 0s",
        {
            'probe_ssl_earliest_cert_expiry{instance="a",job="balance-desk"}': "86700x80",
            'probe_ssl_earliest_cert_expiry{instance="b",job="balance-desk"}': "2592000x80",
        },
    ),
    Case(
        "BalanceDeskErrors",
        {"severity": "page", "instance": "a", "level": "error"},
        "a has errors in its log",
        {
            'balance_desk_log_lines_total{instance="a",level="error"}': ONCE,
            'balance_desk_log_lines_total{instance="a",level="warning"}': GROWS,
            'balance_desk_log_lines_total{instance="b",level="error"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskLogLost",
        {"severity": "ticket", "instance": "a"},
        "a loses records of the log of what agents said",
        {
            'balance_desk_stream_log_lost_total{instance="a"}': ONCE,
            'balance_desk_stream_log_lost_total{instance="b"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskFailures",
        {"severity": "page", "job": "j"},
        "more than 1 % of the requests to the conversation service fail",
        {
            'balance_desk_conversations_requests_total{job="j",status="200"}': "0+15x80",
            'balance_desk_conversations_requests_total{job="j",status="503"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskDisk",
        {"severity": "page", "instance": "a", "reason": "store_full"},
        "the database of a cannot write (store_full)",
        {
            'balance_desk_conversations_failures_total{instance="a",reason="store_full"}': ONCE,
            'balance_desk_conversations_failures_total{instance="a",reason="timeout"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskAgentFailures",
        {"severity": "page", "agent": "a"},
        "more than 1 % of the requests to a fail",
        {
            'balance_desk_agent_requests_total{agent="a",status="200"}': "0+15x80",
            'balance_desk_agent_requests_total{agent="a",status="500"}': GROWS,
            'balance_desk_agent_requests_total{agent="b",status="200"}': "0+15x80",
            'balance_desk_agent_requests_total{agent="b",status="404"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskTaskFailures",
        {"severity": "ticket", "agent": "a"},
        "more than one in ten tasks of a fail",
        {
            'balance_desk_task_seconds_count{agent="a",state="completed"}': "0+5x80",
            'balance_desk_task_seconds_count{agent="a",state="failed"}': GROWS,
            'balance_desk_task_seconds_count{agent="b",state="completed"}': "0+15x80",
            'balance_desk_task_seconds_count{agent="b",state="failed"}': GROWS,
        },
        after="10m",
    ),
    Case(
        "BalanceDeskGrpcFailures",
        {"severity": "page", "agent": "a"},
        "more than 1 % of the requests to a over gRPC fail",
        {
            'balance_desk_grpc_requests_total{agent="a",status="OK"}': "0+15x80",
            'balance_desk_grpc_requests_total{agent="a",status="INTERNAL"}': GROWS,
            'balance_desk_grpc_requests_total{agent="b",status="OK"}': "0+15x80",
            'balance_desk_grpc_requests_total{agent="b",status="NOT_FOUND"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskSlow",
        {"severity": "ticket"},
        "one request in twenty to the conversation service takes over half a second",
        {
            'balance_desk_conversations_request_seconds_bucket{le="0.25"}': "0+90x80",
            'balance_desk_conversations_request_seconds_bucket{le="1.0"}': "0+100x80",
            'balance_desk_conversations_request_seconds_bucket{le="+Inf"}': "0+100x80",
        },
        after="15m",
    ),
    Case(
        "BalanceDeskQueueGrows",
        {"severity": "page", "queue": "q"},
        "over 1,000 envelopes have waited in q for five minutes",
        {
            'balance_desk_queue_waiting{queue="q"}': "1001x80",
            'balance_desk_queue_waiting{queue="p"}': "1000x80",
        },
    ),
    Case(
        "BalanceDeskQueueGrows",
        {"severity": "page", "queue": "l"},
        "over 1,000 envelopes have waited in l for five minutes",
        {'balance_desk_plain_list_waiting{queue="l"}': "1001x80"},
    ),
    Case(
        "BalanceDeskDeadLetters",
        {"severity": "ticket", "queue": "q"},
        "there are new dead letters of q",
        {
            'balance_desk_queue_dead_letters{queue="q"}': ONCE,
            'balance_desk_queue_dead_letters{queue="p"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskDeadLetters",
        {"severity": "ticket", "queue": "q"},
        "there are new dead letters of q",
        {
            'balance_desk_queue_dead_letters{queue="q"}': "10000x80",
            'balance_desk_conversations_queued_total{queue="q",outcome="dead"}': ONCE,
            'balance_desk_conversations_queued_total{queue="p",outcome="done"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskKafkaLag",
        {"severity": "page", "agent": "a"},
        "over 500 requests wait for a",
        {
            'balance_desk_kafka_lag{agent="a",partition="0"}': "251x80",
            'balance_desk_kafka_lag{agent="a",partition="1"}': "250x80",
            'balance_desk_kafka_lag{agent="b",partition="0"}': "500x80",
        },
    ),
    Case(
        "BalanceDeskKafkaDeadLetters",
        {"severity": "ticket", "agent": "a"},
        "requests to a were set aside",
        {
            'balance_desk_kafka_unreadable_total{agent="a"}': "0x80",
            'balance_desk_kafka_set_aside_total{agent="a"}': ONCE,
            'balance_desk_kafka_unreadable_total{agent="b"}': "7x80",
            'balance_desk_kafka_set_aside_total{agent="b"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskKafkaReplies",
        {"severity": "ticket", "agent": "a"},
        "a may not write answers to topics that requests name",
        {
            'balance_desk_kafka_refused_topics_total{agent="a"}': ONCE,
            'balance_desk_kafka_refused_topics_total{agent="b"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskKafkaSilence",
        {"severity": "page", "agent": "a"},
        "nobody answers for a over Kafka",
        {
            'balance_desk_kafka_client_silences_total{agent="a"}': ONCE,
            'balance_desk_kafka_client_silences_total{agent="b"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskWebhooks",
        {"severity": "ticket", "instance": "a"},
        "webhooks of a were not told",
        {
            'balance_desk_webhook_calls_total{instance="a",outcome="dropped"}': ONCE,
            'balance_desk_webhook_calls_total{instance="b",outcome="delivered"}': GROWS,
        },
    ),
    Case(
        "BalanceDeskOrphans",
        {"severity": "ticket", "agent": "a"},
        "a replica of a went away in the middle of tasks",
        {
            'balance_desk_orphans_taken_total{agent="a"}': ONCE,
            'balance_desk_orphans_taken_total{agent="b"}': "7x80",
        },
    ),
    Case(
        "BalanceDeskDatabaseBusy",
        {"severity": "page", "instance": "a", "lane": "reads"},
        "over 100 jobs wait for reads of a",
        {
            'balance_desk_database_waiting{instance="a",lane="reads"}': "101x80",
            'balance_desk_database_waiting{instance="a",lane="writes"}': "100x80",
        },
    ),
    Case(
        "BalanceDeskDatabaseRetries",
        {"severity": "ticket", "instance": "a", "lane": "reads"},
        "connections of a to the database keep breaking",
        {
            'balance_desk_database_retries_total{instance="a",lane="reads"}': "0x12 4x80",
            'balance_desk_database_retries_total{instance="a",lane="writes"}': "0x12 2x80",
        },
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.alert for case in CASES])
def test_an_alert_comes_in_its_time(tmp_path: Path, case: Case) -> None:
    expected = {"exp_labels": case.labels, "exp_annotations": {"summary": case.summary}}
    told = {
        "interval": "15s",
        "input_series": [{"series": name, "values": said} for name, said in case.series.items()],
        "alert_rule_test": [
            {"eval_time": case.after, "alertname": case.alert, "exp_alerts": [expected]}
        ],
    }
    rules = {"rule_files": [str(SHIPPED / "alerts.yaml")], "tests": [told]}
    (tmp_path / "test.yaml").write_text(yaml.safe_dump(rules))
    command = [program("promtool"), "test", "rules", str(tmp_path / "test.yaml")]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_no_alert_is_left_out() -> None:
    assert alerts().keys() == {case.alert for case in CASES}
