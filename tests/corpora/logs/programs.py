"""The lines of logs of further programs, as these write them: to develop on, and only scored."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from tests.corpora.logs.lines import Lines

Write = Callable[[random.Random, datetime], str]
_START: Final = datetime(2026, 3, 2, 6)  # noqa: DTZ001 as a log writes it


def prometheus(draw: random.Random, at: datetime) -> str:
    stamp = f"ts={at:%Y-%m-%dT%H:%M:%S}.{draw.randrange(1000):03}Z caller="
    ms = draw.randrange(20, 900)
    port = draw.choice((9100, 9187, 9308))
    return stamp + draw.choice(
        (
            f'compact.go:519 level=info component=tsdb msg="write block" mint=17 maxt=18 '
            f"ulid=01HV{draw.randrange(9999)} duration={ms}.25ms",
            f'head.go:1269 level=info component=tsdb msg="Head GC completed" duration={ms}.5ms',
            'manager.go:219 level=warn component="rule manager" group=node.rules msg="Rule '
            'evaluation failed" err="query timed out in expression evaluation"',
            'scrape.go:1204 level=debug component="scrape manager" scrape_pool=node '
            f'target=http://10.2.0.{draw.randrange(5)}:{port}/metrics msg="Scrape failed" '
            f'err="dial tcp: connect: connection refused"',
            "notifier.go:532 level=error component=notifier alertmanager=http://am:9093 "
            f'count={draw.randrange(1, 9)} msg="Error sending alert" err="context deadline '
            'exceeded"',
            'main.go:1179 level=info msg="Completed loading of configuration file" '
            f"filename=/etc/prometheus/prometheus.yml totalDuration={ms}.125ms",
        )
    )


_PACKAGES: Final = ("libssl3:amd64", "nginx-common:all", "curl:amd64", "tzdata:all", "perl:amd64")


def dpkg(draw: random.Random, at: datetime) -> str:
    name = draw.choice(_PACKAGES)
    stamp = f"{at:%Y-%m-%d %H:%M:%S} "
    return stamp + draw.choice(
        (
            f"install {name} <none> 1.{draw.randrange(9)}-1",
            f"upgrade {name} 1.{draw.randrange(4)}-1 1.{draw.randrange(5, 9)}-1",
            f"status half-configured {name} 1.2-1",
            f"status installed {name} 1.2-1",
            f"configure {name} 1.2-1 <none>",
            f"remove {name} 1.2-1 <none>",
            "trigproc man-db:amd64 2.11.2-2 <none>",
            "startup archives unpack",
        )
    )


def postgres(draw: random.Random, at: datetime) -> str:
    user, base = draw.choice((("shop", "orders"), ("report", "warehouse"), ("shop", "billing")))
    said = draw.choice(
        (
            f"LOG:  duration: {draw.randrange(100, 9000)}.{draw.randrange(1000):03} ms  statement: "
            f"SELECT * FROM {draw.choice(('invoices', 'users'))} WHERE id = {draw.randrange(99)}",
            f"LOG:  connection authorized: user={user} database={base} application_name=psql",
            f'FATAL:  password authentication failed for user "{user}"',
            'ERROR:  duplicate key value violates unique constraint "users_pkey"',
            "ERROR:  deadlock detected",
            "ERROR:  canceling statement due to statement timeout",
            "WARNING:  there is no transaction in progress",
        )
    )
    prefix = f"{at:%Y-%m-%d %H:%M:%S}.{draw.randrange(1000):03} UTC [{draw.randrange(400, 440)}] "
    if draw.random() < 0.15:
        said = (
            f"LOG:  checkpoint complete: wrote {draw.randrange(9000)} buffers (1.2%); 0 WAL file(s)"
            f" added; write={draw.randrange(90)}.269 s, sync=0.004 s, total=27.006 s"
        )
        return prefix + said
    return f"{prefix}{user}@{base} {said}"


def celery(draw: random.Random, at: datetime) -> str:
    task = draw.choice(("mail.tasks.send_receipt", "media.tasks.resize", "stock.tasks.sync"))
    worker = f"ForkPoolWorker-{draw.randrange(1, 5)}"
    job = f"{draw.getrandbits(64):016x}"
    level, who, said = draw.choice(
        (
            ("INFO", "MainProcess", f"Task {task}[{job}] received"),
            ("INFO", worker, f"Task {task}[{job}] succeeded in "
                             f"{draw.randrange(40)}.{draw.randrange(10, 99)}s: None"),
            ("INFO", worker, f"Task {task}[{job}] retry: Retry in {draw.choice((30, 60))}s"),
            ("ERROR", worker, f"Task {task}[{job}] raised unexpected: ConnectionError('smtp')"),
            ("WARNING", "MainProcess", "consumer: Connection to broker lost. Trying to "
                                       "re-establish the connection..."),
        )
    )  # fmt: skip
    return f"[{at:%Y-%m-%d %H:%M:%S},{draw.randrange(1000):03}: {level}/{who}] {said}"


def caddy(draw: random.Random, at: datetime) -> str:
    status = draw.choice((200, 200, 200, 204, 301, 404, 429, 500, 503))
    return json.dumps(
        {
            "level": "error" if status >= 500 else "info",
            "ts": (at - datetime(1970, 1, 1)).total_seconds(),  # noqa: DTZ001 in UTC
            "logger": "http.log.access.log0",
            "msg": "handled request",
            "request": {
                "remote_ip": f"198.51.100.{draw.randrange(1, 12)}",
                "proto": draw.choice(("HTTP/1.1", "HTTP/2.0")),
                "method": draw.choice(("GET", "GET", "POST", "PUT")),
                "host": draw.choice(("shop.example", "api.example")),
                "uri": draw.choice(("/", "/v1/orders", "/v1/users?page=2", "/healthz")),
            },
            "duration": draw.randrange(1, 3000) / 1000,
            "size": draw.randrange(90_000),
            "status": status,
        }
    )


def timed_access(draw: random.Random, at: datetime) -> str:
    status = draw.choice((200, 200, 200, 206, 302, 401, 404, 499, 502, 504))
    path = draw.choice(("/search?q=a", "/checkout", "/static/app.js", "/api/v2/items/17"))
    agent = draw.choice(("Mozilla/5.0 (iPhone)", "python-requests/2.31", "Googlebot/2.1"))
    took = draw.randrange(5, 4000) / 1000
    return (
        f"172.16.{draw.randrange(3)}.{draw.randrange(8)} - - [{at:%d/%b/%Y:%H:%M:%S} +0000] "
        f'"{draw.choice(("GET", "GET", "POST"))} {path} HTTP/2.0" {status} '
        f'{draw.randrange(50_000)} "https://shop.example/" "{agent}" rt={took:.3f} '
        f"urt={took - 0.002:.3f} cache={draw.choice(('HIT', 'MISS', 'BYPASS'))}"
    )


def billing(draw: random.Random, at: datetime) -> str:
    order = draw.randrange(1000, 1040)
    level, name, said = draw.choice(
        (
            ("INFO", "billing.invoice", f"invoice created order={order} amount="
                                        f"{draw.randrange(500)}.50"),
            ("WARNING", "billing.gateway", f"retrying payment order={order} attempt="
                                           f"{draw.randrange(1, 4)}"),
            ("ERROR", "billing.gateway", "charge failed: card declined"),
            ("ERROR", "billing.db", "Unhandled exception\nTraceback (most recent call last):\n"
                                    '  File "/app/db.py", line 9, in save\nKeyError: \'vat\''),
            ("DEBUG", "billing.invoice", "rendered template in 12 ms"),
            ("CRITICAL", "billing.db", "connection pool exhausted"),
        )
    )  # fmt: skip
    return f"{at:%Y-%m-%d %H:%M:%S},{draw.randrange(1000):03} - {name} - {level} - {said}"


def redis(draw: random.Random, at: datetime) -> str:
    sign, said = draw.choice(
        (
            ("*", f"{draw.choice((10, 100))} changes in 300 seconds. Saving..."),
            ("*", f"Background saving started by pid {draw.randrange(900, 999)}"),
            ("*", "DB saved on disk"),
            ("*", "Background saving terminated with success"),
            ("#", "MISCONF Errors writing to the AOF file: No space left on device"),
            ("*", f"Replica 10.1.0.{draw.randrange(2, 6)}:6379 asks for synchronization"),
            ("#", f"Connection with replica 10.1.0.{draw.randrange(2, 6)}:6379 lost."),
            ("-", f"Accepted 10.1.0.{draw.randrange(2, 6)}:{draw.randrange(40000, 50000)}"),
        )
    )
    stamp = f"{at:%d %b %Y %H:%M:%S}.{draw.randrange(1000):03}"
    return f"{draw.choice((811, 914))}:M {stamp} {sign} {said}"


def apt_history(draw: random.Random, at: datetime) -> str:
    name = draw.choice(("nginx", "curl", "vim", "postgresql-15", "htop"))
    act = draw.choice(("install", "install", "upgrade", "remove"))
    what = {"install": "Install", "upgrade": "Upgrade", "remove": "Remove"}[act]
    done = at + timedelta(seconds=draw.randrange(1, 120))
    error = "\nError: Sub-process /usr/bin/dpkg returned an error code (1)"
    return (
        f"\nStart-Date: {at:%Y-%m-%d  %H:%M:%S}\nCommandline: apt-get {act} -y {name}\n"
        f"Requested-By: {draw.choice(('ana', 'minsu'))} (1000)\n"
        f"{what}: {name}:amd64 (1.{draw.randrange(9)}-1){error if draw.random() < 0.1 else ''}\n"
        f"End-Date: {done:%Y-%m-%d  %H:%M:%S}"
    )


def kafka_broker(draw: random.Random, at: datetime) -> str:
    topic = f"{draw.choice(('orders', 'payments', 'clicks'))}-{draw.randrange(6)}"
    level, said, where = draw.choice(
        (
            ("INFO", f"[ReplicaFetcherManager on broker {draw.randrange(1, 4)}] Removed fetcher for"
                     f" partitions Set({topic})", "kafka.server.ReplicaFetcherManager"),
            ("INFO", f"[Partition {topic} broker=1] Shrinking ISR from 1,2,3 to 1,2. Leader: "
                     "(highWatermark: 17, endOffset: 18).", "kafka.cluster.Partition"),
            ("INFO", f"[Partition {topic} broker=1] Expanding ISR from 1,2 to 1,2,3.",
             "kafka.cluster.Partition"),
            ("INFO", f"[GroupCoordinator 1]: Preparing to rebalance group "
                     f"{draw.choice(('billing', 'audit'))} in state PreparingRebalance",
             "kafka.coordinator.group.GroupCoordinator"),
            ("WARN", "[ReplicaFetcher replicaId=1, leaderId=2, fetcherId=0] Error in response for"
                     " fetch request: java.io.IOException: Connection to 2 was disconnected",
             "kafka.server.ReplicaFetcherThread"),
            ("ERROR", f"Error while appending records to {topic} in dir /data: No space left on"
                      " device", "kafka.server.LogDirFailureChannel"),
            ("INFO", f"[LogCleaner] Deleted {draw.randrange(9)} segments of {topic} in "
                     f"{draw.randrange(5, 800)} ms", "kafka.log.LogManager"),
        )
    )  # fmt: skip
    return f"[{at:%Y-%m-%d %H:%M:%S},{draw.randrange(1000):03}] {level} {said} ({where})"


def elasticsearch(draw: random.Random, at: datetime) -> str:
    node = draw.choice(("es-data-1", "es-data-2", "es-master-1"))
    level, name, said = draw.choice(
        (
            ("INFO ", "o.e.c.m.MetadataCreateIndexService", f"[logs-{draw.randrange(9)}] creating "
             "index, cause [api], templates [logs], shards [1]/[1]"),
            ("WARN ", "o.e.m.j.JvmGcMonitorService", f"[gc][{draw.randrange(999)}] overhead, spent "
             f"[{draw.randrange(200, 999)}ms] collecting in the last [1s]"),
            ("WARN ", "o.e.c.r.a.DiskThresholdMonitor", "high disk watermark [90%] exceeded on "
             f"[{node}], free: {draw.randrange(2, 9)}.1gb[9%]"),
            ("ERROR", "o.e.x.m.e.l.LocalExporter", "failed to flush export bulks"),
            ("INFO ", "o.e.n.Node", "started"),
            ("DEBUG", "o.e.a.s.TransportSearchAction", "All shards failed for phase: [query]"),
        )
    )  # fmt: skip
    return (
        f"[{at:%Y-%m-%dT%H:%M:%S},{draw.randrange(1000):03}][{level}][{name:<25}] [{node}] {said}"
    )


def postfix(draw: random.Random, at: datetime) -> str:
    queue = f"{draw.getrandbits(40):010X}"
    to = f"{draw.choice(('lee', 'ruiz', 'smith'))}@{draw.choice(('example.org', 'mail.test'))}"
    relay = draw.choice(("mx1.example.org[203.0.113.9]:25", "mx.mail.test[203.0.113.20]:25"))
    state, code = draw.choice(
        (("sent", "250 2.0.0 Ok"), ("sent", "250 2.0.0 Ok"), ("deferred", "connect timed out"),
         ("bounced", "550 5.1.1 User unknown"))
    )  # fmt: skip
    said = draw.choice(
        (
            f"postfix/smtp[{draw.randrange(99)}]: {queue}: to=<{to}>, relay={relay}, delay="
            f"{draw.randrange(90)}.{draw.randrange(10)}, dsn=2.0.0, status={state} ({code})",
            f"postfix/smtpd[9]: connect from unknown[192.0.2.{draw.randrange(9)}]",
            f"postfix/smtpd[9]: warning: unknown[192.0.2.{draw.randrange(9)}]: "
            "SASL LOGIN authentication failed: UGFzc3dvcmQ6",
            f"postfix/qmgr[7]: {queue}: from=<shop@example.com>, size={draw.randrange(90_000)}, "
            "nrcpt=1 (queue active)",
            f"postfix/smtpd[{draw.randrange(99)}]: NOQUEUE: reject: RCPT from "
            f"unknown[192.0.2.{draw.randrange(9)}]: 554 5.7.1 Relay access denied",
        )
    )
    return f"{at:%b} {at.day:2} {at:%H:%M:%S} mail1 {said}"


def journal(draw: random.Random, at: datetime) -> str:
    unit = draw.choice(("nginx.service", "backup.service", "redis.service"))
    said = draw.choice(
        (
            f"systemd[1]: Started {unit}.",
            f"systemd[1]: Stopping {unit}...",
            f"systemd[1]: {unit}: Main process exited, code=exited, status=1/FAILURE",
            f"systemd[1]: {unit}: Failed with result 'exit-code'.",
            f"systemd[1]: {unit}: Scheduled restart job, restart counter is at 3.",
            f"kernel: Out of memory: Killed process {draw.randrange(9999)} (java)",
            f"systemd[1]: {unit}: Consumed {draw.randrange(1, 60)}.5s CPU time.",
            f"dhclient[{draw.randrange(999)}]: DHCPREQUEST for 10.9.0.4 on eth0",
        )
    )
    return f"{at:%Y-%m-%dT%H:%M:%S}+0000 {draw.choice(('app-1', 'app-2'))} {said}"


def gateway(draw: random.Random, at: datetime) -> str:
    level, said = draw.choice(
        ((30, "request completed"), (30, "request completed"), (40, "rate limit exceeded"),
         (50, "upstream connect error"), (50, "token verification failed"))
    )  # fmt: skip
    return json.dumps(
        {
            "level": level,
            "time": int((at - datetime(1970, 1, 1)).total_seconds() * 1000),  # noqa: DTZ001 in UTC
            "pid": draw.choice((17, 18)),
            "hostname": draw.choice(("gw-a", "gw-b")),
            "tenant": draw.choice(("acme", "globex", "initech")),
            "region": draw.choice(("eu-west-1", "ap-northeast-2")),
            "route": draw.choice(("/orders", "/orders/:id", "/login")),
            "statusCode": draw.choice((200, 201, 401, 429, 502)),
            "responseTime": draw.randrange(1, 2500),
            "msg": said,
        }
    )


DEVELOPED: Final[dict[str, Write]] = {
    "prometheus.log": prometheus,
    "dpkg.log": dpkg,
    "postgresql.log": postgres,
    "celery.log": celery,
    "caddy.json": caddy,
    "timed_access.log": timed_access,
    "billing.log": billing,
}
ONLY_SCORED: Final[dict[str, Write]] = {
    "redis.log": redis,
    "history.log": apt_history,
    "kafka_broker.log": kafka_broker,
    "elasticsearch.log": elasticsearch,
    "mail.log": postfix,
    "journal.log": journal,
    "gateway.jsonl": gateway,
}


def program_lines(name: str) -> Lines:
    """Return the lines of a log of a program, the same each time, each with its entry's time.

    Three days; an outage of two hours on the second, and on the third more than usual at 14:00.
    """
    return list(_lines(name, {**DEVELOPED, **ONLY_SCORED}[name]))


def _lines(name: str, write: Write) -> Iterator[tuple[datetime, str]]:
    draw, at = random.Random(name), _START
    out, burst = _START + timedelta(days=1, hours=5), _START + timedelta(days=2, hours=8)
    while at < _START + timedelta(days=2, hours=16):
        busy = burst <= at < burst + timedelta(hours=1)
        at += timedelta(seconds=draw.randrange(1, 40 if busy else 600))
        if out <= at < out + timedelta(hours=2):
            at = out + timedelta(hours=2)
        yield from ((at, line) for line in write(draw, at).split("\n"))
