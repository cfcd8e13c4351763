"""Which model is configured, and that its key is kept where keys belong and told to nobody."""

from pathlib import Path

import pytest

from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from app.connections.language_model import chosen_model, configured_model, forget_model, keep_model
from app.errors import AgentRefused, AgentUnreachable, BadInput
from app.profile.secrets import SessionSecrets
from tests.live.servers import free_port

KEY = "sk-very-secret"


def settings(profile: Path, text: str) -> Path:
    (profile / "settings.toml").write_text(text)
    return profile


def test_without_a_setting_there_is_no_model(tmp_path: Path) -> None:
    assert configured_model(tmp_path, environment={}, secrets=SessionSecrets()) is None


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    settings(tmp_path, '[model]\nkind = "openai"\nname = "a"\nurl = "http://localhost:1/v1"\n')
    chosen = chosen_model(tmp_path, environment={})
    assert chosen is not None
    assert (str(chosen), chosen.address) == ("openai:a", "http://localhost:1/v1")
    given = {"BALANCE_DESK_MODEL": "ollama:b:7b", "BALANCE_DESK_MODEL_KEY": KEY}
    other = configured_model(tmp_path, environment=given, secrets=SessionSecrets())
    assert other is not None
    assert (str(other), other.key) == ("ollama:b:7b", KEY)
    assert chosen_model(tmp_path, environment={"BALANCE_DESK_MODEL": ""}) is None


def test_when_it_reads_questions_is_kept_with_it(tmp_path: Path) -> None:
    secrets = SessionSecrets()
    keep_model(tmp_path, ModelConfig(kind="ollama", name="m"), secrets)
    found = configured_model(tmp_path, environment={}, secrets=secrets)
    assert found is not None
    assert found.questions == "rules-first"
    keep_model(tmp_path, ModelConfig(kind="ollama", name="m", questions="never"), secrets)
    found = configured_model(tmp_path, environment={}, secrets=secrets)
    assert found is not None
    assert found.questions == "never"


def test_a_key_goes_to_the_keyring_and_into_no_text(tmp_path: Path) -> None:
    secrets = SessionSecrets()
    config = ModelConfig(kind="anthropic", name="m", key=KEY)
    assert not keep_model(tmp_path, config, secrets)
    assert KEY not in (tmp_path / "settings.toml").read_text()
    assert KEY not in repr(config) + str(config)
    found = configured_model(tmp_path, environment={}, secrets=secrets)
    assert found is not None
    assert found.key == KEY
    forget_model(tmp_path, secrets)
    assert secrets.get(config.account) is None
    assert configured_model(tmp_path, environment={}, secrets=secrets) is None


@pytest.mark.parametrize(
    "text",
    [
        '[model]\nkind = "skynet"\nname = "x"\n',
        '[model]\nkind = "openai"\nname = ""\n',
        '[model]\nkind = "openai"\nname = 3\n',
        '[model]\nkind = "openai"\nname = "x"\nseconds = "long"\n',
        '[model]\nkind = "openai"\nname = "x"\nturn_tokens = 0\n',
        '[model]\nkind = "openai"\nname = "x"\nquestions = "sometimes"\n',
        '[model]\nkind = "openai"\nname = "x"\nquestions = true\n',
        '[model]\nkind = "openai"\nname = "x"\nlooks = "sometimes"\n',
        '[model]\nkind = "openai"\nname = "x"\nurl = "ftp://x"\n',
        '[model]\nkind = "openai"\nname = "x"\nurl = "http://me:pw@x"\n',
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput):
        chosen_model(settings(tmp_path, text), environment={})


@pytest.mark.parametrize(
    ("said", "agents"), [("", {"logs"}), ('looks = "all"', {"logs", "data"}),
                         ('looks = "never"', set())],
)  # fmt: skip
def test_a_model_is_shown_rows_of_logs_unless_something_else_is_chosen(
    tmp_path: Path, said: str, agents: set[str]
) -> None:
    path = settings(tmp_path, f'[model]\nkind = "openai"\nname = "x"\n{said}\n')
    found = chosen_model(path, environment={})
    assert found is not None
    assert {one for one in ("logs", "data") if found.looks_at(one)} == agents


def test_a_key_is_not_sent_in_the_clear() -> None:
    with pytest.raises(BadInput, match="https"):
        ModelConfig(kind="openai", name="x", url="http://example.org/v1", key=KEY)


@pytest.mark.anyio
async def test_a_vendor_without_a_key_and_a_server_that_is_not_there_are_told() -> None:
    with pytest.raises(AgentRefused, match="needs a key"):
        await LanguageModel(ModelConfig(kind="anthropic", name="m")).test()
    nobody = ModelConfig(kind="ollama", name="m", url=f"http://127.0.0.1:{free_port()}/v1", key=KEY)
    with pytest.raises(AgentUnreachable) as told:
        await LanguageModel(nobody).test()
    assert KEY not in str(told.value)
