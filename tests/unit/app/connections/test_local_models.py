"""Models on this machine are found where their servers usually are, and nothing else is one."""

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from app.connections.local_models import LocalModel, local_models
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

SAYS = {
    "/good/models": json.dumps({"object": "list", "data": [{"id": "llama3.2"}, {"id": "qwen3"}]}),
    "/page/models": "<html>another program</html>",
    "/other/models": json.dumps(["no", "models"]),
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        said = SAYS.get(self.path)
        if self.path == "/slow/models":
            self._trickle()
            return
        self.send_response(404 if said is None else 200)
        self.end_headers()
        self.wfile.write((said or "").encode())

    def _trickle(self) -> None:
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):
            while True:
                self.wfile.write(b" ")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def base() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def test_models_are_those_that_a_server_lists(base: str) -> None:
    places = [("openai", f"{base}/{one}") for one in ("page", "other", "none")]
    nobody = ("ollama", "http://127.0.0.1:9")
    found = await local_models((("ollama", f"{base}/good"), *places, nobody), seconds=PATIENCE)
    assert found == [
        LocalModel("ollama", "llama3.2", f"{base}/good"),
        LocalModel("ollama", "qwen3", f"{base}/good"),
    ]


async def test_one_that_never_comes_to_an_end_is_given_up(base: str) -> None:
    assert await local_models((("openai", f"{base}/slow"),), seconds=0.2) == []
