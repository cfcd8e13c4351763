"""Requests to a model and calls of tools are spans below the agent's, without what was said."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.models.traced_model import traced
from agents.tools.registry import ToolRegistry
from app.errors import AgentRefused, BadInput
from tests.spans import taken_spans
from tests.unit.agents.hosting.test_host import send
from tests.unit.agents.models.test_models_chat import Room

pytestmark = pytest.mark.anyio

CONFIG = ModelConfig(kind="gemini", name="small", url="https://models.example:8443", key="SECRET")


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    with taken_spans(monkeypatch) as exporter:
        yield exporter


def attributes(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


async def test_an_agent_that_calls_a_tool_for_a_model_is_one_trace(
    tmp_path: Path, spans: InMemorySpanExporter
) -> None:
    async def says(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        if len(messages) == 1:
            yield {0: DeltaToolCall(name=info.function_tools[0].name, json_args="{}")}
        else:
            yield "SECRET"

    async with AsyncExitStack() as stack:
        await send(Room(tmp_path, stack).open(says), "SECRET")
    made = spans.get_finished_spans()
    [invoked] = [one for one in made if one.name == "invoke_agent chat"]
    below = [one for one in made if one.parent is not None and one.parent == invoked.context]
    assert [one.name.partition(" ")[0] for one in below] == ["chat", "execute_tool", "chat"]
    assert below[0].kind.name == "CLIENT"
    assert attributes(below[1])["gen_ai.tool.name"].startswith("file_tool.")
    assert "SECRET" not in "".join(one.to_json() for one in made)


async def test_a_request_tells_its_model_and_what_it_took(spans: InMemorySpanExporter) -> None:
    async def says(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse([TextPart("SECRET")], finish_reason="stop")

    await LanguageModel(CONFIG, model=FunctionModel(says)).complete("SECRET")
    [span] = spans.get_finished_spans()
    told = attributes(span)
    assert told.pop("gen_ai.usage.input_tokens") > 0
    assert told.pop("gen_ai.usage.output_tokens") > 0
    assert told.pop("gen_ai.response.model").startswith("function:")
    assert told == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "gcp.gemini",
        "gen_ai.request.model": "small",
        "gen_ai.request.max_tokens": 2_000,
        "gen_ai.response.finish_reasons": ("stop",),
        "server.address": "models.example",
        "server.port": 8443,
    }


async def test_what_fails_is_told_by_its_kind(spans: InMemorySpanExporter) -> None:
    async def says(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        from pydantic_ai.exceptions import ModelHTTPError

        raise ModelHTTPError(500, "small", "SECRET")

    with pytest.raises(AgentRefused):
        await LanguageModel(CONFIG, model=FunctionModel(says)).complete("x")
    with pytest.raises(BadInput):
        await ToolRegistry().call("SECRET", "SECRET", {})
    chat = spans.get_finished_spans()[0]
    assert attributes(chat)["error.type"] == "ModelHTTPError"
    assert "SECRET" not in chat.to_json()


def test_no_span_is_made_where_nobody_takes_any() -> None:
    model = FunctionModel(lambda messages, info: ModelResponse([TextPart("whole")]))
    assert traced(model, CONFIG) is model
