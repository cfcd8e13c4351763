"""`balance-desk profile` and `balance-desk model …`, as a person and as a script run them."""

import json
from pathlib import Path

import pytest
import yaml

from app.cli import main

CSV = "city,people\nLyon,500\nNice,300\nLyon,200\n"
MODEL = {
    "version": "0.1.1",
    "semantic_model": [{
        "name": "m", "datasets": [{"name": "towns", "source": "towns"}],
        "metrics": [{"name": "inhabitants", "expression": {
            "dialects": [{"dialect": "ANSI_SQL", "expression": "SUM(people)"}]}}],
    }],
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "towns.csv"
    path.write_text(CSV)
    return path


def test_a_profile_in_words_and_as_json(
    file: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["profile", str(file), "--profile", str(profile)]) == 0
    said = capsys.readouterr().out
    assert "towns  3 × 2" in said
    assert "Lyon (2), Nice (1)" in said
    assert main(["profile", str(file), "--json", "--profile", str(profile)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rows"], [one["name"] for one in found["columns"]]) == (3, ["city", "people"])


def test_columns_go_by_the_names_that_a_query_takes(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "days.csv"
    path.write_text("order_day,temp (°C)\n2024-01-01,3.5\n2024-01-02,4.5\n")
    where = ["--profile", str(profile)]
    assert main(["profile", str(path), *where]) == 0
    names = [line.split("  ")[1] for line in capsys.readouterr().out.splitlines()[1:3]]
    assert names == ["order_day", "temp (°C)"]
    query = tmp_path / "query.json"
    query.write_text('{"measures": [{"aggregate": "mean", "of": "temp"}]}')
    assert main(["query", str(path), str(query), *where]) == 2
    assert "Near: temp (°C)." in capsys.readouterr().err


def test_a_model_is_checked_kept_and_shown(
    file: Path, profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.yaml"
    model.write_text(yaml.safe_dump(MODEL))
    where = ["--profile", str(profile)]
    assert main(["model", "check", str(file), str(model), *where]) == 0
    assert main(["model", "show", str(file), "--json", *where]) == 0
    checked, shown = capsys.readouterr().out.splitlines()
    assert "inhabitants" in checked
    assert "metrics" not in json.loads(shown)["semantic_model"][0]
    assert main(["model", "import", str(file), str(model), "--json", *where]) == 0
    assert json.loads(capsys.readouterr().out)["event"] == "kept"
    out = tmp_path / "out.yaml"
    assert main(["model", "export", str(file), "--out", str(out), *where]) == 0
    kept = yaml.safe_load(out.read_text())["semantic_model"][0]
    assert [one["name"] for one in kept["metrics"]] == ["inhabitants"]


def test_a_metric_of_many_columns_is_computed(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"m{n}" for n in range(36)]
    path, model = tmp_path / "months.csv", tmp_path / "model.yaml"
    path.write_text(f"{','.join(names)}\n" + f"{','.join(map(str, range(36)))}\n" * 2)
    said = {"dialects": [{"dialect": "ANSI_SQL", "expression": f"SUM({' + '.join(names)})"}]}
    model.write_text(yaml.safe_dump({"version": "0.1.1", "semantic_model": [{
        "name": "m", "datasets": [{"name": "months", "source": "months"}],
        "metrics": [{"name": "whole", "expression": said}],
    }]}))  # fmt: skip
    query = tmp_path / "query.json"
    query.write_text('{"measures": [{"metric": "whole"}]}')
    where = ["--profile", str(profile)]
    assert main(["model", "import", str(path), str(model), *where]) == 0
    assert main(["query", str(path), str(query), *where]) == 0
    assert "1,260" in capsys.readouterr().out


def test_what_is_wrong_is_said_in_a_line(
    file: Path, profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.yaml"
    model.write_text("version: 9\n")
    where = ["--profile", str(profile)]
    assert main(["model", "check", str(file), str(model), *where]) == 2
    assert main(["profile", str(tmp_path / "none.csv"), *where]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "model.yaml" in first
    assert "none.csv" in second


@pytest.mark.parametrize("first", [True, False])
def test_a_query_knows_the_metrics_that_were_imported(
    file: Path, profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], first: bool
) -> None:
    model, query = tmp_path / "model.yaml", tmp_path / "query.json"
    model.write_text(yaml.safe_dump(MODEL))
    query.write_text('{"measures": [{"metric": "inhabitants"}]}')
    where = ["--profile", str(profile)]
    assert main(["model", "import", str(file), str(model), *where]) == 0
    asked = ["query", str(file), str(query)]
    assert main([*where, *asked] if first else [*asked, *where]) == 0
    assert "1,000" in capsys.readouterr().out
