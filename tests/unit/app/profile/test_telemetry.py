"""Spans go where OpenTelemetry's own variables say, and nowhere else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from app.errors import BadInput
from app.profile import telemetry
from tests.patience import PATIENCE

ASK = ["ask", "--agent", "echo", "hello"]


def asked(profile: Path, **variables: str) -> str:
    """Return what a process of its own wrote: what is set up there is for good."""
    command = [sys.executable, "-m", "app", *ASK, "--profile", str(profile)]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout


@pytest.mark.parametrize("exporters", ["", "none"])
def test_it_is_off_unless_an_exporter_is_named(tmp_path: Path, exporters: str) -> None:
    assert "trace_id" not in asked(tmp_path, OTEL_TRACES_EXPORTER=exporters)


def test_a_command_sends_its_spans_to_the_exporter(tmp_path: Path) -> None:
    told = asked(tmp_path, OTEL_TRACES_EXPORTER="console", OTEL_SERVICE_NAME="mine")
    begin = told.index("{\n")
    spans, rest = [], told[begin:]
    while rest.startswith("{"):
        span, end = json.JSONDecoder().raw_decode(rest)
        spans.append(span)
        rest = rest[end:].lstrip()
    assert {"invoke_agent Echo", "invoke_agent echo", "SendStreamingMessage"} <= {
        span["name"] for span in spans
    }
    assert len({span["context"]["trace_id"] for span in spans}) == 1
    assert {span["resource"]["attributes"]["service.name"] for span in spans} == {"mine"}


def test_an_exporter_that_is_not_there_is_said(
    profile: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "nowhere")
    assert main([*ASK, "--profile", str(profile)]) == 2
    assert "no such exporter" in capsys.readouterr().err


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(BadInput, match=r"balance-desk\[telemetry\]"):
        telemetry.begin()
