"""A language model behind OpenAI's interface: says what a test tells it to, over HTTP."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from agents.models.config import ModelConfig


class Says(NamedTuple):
    """One reply: a status with a body, or with `silent` none until the endpoint closes."""

    status: int = 200
    body: str = ""
    silent: bool = False


def proposes(**answer: Any) -> Says:
    """Return a reply that calls the output tool with an answer, whatever its shape."""
    return _message({"tool_calls": [{"id": "t", "type": "function", "function": {
        "name": "final_result", "arguments": json.dumps(answer)}}]}, "tool_calls")  # fmt: skip


def talks(text: str) -> Says:
    """Return a reply in words, where a call was wanted."""
    return _message({"content": text}, "stop")


def _message(said: dict[str, Any], end: str) -> Says:
    choice = {"index": 0, "finish_reason": end, "message": {"role": "assistant", **said}}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    whole = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "usage": usage}
    return Says(body=json.dumps({**whole, "choices": [choice]}))


class Endpoint(ThreadingHTTPServer):
    """Owns the replies, given in their order, the last one again and again."""

    daemon_threads = True

    def __init__(self, *replies: Says) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []
        self.ending = threading.Event()

    def config(self, **more: Any) -> ModelConfig:
        """Return the model as it is configured."""
        url = f"http://127.0.0.1:{self.server_port}/v1"
        return ModelConfig(kind="openai", name="scripted", url=url, **{"seconds": 30, **more})

    def told(self, place: int = -1) -> str:
        """Return the messages of a request as one text."""
        return json.dumps(self.asked[place]["messages"], ensure_ascii=False)


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        replies = self.server.replies
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        if reply.silent:
            self.server.ending.wait()
            return
        data = reply.body.encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("x-should-retry", "false")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def endpoint(*replies: Says) -> Iterator[Endpoint]:
    """Serve the replies on this machine."""
    with Endpoint(*replies) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.ending.set()
            server.shutdown()
            thread.join()
