"""Requests to a language model as spans, after OpenTelemetry's GenAI conventions.

https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/. What was said is in none.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model
from pydantic_ai.models.wrapper import WrapperModel

from agents.models.config import ModelConfig
from app.system import tracing

_PROVIDERS: Final = {"gemini": "gcp.gemini"}


def traced(model: Model, config: ModelConfig) -> Model:
    """Return a model whose requests are spans, where anybody takes them."""
    return model if tracing.tracer() is None else _TracedModel(model, config)


class _TracedModel(WrapperModel):
    def __init__(self, wrapped: Model, config: ModelConfig) -> None:
        super().__init__(wrapped)
        self._config = config

    async def request(self, *asked: Any, **more: Any) -> ModelResponse:
        with self._span() as span:
            response: ModelResponse = await self.wrapped.request(*asked, **more)
            _tell(span, response)
            return response

    @asynccontextmanager
    async def request_stream(self, *asked: Any, **more: Any) -> AsyncGenerator[Any]:
        with self._span() as span:
            async with self.wrapped.request_stream(*asked, **more) as stream:
                try:
                    yield stream
                finally:
                    _tell(span, stream.get())

    @contextmanager
    def _span(self) -> Iterator[Any]:
        where = urlsplit(self._config.address)
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(self._config.kind, self._config.kind),
            "gen_ai.request.model": self._config.name,
            "gen_ai.request.max_tokens": self._config.answer_tokens,
            "server.address": where.hostname,
            "server.port": where.port or (443 if where.scheme == "https" else 80),
        }
        span = tracing.started(f"chat {self._config.name}", "client", told)
        try:
            # Not the current one: a stream may be left in another task than it was begun in.
            yield span
        except (Exception, asyncio.CancelledError) as error:
            tracing.failed(span, type(error).__name__)
            raise
        finally:
            span.end()


def _tell(span: Any, response: ModelResponse) -> None:
    usage = response.usage
    if usage.input_tokens or usage.output_tokens:
        span.set_attribute("gen_ai.usage.input_tokens", usage.input_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", usage.output_tokens)
    if response.model_name:
        span.set_attribute("gen_ai.response.model", response.model_name)
    if response.finish_reason:
        span.set_attribute("gen_ai.response.finish_reasons", [response.finish_reason])
