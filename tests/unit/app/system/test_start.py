import json
import subprocess
import sys
from pathlib import Path

ASKED = """
import gc, json, sys
from app.cli import main
code = main(["ask", "--profile", sys.argv[1], "--lang", "en", "What is the win rate by race?"])
print(json.dumps({"code": code, "collects": gc.isenabled(), "modules": sorted(sys.modules)}))
"""
BY_NAME = """
import gc
from app.system import start
with start.lean():
    assert not gc.isenabled()
    import a2a.server.request_handlers
    from a2a.server.request_handlers import grpc_handler
    assert hasattr(grpc_handler.GrpcHandler, "SendMessage")
    start.settle()
    assert gc.isenabled()
"""
LATE = """
import sys
from app.system import start
with start.lean():
    from a2a.compat.v0_3.conversions import to_compat_agent_card
    from a2a.types import AgentCard, AgentInterface
    assert "a2a.compat.v0_3.types" not in sys.modules
    one = AgentInterface(url="http://localhost", protocol_binding="JSONRPC", protocol_version="0.3")
    card = AgentCard(name="a", supported_interfaces=[one])
    assert to_compat_agent_card(card).name == "a"
    from a2a.compat.v0_3 import conversions
    assert conversions._COMPAT_TO_CORE_TASK_STATE
"""


def _run(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_first_answer_imports_nothing_that_it_does_not_call(tmp_path: Path) -> None:
    told = json.loads(_run(ASKED, str(tmp_path)).splitlines()[-1])
    assert told["code"] == 0 and told["collects"]
    heavy = {
        "a2a.compat.v0_3.types", "agents.data.sounds.transliteration", "agents.models", "fastapi",
        "grpc", "matplotlib", "numpy", "pandas", "rich", "sqlalchemy.orm", "uvicorn",
    }  # fmt: skip
    assert heavy.intersection(told["modules"]) == set()


def test_who_wants_a_part_that_is_left_out_imports_it_by_its_name() -> None:
    _run(BY_NAME)


def test_a_module_of_functions_is_imported_when_one_is_called() -> None:
    _run(LATE)
