"""The files for operators are sound: an image without Qt, compose, manifests, settings."""

import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema

from app.conversations.service import oidc
from app.profile.folder import Profile
from app.profile.secrets import SessionSecrets
from app.profile.settings import read_file
from app.serving import retention
from tests.patience import PATIENCE
from transport.kafka.settings import PASSWORD, kafka_options

ROOT = Path(__file__).resolve().parent.parent.parent
MANIFESTS = sorted((ROOT / "packaging" / "kubernetes").glob("*.yaml"))
SETTINGS = ROOT / "packaging" / "operations" / "settings.toml"
SERVERS = ("serve", "gateway", "conversations", "purge")
WITHOUT_QT = f"""
import sys
for name in ("PySide6", "shiboken6", "qasync", "gui"):
    sys.modules[name] = None
from app.cli import main
from app.commands.doctor import command
command.AGENT_SECONDS = {PATIENCE}  # a busy machine is no problem of the installation
for server in {SERVERS}:
    try:
        main([server, "--help"])
    except SystemExit as end:
        assert not end.code, (server, end.code)
raise SystemExit(main())
"""


def test_the_image_has_every_package_but_the_windows():
    words = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    program = re.search(r"awk '([^']+)'", words)[1]
    lock = ROOT / "requirements" / "run.txt"
    done = subprocess.run(["awk", program, lock], capture_output=True, text=True, check=True)
    found, whole = (
        set(re.findall(r"^([a-z0-9._-]+)==", text, re.M))
        for text in (done.stdout, lock.read_text("utf-8"))
    )
    assert whole - found == {"pyside6-essentials", "shiboken6", "qasync"}
    assert done.stdout.count("--hash") > len(found)
    pinned = re.findall(r"^\S+==", done.stdout, re.M)
    assert len(pinned) == len(found)


def test_servers_need_no_qt(tmp_path):
    words = ["conversations", "token", "create", "--tenant", "acme"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, *words, "--profile", str(tmp_path / "p")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert all(f"usage: balance-desk {command}" in done.stdout for command in SERVERS)


def test_the_doctor_misses_no_window_where_there_is_none(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, "doctor", "--profile", str(tmp_path / "p")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "PROBLEM" in done.stdout) == (0, False), done.stdout
    assert re.search(r"^ok +window", done.stdout, re.M)


@pytest.fixture
def settings_in_the_image(monkeypatch):
    """Return where the program reads its settings in a container."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", re.search("^ENV XDG_DATA_HOME=(.+)$", text, re.M)[1])
    return Profile().settings


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_manifests_say_what_the_program_understands(file, settings_in_the_image):
    from app.cli import _parser

    for manifest in yaml.safe_load_all(file.read_text("utf-8")):
        if manifest["kind"] not in ("Deployment", "StatefulSet"):
            continue
        pod = manifest["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        takes_requests = [
            c for c in pod["containers"] if [p["name"] for p in c["ports"]] == ["http"]
        ]
        assert all(c["lifecycle"]["preStop"] for c in takes_requests)
        assert pod["terminationGracePeriodSeconds"] >= 30
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        for container in [*pod["containers"], *pod.get("initContainers", [])]:
            _parser().parse_args(container["args"])
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            assert "memory" in container["resources"]["limits"]
            mounts = {one["mountPath"]: one for one in container["volumeMounts"]}
            settings = mounts[str(settings_in_the_image)]
            assert settings["subPath"] == settings_in_the_image.name
            assert "configMap" in volumes[settings["name"]]
            assert "emptyDir" in volumes[mounts[str(settings_in_the_image.parent)]["name"]]
            assert {one["name"] for one in mounts.values()} <= set(volumes)


def test_the_compose_file_says_what_the_program_understands(settings_in_the_image):
    from app.cli import _parser

    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    ours = {name: one for name, one in compose["services"].items() if "build" in one}
    assert set(ours) == {"service", "agents", "gateway"}
    [config] = {config["source"] for one in ours.values() for config in one["configs"]}
    for service in ours.values():
        _parser().parse_args(service["command"])
        assert [one["target"] for one in service["configs"]] == [str(settings_in_the_image)]
        # Docker makes it for root else, with the rights of the image's folder.
        assert f"{settings_in_the_image.parent}:uid=10001,gid=10001,mode=0700" in service["tmpfs"]
        assert service["read_only"] is True
    file = re.fullmatch(r"\$\{SETTINGS_FILE:-(.+)\}", compose["configs"][config]["file"])[1]
    assert (ROOT / file).samefile(SETTINGS)


def test_what_is_read_only_and_has_no_rights_can_start():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    for service in compose["services"].values():
        # What is no file is copied into a container, which Docker refuses where it is read-only.
        assert all("file" in compose["secrets"][name] for name in service.get("secrets", ()))
    # Root without its rights becomes nobody else: nginx would end at once.
    assert compose["services"]["proxy"]["user"] == "101:101"


def test_the_compose_file_fits_the_specification():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    jsonschema.validate(compose, get_builtin_schema("vendor.compose-spec"))


def test_the_settings_that_are_shipped_are_understood_with_what_they_propose(tmp_path, monkeypatch):
    proposed = re.sub(r"^#(?=\S)", "", SETTINGS.read_text("utf-8"), flags=re.M)
    (tmp_path / "settings.toml").write_text(proposed)
    monkeypatch.setenv(PASSWORD, "secret")
    table = read_file(tmp_path)
    assert retention.read(tmp_path).usual == retention.Retention()
    assert table["retention"].keys() == {*asdict(retention.Retention()), "tenants"}
    assert retention.read(tmp_path).of("acme") != retention.Retention()
    options = kafka_options(table["kafka"], table["kafka"]["bootstrap"], SessionSecrets())
    assert (options.protocol, options.user) == ("SASL_SSL", "agents")
    assert oidc.read_settings(tmp_path / "settings.toml").tenant == "acme"


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_manifests_fit_the_schema_of_kubernetes(file):
    for manifest in yaml.safe_load_all(file.read_text("utf-8")):
        kubernetes_validate.validate(manifest, "1.37", strict=True)
