"""Questions about logs of further programs, as somebody on call types them in three languages.

Those about one half of the logs are to develop on, those about the other are only scored. What is
asked after something is a second line.
"""

import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from tests.corpora.logs.lines import Lines
from tests.corpora.logs.questions import (
    Expected,
    LogQuestion,
    Row,
    by_time,
    count,
    different,
    figure,
    fitting,
    groups,
    longest_gap,
    numbered,
    numbers,
    quantile,
    share,
)

When = Callable[[datetime], bool]


def p(part: float) -> Callable[[list[float]], float]:
    """A percentile."""
    return lambda found: quantile(found, part)


def moment(pattern: str, place: int) -> Expected:
    """Expect when one of the lines that fit was written."""
    return lambda lines: [(fitting(lines, pattern)[place][0],)]


def at(hour: int, minute: int = 0, day: int = 0, *, long: int = 60) -> When:
    """Whether something was within so many minutes from a time on, of any day or of one."""

    def within(one: datetime) -> bool:
        since = one.hour * 60 + one.minute - hour * 60 - minute
        return 0 <= since < long and day in (0, one.day)

    return within


def around(hour: int, minute: int, day: int = 0) -> Expected:
    """Expect the lines of five minutes before and after a time."""
    fits = at(hour, minute - 5, day, long=11)
    return lambda lines: [(n,) for n, (when, _) in enumerate(lines, 1) if fits(when)]


def listed(pattern: str, when: When) -> Expected:
    """Expect the lines that fit, by their number."""
    return lambda lines: [(n,) for n, (one, text) in enumerate(lines, 1)
                          if when(one) and re.search(pattern, text)]  # fmt: skip


def greatest(pattern: str, most: int) -> Expected:
    """Expect the lines with the greatest numbers in the first group of a pattern, by their own."""

    def expected(lines: Lines) -> Sequence[Row]:
        found = [(float(one[1]), n) for n, (_, text) in enumerate(lines, 1)
                 for one in re.finditer(pattern, text)]  # fmt: skip
        return [(n,) for _, n in sorted(found, key=lambda one: (-one[0], one[1]))[:most]]

    return expected


def groups_when(pattern: str, when: When, most: int | None = None) -> Expected:
    """Expect how often each first group of a pattern comes at some times."""
    return lambda lines: Counter(
        one[1] for at_, one in fitting(lines, pattern) if when(at_)
    ).most_common(most)  # fmt: skip


def followed(first: str, then: str, seconds: int) -> Expected:
    """Expect how many lines that fit are followed by one of another kind within a time."""

    def expected(lines: Lines) -> Sequence[Row]:
        after = [one for one, _ in fitting(lines, then)]
        limit = timedelta(seconds=seconds)
        found = [one for one, _ in fitting(lines, first)
                 if any(timedelta(0) < other - one <= limit for other in after)]  # fmt: skip
        return [(len(found),)]

    return expected


def spikes(pattern: str, form: str = "%Y-%m-%dT%H") -> Expected:
    """Expect the periods with more than the mean and three standard deviations."""

    def expected(lines: Lines) -> Sequence[Row]:
        found = Counter(f"{one:{form}}" for one, _ in fitting(lines, pattern))
        line = statistics.fmean(found.values()) + 3 * statistics.pstdev(found.values())
        return [(name, number) for name, number in found.items() if number > line]

    return expected


_DAY = "%Y-%m-%d"
_HOUR = "%Y-%m-%dT%H"
_TOOK = r'uration="?(\d+\.\d+)ms'
_STMT = r"duration: (\d+\.\d+) ms"
_RT = r" rt=(\d+\.\d+)"

DEVELOPED: Final = (
    ("prometheus.log", "en", "how many scrapes failed?", count("Scrape failed")),
    ("prometheus.log", "en", "which target refuses connections most often?",
     groups(r"target=(\S+) .*refused", 1)),
    ("prometheus.log", "ko", "컴포넌트별 경고 수", groups(r'level=warn component="([^"]+)"')),
    ("prometheus.log", "ko", "3월 3일 알림 전송 실패는 몇 건이야?",
     count("Error sending alert", lambda one: one.day == 3)),
    ("prometheus.log", "es", "¿cuánto tardó la compactación más larga?",
     figure(r'write block".*duration=(\d+\.\d+)ms', max)),
    ("prometheus.log", "es", "errores del notifier por hora",
     by_time("level=error component=notifier", _HOUR)),
    ("dpkg.log", "en", "how many packages were upgraded?", count(r" upgrade \w")),
    ("dpkg.log", "en", "when was nginx-common last removed?",
     moment("remove nginx-common", -1)),
    ("dpkg.log", "ko", "가장 많이 설치된 패키지 3개", groups(r" install (\S+) <", 3)),
    ("dpkg.log", "ko", "curl이 처음 설치된 건 언제야?", moment(r" install curl", 0)),
    ("dpkg.log", "es", "¿cuántas veces se eliminó perl?", count(" remove perl")),
    ("dpkg.log", "es", "actualizaciones por día", by_time(" upgrade ", _DAY)),
    ("postgresql.log", "en", "p99 query duration", figure(_STMT, p(0.99))),
    ("postgresql.log", "en", "queries slower than 5 seconds per user",
     lambda lines: Counter(
         one[1] for _, one in fitting(lines, r"(\w+)@\w+ LOG:  duration: (\d+\.\d+) ms")
         if float(one[2]) > 5000).most_common()),
    ("postgresql.log", "ko", "데드락은 몇 번 발생했어?", count("deadlock detected")),
    ("postgresql.log", "ko", "orders 데이터베이스에서 가장 느린 쿼리는?",
     greatest(r"@orders LOG:  duration: (\d+\.\d+)", 1)),
    ("postgresql.log", "es", "¿cuántas claves duplicadas por base de datos?",
     groups(r"@(\w+) ERROR:  duplicate key")),
    ("postgresql.log", "es", "muestra los últimos 3 checkpoints",
     numbered("checkpoint complete", slice(-3, None))),
    ("celery.log", "en", "which task fails the most?", groups(r"Task ([\w.]+)\[.*raised", 1)),
    ("celery.log", "en", "how many tasks succeeded vs failed?", lambda lines: [
        (len(fitting(lines, "succeeded in")), len(fitting(lines, "raised unexpected")))]),
    ("celery.log", "ko", "작업 재시도는 총 몇 번?", count("retry: Retry")),
    ("celery.log", "ko", "오늘 새벽 말고 3월 4일 오후 2시대 오류 몇 건?",
     count("ERROR/", at(14, day=4))),
    ("celery.log", "es", "¿cuándo se perdió la conexión con el broker por primera vez?",
     moment("Connection to broker lost", 0)),
    ("celery.log", "es", "duración media de las tareas con éxito",
     figure(r"succeeded in (\d+\.\d+)s", statistics.fmean)),
    ("caddy.json", "en", "error rate by host", lambda lines: [
        (name, len(fitting(lines, rf'"level": "error".*"host": "{name}"'))
         / len(fitting(lines, rf'"host": "{name}"')))
        for name in ("shop.example", "api.example")]),
    ("caddy.json", "en", "median latency of POST /v1/orders",
     figure(r'"POST".*"uri": "/v1/orders".*"duration": (\d+(?:\.\d+)?)', statistics.median)),
    ("caddy.json", "ko", "429 응답을 가장 많이 받은 클라이언트 IP 5개",
     groups(r'"remote_ip": "([\d.]+)".*"status": 429', 5)),
    ("caddy.json", "ko", "2초 넘게 걸린 요청 비율", lambda lines: [(
        sum(float(one[1]) > 2 for _, one in fitting(lines, r'"duration": ([\d.]+)'))
        / len(lines),)]),
    ("caddy.json", "es", "respuestas 5xx por ruta", groups(r'"uri": "([^"?]+).*"status": 5')),
    ("caddy.json", "es", "¿qué pasó alrededor de las 14:03 del 4 de marzo?", around(14, 3, 4)),
    ("timed_access.log", "en", "share of cache misses", share("cache=MISS")),
    ("timed_access.log", "en", "how many 502 or 504 between 14:00 and 15:00 on March 4?",
     count(r'HTTP/2.0" 50[24] ', at(14, day=4))),
    ("timed_access.log", "ko", "경로별 응답시간 95퍼센타일",
     numbers(r'"\w+ ([^\s?]+)\S* HTTP.* rt=(\d+\.\d+)', p(0.95))),
    ("timed_access.log", "ko", "Googlebot 요청은 몇 건이야?", count("Googlebot")),
    ("timed_access.log", "es", "las 2 IPs con más errores 401", groups(r'^(\S+) .*" 401 ', 2)),
    ("timed_access.log", "es", "¿cuántos 499 hubo por hora el 4 de marzo?", lambda lines: Counter(
        f"{one:{_HOUR}}" for one, _ in fitting(lines, r'" 499 ') if one.day == 4).most_common()),
    ("billing.log", "en", "how many payments were retried 3 times?", count("attempt=3")),
    ("billing.log", "en", "errors by logger\nonly on March 3", groups_when(
        r"- ([\w.]+) - ERROR", lambda one: one.day == 3)),
    ("billing.log", "ko", "거절된 카드는 몇 건?", count("card declined")),
    ("billing.log", "ko", "커넥션 풀 고갈이 처음 발생한 시각은?",
     moment("connection pool exhausted", 0)),
    ("billing.log", "es", "importe total de las facturas creadas",
     figure(r"invoice created .*amount=(\d+\.\d+)", sum)),
    ("billing.log", "es", "¿cuántos KeyError hubo?", count("KeyError")),
)  # fmt: skip
ONLY_SCORED: Final = (
    ("redis.log", "en", "how many times did we lose a replica?", count("Connection with replica")),
    ("redis.log", "en", "when did the disk first run out of space?",
     moment("No space left on device", 0)),
    ("redis.log", "ko", "백그라운드 저장은 몇 번 시작됐어?", count("Background saving started")),
    ("redis.log", "ko", "시간별 경고 수", by_time(r" # ", _HOUR)),
    ("redis.log", "es", "¿qué IP pidió sincronización más veces?",
     groups(r"Replica ([\d.]+):\d+ asks", 1)),
    ("redis.log", "es", "¿cuál fue el mayor intervalo sin líneas?", longest_gap),
    ("history.log", "en", "how often was nginx installed?", count("Install: nginx")),
    ("history.log", "en", "which user ran the most commands?",
     groups(r"Requested-By: (\w+)", 1)),
    ("history.log", "ko", "dpkg 오류는 몇 번 났어?", count("^Error: ")),
    ("history.log", "ko", "마지막으로 삭제된 패키지는 언제 삭제됐어?", moment("^Remove: ", -1)),
    ("history.log", "es", "¿cuántas eliminaciones hubo el 3 de marzo?",
     count("^Remove: ", lambda one: one.day == 3)),
    ("history.log", "es", "¿cuántas actualizaciones hubo?", count("^Upgrade: ")),
    ("kafka_broker.log", "en", "how often did the ISR shrink, by day?",
     by_time("Shrinking ISR", _DAY)),
    ("kafka_broker.log", "en", "ISR shrinks followed by an expand within 2 minutes",
     followed("Shrinking ISR", "Expanding ISR", 120)),
    ("kafka_broker.log", "ko", "리밸런스가 가장 많았던 그룹은?",
     groups(r"rebalance group (\w+)", 1)),
    ("kafka_broker.log", "ko", "3월 4일 14시에서 15시 사이 오류 몇 건이야?",
     count(r"\] ERROR ", at(14, day=4))),
    ("kafka_broker.log", "es", "¿cuántas advertencias de desconexión hubo?",
     count(r"\] WARN .*disconnected")),
    ("kafka_broker.log", "es", "picos de errores por hora", spikes(r"\] ERROR ")),
    ("elasticsearch.log", "en", "which node hit the high disk watermark most?",
     groups(r"high disk watermark.* on \[([\w-]+)\]", 1)),
    ("elasticsearch.log", "en", "warnings per node on March 3", groups_when(
        r"\[WARN \]\[[^\]]+\] \[([\w-]+)\]", lambda one: one.day == 3)),
    ("elasticsearch.log", "ko", "노드별 오류 수", groups(r"\[ERROR\]\[[^\]]+\] \[([\w-]+)\]")),
    ("elasticsearch.log", "ko", "GC 시간이 가장 길었던 건 몇 ms야?",
     figure(r"spent \[(\d+)ms", max)),
    ("elasticsearch.log", "es", "¿cuántos índices se crearon por día?",
     by_time("creating index", _DAY)),
    ("elasticsearch.log", "es", "porcentaje de líneas de depuración", share(r"\[DEBUG\]")),
    ("mail.log", "en", "how many mails were deferred?", count("status=deferred")),
    ("mail.log", "en", "average delay per relay",
     numbers(r"relay=([\w.\[\]]+:25), delay=(\d+\.\d+)", statistics.fmean)),
    ("mail.log", "ko", "반송된 메일 비율 (상태별)", lambda lines: [
        (name, number / len(fitting(lines, "status=")))
        for name, number in groups(r"status=(\w+)")(lines)]),
    ("mail.log", "ko", "SASL 인증 실패가 가장 많은 IP", groups(r"unknown\[([\d.]+)\]: SASL", 1)),
    ("mail.log", "es", "¿cuántos correos se rechazaron?", count("NOQUEUE: reject")),
    ("mail.log", "es", "¿cuántos destinatarios distintos hubo?", different(r" to=<([^>]+)>")),
    ("journal.log", "en", "how many times was each host OOM killed?",
     groups(r"\+0000 ([\w-]+) kernel: Out of memory")),
    ("journal.log", "en", "which service failed the most?",
     groups(r"([\w-]+\.service): Failed with result", 1)),
    ("journal.log", "ko", "backup.service가 마지막으로 시작된 시각은?",
     moment("Started backup.service", -1)),
    ("journal.log", "ko", "app-1에서 메모리 부족은 몇 번?", count("app-1 kernel: Out of memory")),
    ("journal.log", "es", "¿cuántas veces se reinició nginx?",
     count("nginx.service: Scheduled restart")),
    ("journal.log", "es", "muestra las líneas de las 14:00 a las 14:10 del 4 de marzo",
     listed(".", at(14, day=4, long=10))),
    ("gateway.jsonl", "en", "slowest 5 requests of tenant acme",
     greatest(r'"acme".*"responseTime": (\d+)', 5)),
    ("gateway.jsonl", "en", "p95 response time by route",
     numbers(r'"route": "([^"]+)".*"responseTime": (\d+)', p(0.95))),
    ("gateway.jsonl", "ko", "테넌트별 502 비율", lambda lines: [
        (name, len(fitting(lines, rf'"{name}".*"statusCode": 502'))
         / len(fitting(lines, rf'"{name}"'))) for name in ("acme", "globex", "initech")]),
    ("gateway.jsonl", "ko", "토큰 검증 실패는 몇 건?\n리전별로",
     groups(r'"region": "([^"]+)".*token verification failed')),
    ("gateway.jsonl", "es", "¿cuántas peticiones tardaron más de 2 segundos?", lambda lines: [(
        sum(int(one[1]) > 2000 for _, one in fitting(lines, r'"responseTime": (\d+)')),)]),
    ("gateway.jsonl", "es", "¿en qué región hubo más límites de tasa superados?",
     groups(r'"region": "([^"]+)".*rate limit exceeded', 1)),
)  # fmt: skip


def questions(part: Sequence[tuple[str, str, str, Expected]]) -> list[LogQuestion]:
    """Return the questions of a part."""
    return [LogQuestion(*one) for one in part]  # type: ignore[arg-type]  # as they stand there
