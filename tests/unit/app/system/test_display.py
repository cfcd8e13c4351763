"""A display is found by asking it, not by its name alone."""

import socket
from pathlib import Path

import pytest

from app.system import display


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


def test_an_x11_session_that_names_fcitx_to_others_only_is_asked_as_ibus():
    session = {"DISPLAY": ":0", "XMODIFIERS": "@im=fcitx"}
    told = dict(session)
    assert display.prepare_input_method(told)
    assert told == {**session, "QT_IM_MODULE": "ibus"}
    for other in (
        {"WAYLAND_DISPLAY": "wayland-0"},
        {"QT_IM_MODULE": "compose"},
        {"QT_IM_MODULES": "wayland;ibus"},
        {"XMODIFIERS": "@im=ibus"},
    ):
        assert not display.prepare_input_method({**session, **other})
