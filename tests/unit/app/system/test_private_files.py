"""What the desk keeps is its owner's alone, whatever the umask of the program that it runs in."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from agents.data.model.files import keep
from agents.storage.journal import RunJournal
from app.connections import card_trust
from app.connections.kafka_clusters import KafkaClusters
from app.conversations.database import schema
from app.conversations.store import repair
from app.conversations.store.sql_store import SqlStore
from app.profile.crash_trace import listening
from app.profile.folder import Profile
from app.search import Search, search_by_agent
from app.stream_log import LogSettings, StreamLogger, get_stream
from app.stream_log.archive import Archive
from app.stream_log.task_files import TaskFiles
from app.system.files import private_file, private_folder, write_whole
from transport.kafka.client.pending import PendingTurns

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")


@pytest.fixture(autouse=True, params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tmp_path.chmod(0o755)
    return tmp_path / "home" / "data"


def open_to_others(top: Path) -> list[str]:
    """Return what below a folder has other rights than its owner's, with the folder itself."""
    assert top.exists()
    return [
        f"{path}: {path.stat().st_mode & 0o777:o}"
        for path in (top, *top.rglob("*"))
        if path.stat().st_mode & 0o777 != (0o700 if path.is_dir() else 0o600)
    ]


def names(top: Path) -> set[str]:
    return {path.name for path in top.rglob("*")}


def test_the_stream_of_a_profile(root: Path) -> None:
    with get_stream(root) as stream:
        stream.log(from_agent="pm", msg_type="response", content="승률", metadata={"task_id": "T"})
        stream.log(from_agent="pm", msg_type="response", content="x" * 300_000)
        assert len(search_by_agent("pm", "승률", profile=root)) == 1
        assert TaskFiles(stream.files, stream.index, stream.chains).update()
        with Search(stream) as search:
            search.find("승률")
            assert {"index.db", "search.db", ".lock", "payloads", "tasks"} <= names(root)
            assert open_to_others(root.parent) == []
            search.index.rebuild()
            stream.index.rebuild()
            assert open_to_others(root.parent) == []


@pytest.mark.logs_warnings
def test_checkpoints_the_archive_and_copies_of_damage(root: Path) -> None:
    settings = LogSettings(chain=True)
    with StreamLogger(root, settings=settings) as stream:
        stream.log(from_agent="pm", msg_type="response", content="one")
        (path,) = stream.files.stream.glob("2*.jsonl")
        with path.open("ab") as file:
            file.write(b"garbage\n")
        assert len(list(stream.messages())) == 1
        Archive(stream.files, settings).run(date(2999, 1, 1))
    assert {"checkpoints.jsonl", "quarantine", f"{path.name}.gz"} <= names(root)
    assert open_to_others(root.parent) == []


def test_the_profile_and_what_lies_in_it(root: Path) -> None:
    profile = Profile(root)
    profile.prepare()
    assert profile.try_lock()
    card_trust.accept(root, "pm", {"name": "pm"})
    KafkaClusters(root).client()
    pending = PendingTurns(root / "kafka" / "pm")
    with listening(profile):
        assert {"desk.lock", "pm.json", "kafka-client", "crash.txt"} <= names(root)
        assert open_to_others(root.parent) == []
    pending.close()
    profile.unlock()


async def test_the_conversations_and_their_copies(root: Path) -> None:
    private_folder(root)
    database = root / "desk.db"
    store = await SqlStore.open(database)
    assert open_to_others(root.parent) == []
    await store.aclose()
    assert "desk.db.clean" in names(root) and open_to_others(root.parent) == []
    kept = schema.keep(database, 1)
    assert repair.put_back(database, kept) is not None
    assert open_to_others(root.parent) == []


def test_runs_and_models_of_tables(root: Path, tmp_path: Path) -> None:
    RunJournal(root / "runs" / "r1.jsonl", fresh=True).close()
    table = tmp_path / "games.csv"
    table.write_bytes("p1_race,p2_race,winner\n저그,테란,1\n테란,저그,2\n".encode("cp949"))
    dataset = open_dataset(table, model_folder=root / "models")
    keep(dataset.model, root / "models", table)
    dataset.close()
    assert {"runs", "models"} <= names(root)
    assert open_to_others(root.parent) == []


def test_what_is_there_keeps_its_rights(root: Path) -> None:
    root.mkdir(parents=True)
    root.chmod(0o750)
    file = root / "shared"
    file.write_text("told")
    file.chmod(0o640)
    private_folder(root)
    private_file(file)
    write_whole(root / "deep" / "new", b"")
    assert (root.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o750, 0o640)
    assert file.read_text() == "told"
    assert open_to_others(root / "deep") == []
