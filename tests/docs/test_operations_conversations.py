"""The operator's guide of the conversation service: its commands run, its files are sound."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from app import conversation_arguments
from app.conversations.rest.application import ROUTERS
from tests.e2e.conversation_process import ConversationProcess

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


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
    blocks = dict(BLOCK.findall((ROOT / "docs/operations-conversations.md").read_text("utf-8")))
    assert set(blocks) == {"token", "serve", "create", "manage"}
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


def test_the_compose_file_starts_what_the_guide_names():
    # Docker is not among what tests may ask for: the files are read, not run.
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert {"service", "postgres", "redis"} <= set(compose["services"])
    service = compose["services"]["service"]
    assert service["command"][:2] == ["conversations", "serve"]
    assert int(service["stop_grace_period"].rstrip("s")) > conversation_arguments.GRACE_SECONDS
    for name in service["depends_on"]:
        assert "healthcheck" in compose["services"][name]
    assert {"postgres", "redis"} <= set(compose["volumes"])
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert not re.search(r"PASSWORD: (?!\$\{)", text)
    copied = re.findall(r"^COPY (\S+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert all((ROOT / name).exists() for name in copied)


def test_every_route_is_in_the_guide():
    guide = (ROOT / "docs/operations-conversations.md").read_text("utf-8")
    for router in ROUTERS:
        for route in router.routes:
            path = re.sub(r"\{(?!message_id)\w+\}", "{id}", route.path).removeprefix("/api/v1")
            assert f"`{path}`" in guide
