"""A display is found by asking it, not by its name alone."""

import socket
from pathlib import Path

import pytest

from app import display


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": ""},
        {"DISPLAY": ":98765"},
        {"DISPLAY": "nonsense"},
        {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":98765"},
    ],
)
def test_no_display(environment: dict[str, str]) -> None:
    assert not display.available(environment)


@pytest.mark.parametrize(
    "environment", [{"QT_QPA_PLATFORM": "offscreen"}, {"WAYLAND_DISPLAY": "wayland-0"}]
)
def test_a_platform_that_needs_no_x_server(environment: dict[str, str]) -> None:
    assert display.available(environment)


def test_a_server_that_listens_is_found() -> None:
    number = 91234
    path = Path(f"/tmp/.X11-unix/X{number}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(f"\0{path}")
        server.listen()
        assert display.available({"DISPLAY": f":{number}.0"})
    assert not display.available({"DISPLAY": f":{number}"})


def test_fcitx_is_spoken_to_as_ibus() -> None:
    environment = {"QT_IM_MODULE": "fcitx5"}
    assert display.prepare_input_method(environment)
    assert environment == {"QT_IM_MODULE": "ibus"}
    assert not display.prepare_input_method(environment)
