"""The first conversation, carried by a screen reader: everything through the accessibility tree."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jeepney")
from tests.e2e.window import at_spi
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(at_spi.missing(), reason="there is no X server, no bus or no AT-SPI here"),
]


COMPARED = "Both results, cell by cell"


def test_a_screen_reader_carries_the_first_conversation_and_uses_what_stands_beside_it(
    tmp_path: Path, profile: Path
) -> None:
    with at_spi.screen(tmp_path) as (environment, reader):
        command = [sys.executable, "-m", "app", "gui", "--profile", str(profile), "--lang", "en"]
        program = subprocess.Popen(command, env=environment)
        try:
            carry(reader)
            beside(reader)
        finally:
            program.terminate()
            program.wait(PATIENCE)


@pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("openbox", "xdotool")),
    reason="there is no window manager or no xdotool here",
)
def test_the_keyboard_alone_carries_it_too(tmp_path: Path, profile: Path) -> None:
    with at_spi.screen(tmp_path) as (environment, reader):
        with (tmp_path / "openbox.txt").open("w") as said:
            manager = subprocess.Popen(["openbox"], env=environment, stderr=said)
        begun = [manager]

        def keys(*words: str) -> None:
            subprocess.run(["xdotool", *words], env=environment, check=True)

        def focused(role: str, name: str) -> None:
            """Wait until the keys go there: what is in the tree may not have them yet."""
            reader.until(lambda: reader.focused(role, name), f"the focus in {name!r}")

        try:
            # It gives the focus to windows that open after it came: the program has to be later.
            reader.until(lambda: manages(environment) or manager.poll() is not None, "a manager")
            assert manager.poll() is None, (tmp_path / "openbox.txt").read_text()
            command = [sys.executable, "-m", "app", "gui", "--profile", str(profile)]
            begun.append(subprocess.Popen([*command, "--lang", "en"], env=environment))
            reader.wait("push button", "Agent: Sample data")
            focused("text", "Message")
            keys("type", "--delay", "15", "Show me the win rate")
            keys("key", "Return")
            reader.until(lambda: reader.shows("push button", "Terran"), "the choices")
            keys("key", "1")
            answered(reader, 4)
            assert "interval" in reader.items("Conversation")[3]
            keys("type", "--delay", "15", "And Zerg?")
            keys("key", "Return")
            answered(reader, 6)
            reader.until(lambda: reader.shows("push button", "Send"), "an end of the answer")
            keys("key", "--delay", "50", "ctrl+shift+d")
            reader.wait("list item", "Win rate, race is Protoss and without mirrors, Sample")
            focused("text", "Type a few letters of it")
            keys("key", "Return")
            compared(reader)
            focused("check box", "Only differences")
            keys("key", "Escape")
            reader.until(lambda: reader.find("table", COMPARED) is None, "the window again")
            focused("text", "Message")
            keys("key", "ctrl+n")
            reader.until(lambda: reader.items("Conversation") == [], "a new conversation")
            keys("key", "ctrl+k")
            focused("text", "Type a few letters of a title")
            reader.wait("list item", "Show me the win rate")
            keys("key", "Return")
            reader.until(lambda: len(reader.items("Conversation")) == 6, "the first one again")
        finally:
            for process in reversed(begun):
                process.terminate()
                process.wait(PATIENCE)


def manages(environment: dict[str, str]) -> bool:
    """Whether a window manager answers: without one there are no desktops to count."""
    asked = ["xdotool", "get_num_desktops"]
    return subprocess.run(asked, env=environment, capture_output=True, check=False).returncode == 0


def compared(reader: at_spi.Reader) -> None:
    """The comparison is there to be read: what is the same, each cell of both, what to do."""
    reader.wait("table", COMPARED)
    assert reader.wait("label", "Rows the same: 0")
    assert reader.wait("check box", "Only differences")
    assert reader.wait("push button", "Copy the comparison")
    cells = reader.cells(COMPARED)
    assert any("≠ 1,200 → " in cell and cell.endswith(", differs") for cell in cells)


def beside(reader: at_spi.Reader) -> None:
    command(reader, "Inspector")
    reader.until(lambda: len(reader.items("Frames")) > 5, "the frames")
    assert reader.items("Frames")[0].startswith("Sent · SendStreamingMessage, ")
    assert reader.wait("text", "The frame as JSON")
    assert reader.wait("push button", "Copy as curl")
    command(reader, "Steps")
    assert reader.wait("list", "Steps of the plan")
    assert reader.wait("label", "No steps here")
    command(reader, "Time Travel")
    assert reader.wait("slider", "Moment of the conversation")
    assert reader.wait("push button", "Back to now")
    command(reader, "Time Travel")
    command(reader, "All Commands")
    reader.until(lambda: len(reader.items("Commands")) > 20, "the commands")
    assert "New Conversation, File, Ctrl+N" in reader.items("Commands")
    assert reader.wait("text", "Type a few letters of a command")
    command(reader, "Compare Results")
    assert reader.wait("text", "Type a few letters of it")
    assert reader.wait("list item", "Win rate, race is Terran and without mirrors, Sample")
    command(reader, "In the Archive")
    assert reader.wait("push button", "Undo")
    assert reader.wait("combo box", "All conversations")
    assert reader.wait("list item", "Archive (1)")


def command(reader: at_spi.Reader, name: str) -> None:
    """Press what the menus call so."""

    def pressed() -> bool:
        found = reader.find("menu item", name) or reader.find("check menu item", name)
        if found is not None:
            reader.press(found)
        return found is not None

    reader.until(pressed, f"a command {name!r}")


def carry(reader: at_spi.Reader) -> None:
    reader.wait("push button", "Agent: Sample data")
    say(reader, "Show me the win rate")
    terran = reader.wait("push button", "Terran")
    messages = reader.items("Conversation")
    assert messages[0].startswith("You, ")
    assert "Needs your answer" in messages[1]
    reader.until(
        lambda: any("Needs your answer" in said for said in reader.items("Conversations")),
        "what needs the person",
    )
    reader.press(terran)
    answered(reader, 4)
    assert "58%" in reader.items("Conversation")[3]
    # What asked counts as answered only once its agent, asked again, says that it goes on no more.
    reader.until(lambda: "Answered" in reader.items("Conversation")[1], "an answered question")
    say(reader, "And Zerg?")
    answered(reader, 6)
    say(reader, "Summarise the earlier analyses")
    answered(reader, 8)
    last = reader.items("Conversation")[-1]
    assert "Terran" in last
    assert "Zerg" in last
    assert any(item.startswith("Show me the win rate") for item in reader.items("Conversations"))


def say(reader: at_spi.Reader, text: str) -> None:
    reader.write(reader.wait("text", "Message"), text)
    reader.press(reader.wait("push button", "Send"))


def answered(reader: at_spi.Reader, rows: int) -> None:
    def so() -> bool:
        messages = reader.items("Conversation")
        return len(messages) == rows and ", Done," in messages[-1]

    reader.until(so, f"answer {rows}")
