"""A conversation service as people run it: a process of its own, on a free port."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


class ConversationProcess:
    """Owns the process. `url` is known once it is started; the log is in `log`.

    `root` is the tree whose version of the program it is.
    """

    def __init__(self, profile: Path, *arguments: str, root: Path = ROOT, url: str = "") -> None:
        self.profile = profile
        self.log = profile.parent / f"{profile.name}.log"
        self.url = url
        self._root = root
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start (again), and wait until it says where it is."""
        begun = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                # Started again, it is found where it was.
                self.command("serve", "--http", self._where(), *self._arguments),
                cwd=self._root,
                stdout=log,
                stderr=log,
            )
        ends = time.monotonic() + PATIENCE
        while True:
            lines = self.log.read_bytes()[begun:].decode().splitlines()
            told = [json.loads(line) for line in lines if '"event": "serving"' in line]
            if told:
                self.url = told[0]["url"]
                return
            if self._process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(self.log.read_text())
            time.sleep(0.05)

    def _where(self) -> str:
        return self.url.removeprefix("http://") or "127.0.0.1:0"

    def command(self, *words: str) -> list[str]:
        """Return `balance-desk conversations …` on this profile."""
        return [
            *(sys.executable, "-m", "app", "conversations", *words),
            *("--profile", str(self.profile)),
        ]

    def run(self, *words: str) -> str:
        """Run `balance-desk conversations …` to its end; return the last line it prints."""
        done = subprocess.run(
            self.command(*words), cwd=self._root, capture_output=True, text=True, env={**os.environ}
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().splitlines()[-1]

    def processor_seconds(self) -> float:
        """Return how much processor time it has used."""
        assert self._process is not None
        words = (
            Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        )
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a crash does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """End it as an operator does; return its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)
