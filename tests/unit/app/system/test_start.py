import json
import subprocess
import sys
from pathlib import Path

import pytest

ASKED = """
import gc, json, sys
from app.cli import main
code = main(["ask", "--profile", sys.argv[1], "--lang", "en", "What is the win rate by race?"])
print(json.dumps({"code": code, "collects": gc.isenabled(), "modules": sorted(sys.modules)}))
"""
BY_NAME = """
import gc
from app.system import start
often = gc.get_threshold()
with start.lean():
    assert not gc.isenabled()
    import a2a.server.request_handlers
    from a2a.server.request_handlers import grpc_handler
    assert hasattr(grpc_handler.GrpcHandler, "SendMessage")
    start.settle()
    assert gc.isenabled() and gc.get_threshold() == often
    start.settle_server()
    assert gc.isenabled() and gc.get_threshold() > often and gc.get_freeze_count()
assert gc.get_threshold() == often and not gc.get_freeze_count()
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
HANDED_BACK = """
import ctypes, mmap, re, sys
from app.system import start

def resident(kind):
    text = open("/proc/self/smaps").read()
    piece = rf"^\\S+ r--{kind} .*/library[.]so\\n(?:[A-Z].*\\n)*?Rss: +(\\d+) kB$"
    return sum(map(int, re.findall(piece, text, re.M)))

with open(sys.argv[1], "rb") as file:
    read = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    written = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
assert read[:].count(b"code") == len(read) // 4 and resident("s") > 0
written[:4] = b"more"
address = ctypes.addressof(ctypes.c_char.from_buffer(written))
protect = ctypes.CDLL(None).mprotect
assert protect(ctypes.c_void_p(address), ctypes.c_size_t(len(written)), 1) == 0
start.hand_back()
assert resident("s") == 0 and resident("p") > 0
assert read[:4] == b"code" and written[:8] == b"morecode"
with open(sys.argv[1], "rb") as file:
    later = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
assert later[:] and resident("s") > 0
start.hand_back()
assert resident("s") == 0 and written[:8] == b"morecode"
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


@pytest.mark.skipif(sys.platform != "linux", reason="the pages of a process are told by Linux only")
def test_what_is_read_from_files_is_handed_back_and_what_was_written_is_kept(
    tmp_path: Path,
) -> None:
    file = tmp_path / "library.so"
    file.write_bytes(b"code" * 1024 * 64)
    _run(HANDED_BACK, str(file))
