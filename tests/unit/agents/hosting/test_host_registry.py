"""Agents by name or by factory, and addresses: made or refused in words that say what to do."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from a2a.server.agent_execution import AgentExecutor

from agents import registry
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.errors import AgentUnreachable, BadFile, BadInput
from transport.connect import connect

FACTORIES = """
    from a2a.server.agent_execution import AgentExecutor
    from a2a.types import AgentCard
    from app.errors import BadFile

    class Mine(AgentExecutor):
        async def execute(self, context, event_queue): ...
        async def cancel(self, context, event_queue): ...

    def bare():
        return Mine()

    def carded():
        executor = Mine()
        executor.agent_card = AgentCard(name="Mine", version="3")
        return executor

    def on_factory():
        return Mine()
    on_factory.agent_card = AgentCard(name="Its factory's")

    def odd_card():
        executor = Mine()
        executor.agent_card = {"name": "Mine"}
        return executor

    def wrong():
        return "no agent"

    def breaks():
        raise RuntimeError("no model")

    def refuses():
        raise BadFile("The table is empty.")

    answer = 42
"""


@pytest.fixture(scope="module", autouse=True)
def factories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("factories")
    (folder / "desk_factories.py").write_text(dedent(FACTORIES))
    (folder / "desk_broken.py").write_text("import nothing_of_that_name\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield


@pytest.fixture(autouse=True)
def search_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.anyio
async def test_echo_is_made_by_its_name() -> None:
    card, make_executor = registry.make("echo")
    host = AgentHost(name="echo", card=card, make_executor=make_executor, records=MemoryStore())
    assert host.card.name == "Echo"
    await host.aclose()


@pytest.mark.parametrize(
    ("factory", "name"),
    [("bare", "bare"), ("carded", "Mine"), ("on_factory", "Its factory's")],
)
def test_a_factory_of_ones_own_is_called_and_its_card_is_used(factory: str, name: str) -> None:
    card, make_executor = registry.make(f"desk_factories:{factory}")
    assert card.name == name
    assert isinstance(make_executor(None), AgentExecutor)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dta", "Known are data, echo"),
        ("desk_factories:", "Write it as package.module:factory"),
        (":bare", "Write it as package.module:factory"),
        ("desk_nothing:make", "cannot be imported"),
        ("desk_broken:make", "nothing_of_that_name"),
        ("desk_factories:missing", "has no missing"),
        ("json:missing", r"json.__init__\.py\) has no missing"),
        ("desk_factories:answer", "is not a function"),
        ("desk_factories:wrong", "returned str"),
        ("desk_factories:breaks", "RuntimeError: no model"),
        ("desk_factories:odd_card", "not an a2a.types.AgentCard"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(name: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        registry.make(name)


def test_an_error_that_the_desk_knows_stays_what_it_is() -> None:
    with pytest.raises(BadFile, match="The table is empty"):
        registry.make("desk_factories:refuses")


def test_nothing_heavy_is_imported_with_the_registry() -> None:
    code = "import sys, agents.registry; print([m for m in ('a2a', 'duckdb') if m in sys.modules])"
    root = Path(registry.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["http://x", "HTTPS://x/agent", "kafka://h:9/n", "ftp://x"])
async def test_addresses_that_cannot_be_reached_are_named(url: str) -> None:
    with pytest.raises(AgentUnreachable, match=url.partition(":")[2]):
        await connect(url)


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["", "nonsense", "//x", "http://[broken"])
async def test_what_is_no_address_is_bad_input(url: str) -> None:
    with pytest.raises(BadInput, match="is no address"):
        await connect(url)
