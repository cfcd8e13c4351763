"""The guide of the conversation service: its commands run, its files are sound."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from app.commands import conversation_arguments
from app.conversations.client.contexts import PATIENCE_SECONDS
from app.conversations.client.retry import CircuitBreaker, RetryPolicy
from app.conversations.protocol.queue_names import WEIGHTS
from app.conversations.service import tokens
from app.conversations.service.push import sockets, subscriptions
from app.conversations.service.queues import announcer, port, signatures, task_runs
from app.conversations.service.rest import idempotency
from app.conversations.service.rest.application import ROUTERS
from app.conversations.service.rest.service_settings import ServiceSettings
from app.serving.retention import Retention
from app.system import strict_json
from tests.e2e.serving.conversation_process import ConversationProcess
from transport.server import http_server

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("operations-conversations", "conversations-api", "context-windows", "several-desks")
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def guide():
    """The pages about the conversation service, as one text."""
    return "\n".join((ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in PAGES)


def shell(script, **environment):
    words = f"{sys.executable} -m app"
    done = subprocess.run(
        ["bash", "-euc", f'balance-desk() {{ {words} "$@"; }}\n{script}'],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.strip().splitlines()


def test_the_commands_of_the_guide_do_what_it_says(tmp_path):
    blocks = dict(BLOCK.findall(guide()))
    assert set(blocks) == {"token", "serve", "create", "manage", "backup", "restore"}
    words = blocks["serve"].split()
    assert words[:3] == ["balance-desk", "conversations", "serve"]
    profile = tmp_path / "profile"
    home = {"XDG_DATA_HOME": str(tmp_path), "BALANCE_DESK_DATABASE": f"sqlite:///{profile}/desk.db"}
    profile.mkdir()
    token = shell(blocks["token"], **home)[-1]
    with ConversationProcess(profile) as service:
        script = blocks["create"].replace("http://127.0.0.1:8300", service.url)
        (answer,) = shell(script, TOKEN=token, **home)
        assert answer.startswith('{"data":{"id":"')
        lines = shell(blocks["manage"], ID=token.split("_")[1], **home)
        assert any("token.rotate" in line for line in lines)
        assert any("laptop" in line for line in lines)
        assert service.stop() == 0
    file = tmp_path / "today.backup"
    assert shell(blocks["backup"].replace("today.backup", str(file)), **home)[-1] == "equal"
    back = blocks["restore"].replace("today.backup", str(file))
    back = back.replace("postgresql://balance@HOST/NEW", f"sqlite:///{tmp_path}/new.db")
    assert shell(back, **home)[-1] == "equal"


def test_the_compose_file_starts_what_the_guide_names():
    # Docker is not among what tests may ask for: the files are read, not run.
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert {"service", "postgres", "redis"} <= set(compose["services"])
    service = compose["services"]["service"]
    assert service["command"][:2] == ["conversations", "serve"]
    afterwards = (
        http_server._CLOSE_SECONDS,
        sockets._CLOSE_SECONDS,
        announcer.GOODBYE_SECONDS,
        task_runs._STOP_SECONDS,
    )
    longest = conversation_arguments.GRACE_SECONDS + sum(afterwards)
    assert int(service["stop_grace_period"].rstrip("s")) > longest
    for name in service["depends_on"]:
        assert "healthcheck" in compose["services"][name]
    assert {"postgres", "redis"} <= set(compose["volumes"])
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert not re.search(r"PASSWORD: (?!\$\{)", text)
    copied = re.findall(r"^COPY (\S+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert all((ROOT / name).exists() for name in copied)


def test_the_numbers_of_the_guide_are_those_of_the_program():
    text = " ".join(guide().split())
    settings = ServiceSettings()
    trusted = max(tokens.SECONDS_TRUSTED, signatures.SECONDS_TRUSTED)
    sooner, later = trusted, trusted + sockets._TOKEN_SECONDS
    policy = RetryPolicy(chance=lambda: 0.5)
    breaker = inspect.signature(CircuitBreaker).parameters
    said = [
        f"notices a revocation within {sooner:g} seconds, on open WebSockets within {later:g}.",
        f"answers, within {settings.check_seconds:g} seconds; 503",
        f"may make {settings.rate:g} requests a second for long and {settings.burst:g} at once",
        f"at most {settings.max_body_bytes // 2**20} MiB (an import"
        f" {settings.max_import_bytes // 2**20} MiB); a request has {settings.request_seconds:g}"
        " seconds",
        f"At most {strict_json.MAX_BYTES // 2**20} MiB of strict JSON",
        f"with {port.MAX_WAITING:,} waiting refuses more",
        f"closed with code {subscriptions.TOO_SLOW}; {subscriptions.RELOAD} says",
        f"lets more than {subscriptions.MAX_QUEUED:,} envelopes wait",
        f"`--grace` seconds ({conversation_arguments.GRACE_SECONDS:g})",
        f"does not answer within {_words(PATIENCE_SECONDS)} seconds, an agent",
        f"from the inbox ({_words(Retention().inbox_days)} days)",
        f"delivered {_words(port.MAX_DELIVERIES)} times in all",
        "they get {}, {} and {} of twelve turns".format(*WEIGHTS.values()),
        f"tried {_words(policy.attempts)} times, one and two seconds apart",
        f"After {_words(breaker['failures'].default)} failures in a row nothing is asked for"
        f" {breaker['reset_seconds'].default:g} seconds, then once.",
    ]
    assert [words for words in said if words not in text] == []
    assert list(policy.waits()) == [1, 2]
    assert idempotency.KEPT.days == 1
    assert "acts once for a day" in text


def _words(number):
    return {2: "two", 3: "three", 5: "five", 7: "seven"}[int(number)]


def test_every_route_is_in_the_guide():
    text = guide()
    for router in ROUTERS:
        for route in router.routes:
            path = re.sub(r"\{(?!message_id)\w+\}", "{id}", route.path).removeprefix("/api/v1")
            assert f"`{path}`" in text
