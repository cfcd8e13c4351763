"""The guide for agents does what it says: its executor is served and asked as it tells."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_agent_of_the_guide_is_served_and_answers(tmp_path, home):
    blocks = dict(BLOCK.findall((ROOT / "docs" / "agents.md").read_text(encoding="utf-8")))
    (tmp_path / "greeter.py").write_text(blocks["greeter.py"], encoding="utf-8")
    code = [line for line in blocks["greeter.py"].splitlines() if line and "import" not in line]
    assert len(code) <= 20
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def command(line):
        words = shlex.split(line.replace("8900", str(port)))
        assert words[0] == "balance-desk"
        return [sys.executable, "-m", "app", *words[1:]]

    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home)}
    log = tmp_path / "log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            command(blocks["serve"]), cwd=tmp_path, env=environment, stdout=out, stderr=out
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while f"Serving http://127.0.0.1:{port}/greeter" not in log.read_text():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for line in blocks["ask"].splitlines():
            done = subprocess.run(
                command(line), cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            assert "Traceback" not in done.stderr
        assert "Hello, Ada!" in done.stdout
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
        server.wait()
