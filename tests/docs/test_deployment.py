"""The files for operators are sound: an image without Qt, compose, manifests, settings."""

import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from urllib.parse import urlsplit

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
OF_AGENTS = SETTINGS.with_name("agents.toml")
PAGE = ROOT / "docs" / "operations-deployment.md"
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
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
    # It is built with what is installed: the base image's own may be too old for pyproject.toml.
    assert "setuptools" in found
    assert words.index("requirements/server.txt") < words.index("--no-build-isolation")
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
            profile = volumes[mounts[str(settings_in_the_image.parent)]["name"]]["emptyDir"]
            limits = [one["emptyDir"]["sizeLimit"] for one in pod["volumes"] if "emptyDir" in one]
            memory = container["resources"]["limits"]["memory"]
            room_for_the_log(profile["sizeLimit"], among=limits, memory=memory)
            assert {one["name"] for one in mounts.values()} <= set(volumes)


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_manifests_are_asked_how_they_are_and_found_by_their_clients(file):
    [workload], [service], [budget] = (
        [one for one in yaml.safe_load_all(file.read_text("utf-8")) if one["kind"] in kinds]
        for kinds in (("Deployment", "StatefulSet"), ("Service",), ("PodDisruptionBudget",))
    )
    pod = workload["spec"]["template"]
    for labels in (
        workload["spec"]["selector"]["matchLabels"],
        service["spec"]["selector"],
        budget["spec"]["selector"]["matchLabels"],
    ):
        assert labels == pod["metadata"]["labels"]
    [container] = pod["spec"]["containers"]
    [port] = container["ports"]
    for probe, path in (("readiness", "/ready"), ("liveness", "/health"), ("startup", "/health")):
        asked = container[f"{probe}Probe"]["httpGet"]
        assert asked == {"path": path, "port": port["name"]}
    assert [one["targetPort"] for one in service["spec"]["ports"]] == [port["name"]]
    assert str(port["containerPort"]) in " ".join(container["args"])
    # The loss of a node is not that of all replicas.
    [spread] = pod["spec"]["topologySpreadConstraints"]
    assert spread["labelSelector"]["matchLabels"] == pod["metadata"]["labels"]
    assert spread["topologyKey"] == "kubernetes.io/hostname"
    assert pod["metadata"]["annotations"]["prometheus.io/port"] == str(port["containerPort"])
    # Secrets are files, and no more of the cluster is known in there.
    assert pod["spec"]["automountServiceAccountToken"] is False
    for one in container["env"]:
        assert one["name"].endswith("_FILE") or "fieldRef" in one["valueFrom"]


def test_the_gateway_of_the_manifests_tells_the_agents_who_asks():
    workloads = {
        file.stem: next(yaml.safe_load_all(file.read_text("utf-8")))["spec"]["template"]["spec"]
        for file in MANIFESTS
    }
    for name in ("agents", "gateway"):
        [container] = workloads[name]["containers"]
        assert "--token-file=/secrets/tokens" in container["args"], name
        [secrets] = [one for one in workloads[name]["volumes"] if one["name"] == "secrets"]
        sources = [one["secret"]["name"] for one in secrets["projected"]["sources"]]
        # One secret: a token that one of them knows, the other knows.
        assert sources == [f"balance-desk-{name}", "balance-desk-tokens"]
    assert "--pass-tokens" in workloads["gateway"]["containers"][0]["args"]


def room_for_the_log(profile, *, among, memory):
    """Require that the log has room in a profile, and that memory has more than all."""
    log = tomllib.loads(OF_AGENTS.read_text("utf-8"))["retention"]["log_megabytes"] * 1_000_000
    assert 0 < 1.5 * log < size_of(profile)
    assert sum(map(size_of, among)) < size_of(memory)


def size_of(text):
    """Return the bytes of a size such as 128m or 128Mi."""
    number, unit = re.fullmatch(r"(\d+)([mMgG])i?", text).groups()
    return int(number) << (20 if unit in "mM" else 30)


def test_each_kind_of_server_has_a_manifest():
    assert {file.stem for file in MANIFESTS} == {"agents", "conversations", "gateway"}


def test_the_compose_file_says_what_the_program_understands(settings_in_the_image):
    from app.cli import _parser

    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    ours = {name: one for name, one in compose["services"].items() if "build" in one}
    assert set(ours) == {"service", "agents", "gateway"}
    for name, service in ours.items():
        _parser().parse_args(service["command"])
        [config] = (compose["configs"][one["source"]]["file"] for one in service["configs"])
        file = re.fullmatch(r"\$\{(?:AGENTS_)?SETTINGS_FILE:-(.+)\}", config)[1]
        assert (ROOT / file).samefile(SETTINGS if name == "service" else OF_AGENTS)
        assert [one["target"] for one in service["configs"]] == [str(settings_in_the_image)]
        # Docker makes it for root else, with the rights of the image's folder.
        profile = f"{settings_in_the_image.parent}:uid=10001,gid=10001,mode=0700"
        sizes = dict(one.split("size=") for one in service["tmpfs"])
        assert sizes.keys() == {"/tmp:", f"{profile},"}
        limit = service["deploy"]["resources"]["limits"]["memory"]
        room_for_the_log(sizes[f"{profile},"], among=sizes.values(), memory=limit)
        assert service["read_only"] is True


def test_other_commands_in_a_container_find_what_its_server_uses(tmp_path):
    from app.cli import _parser

    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    # What the command alone says, `doctor`, `purge` and `dead list` do not know.
    assert services["service"]["environment"]["BALANCE_DESK_REDIS"] == "redis://redis:6379"
    assert not any("--redis" in word for word in services["service"]["command"])
    shutil.copy(OF_AGENTS, tmp_path / "settings.toml")
    brokers = read_file(tmp_path)["kafka"]["bootstrap"]
    assert _parser().parse_args(services["agents"]["command"]).kafka == brokers
    assert urlsplit(_parser().parse_args(services["gateway"]["command"]).source).netloc == brokers


def test_what_is_read_only_and_has_no_rights_can_start():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    for service in compose["services"].values():
        # What is no file is copied into a container, which Docker refuses where it is read-only.
        assert all("file" in compose["secrets"][name] for name in service.get("secrets", ()))
    # Root without its rights becomes nobody else: nginx would end at once. Of Kafka's image it is
    # none from the beginning.
    assert {
        name: service.get("user")
        for name, service in compose["services"].items()
        if "build" not in service
    } == {"proxy": "101:101", "postgres": "999:999", "redis": "999:999", "kafka": None}


def test_the_proxy_looks_for_the_service_again_once_that_is_replaced():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert compose["services"]["proxy"]["depends_on"]["service"]["restart"] is True


def test_every_container_has_limits_says_how_it_is_and_has_no_rights():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    for name, service in compose["services"].items():
        limits = service["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0, name
        assert bytes_of(limits["memory"]) > 0, name
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["logging"] == {"driver": "local"}, name  # which rotates; the usual does not
    proxy = compose["services"]["proxy"]
    [bodies] = [one.removeprefix("/tmp:size=") for one in proxy["tmpfs"]]
    # So does what strangers upload: files in memory count as the container's.
    assert 2 * bytes_of(bodies) <= bytes_of(proxy["deploy"]["resources"]["limits"]["memory"])
    redis = compose["services"]["redis"]
    words = redis["command"]
    full = bytes_of(words[words.index("--maxmemory") + 1].removesuffix("b"))
    # It refuses what is too much before it is ended for it, also while it writes its file anew.
    assert 2 * full < bytes_of(redis["deploy"]["resources"]["limits"]["memory"])


def bytes_of(text):
    """Return how many bytes `512m` or `2g` are."""
    return int(text[:-1]) * {"m": 2**20, "g": 2**30}[text[-1]]


def test_what_the_pages_say_starts_the_version_that_is_here():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    [version] = re.findall(
        r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M
    )
    for file in [ROOT / "compose.yaml", *MANIFESTS, PAGE]:
        tags = re.findall(r"balance-desk:(\d[\w.]*)", file.read_text("utf-8"))
        assert set(tags) == {version}, file
    started = [
        words.split()
        for page in sorted((ROOT / "docs").glob("*.md"))
        for words in re.findall(r"docker compose ([^`\n]*\bup\b[^`\n]*)", page.read_text("utf-8"))
    ]
    assert len(started) > 2
    others = {name for name, one in compose["services"].items() if "build" not in one}
    # What has the tag already may be an older version's: it is made anew.
    assert all("--build" in words or words[-1] in others for words in started), started


def test_no_secret_is_in_the_environment_of_a_container():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    for service in compose["services"].values():
        for name, value in service.get("environment", {}).items():
            secret = re.search("PASSWORD|DATABASE|SECRET|TOKEN", name)
            assert not secret or value.removeprefix("/run/secrets/") in service["secrets"], name


PINNED = re.compile(r"[a-z0-9./-]+:[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}")


def test_images_of_others_are_named_by_their_bytes():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    [python] = re.findall(r"^ARG PYTHON_IMAGE=(.+)$", dockerfile, re.M)
    assert re.findall("^FROM (.+)$", dockerfile, re.M) == ["${PYTHON_IMAGE}"]
    images = [one["image"] for one in compose["services"].values() if "build" not in one]
    # Each can be another without a change here.
    named = [re.fullmatch(r"\$\{([A-Z]+_IMAGE):-(.+)\}", image).groups() for image in images]
    assert all(PINNED.fullmatch(image) for image in [python, *(image for _, image in named)])
    # The page says how each is asked for and replaced.
    page = dict(BLOCK.findall(PAGE.read_text("utf-8")))["digests"]
    assert {name for name, _ in named} | {"PYTHON_IMAGE"} == set(re.findall(r"\w+_IMAGE", page))


def test_the_page_puts_the_own_image_into_the_manifests_by_its_bytes(tmp_path):
    folder = tmp_path / "packaging" / "kubernetes"
    shutil.copytree(MANIFESTS[0].parent, folder)
    pushed = "registry.example.org/balance-desk@sha256:" + 64 * "a"
    for _ in range(2):  # the next version too
        run("own", tmp_path, docker=f'[ "$1" != inspect ] || echo {pushed}')
    found = [
        container["image"]
        for file in folder.glob("*.yaml")
        for manifest in yaml.safe_load_all(file.read_text("utf-8"))
        if "template" in manifest.get("spec", {})
        for group in ("containers", "initContainers")
        for container in manifest["spec"]["template"]["spec"].get(group, ())
    ]
    assert found
    assert set(found) == {pushed}


def test_the_page_makes_the_secrets_that_the_compose_file_takes(tmp_path):
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    run("secrets", tmp_path, sudo='echo "$@" >> owners')
    readers = {
        path.removeprefix("secrets/"): words[1]
        for words in map(str.split, (tmp_path / "owners").read_text().splitlines())
        for path in words[2:]
    }
    for name, secret in compose["secrets"].items():
        assert secret["file"] == f"${{SECRETS_FOLDER:-./secrets}}/{name}"
        file = tmp_path / "secrets" / name
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        users = {
            service.get("user", "10001").partition(":")[0]
            for service in compose["services"].values()
            if name in service.get("secrets", ())
        }
        assert users == {readers[name]}, name
    owners, service = (
        (tmp_path / "secrets" / f"{name}-password").read_text().strip()
        for name in ("owner", "balance")
    )
    address = urlsplit((tmp_path / "secrets" / "database").read_text().strip())
    assert (address.username, address.password) == ("balance", service)
    assert (address.hostname, address.path) == ("postgres", "/balance")
    # Whoever knows what the service knows is not the owner, whom row-level security does not hold.
    assert owners != service


def run(name, folder, **commands):
    """Run a block of the page in a folder, with these commands instead of what is installed."""
    script = dict(BLOCK.findall(PAGE.read_text("utf-8")))[name]
    others = "".join(f"{command}() {{ {body}; }}\n" for command, body in commands.items())
    done = subprocess.run(
        ["bash", "-euc", others + script], cwd=folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_page_names_the_version_of_compose_that_knows_what_the_file_says():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert any("content" in one for one in compose["configs"].values())  # the newest: 2.23.1
    assert "Docker Compose 2.23.1 or newer" in PAGE.read_text("utf-8")


def test_the_compose_file_fits_the_specification():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    jsonschema.validate(compose, get_builtin_schema("vendor.compose-spec"))


def test_the_settings_that_are_shipped_are_understood_with_what_they_propose(tmp_path, monkeypatch):
    def proposed(file):
        text = re.sub(r"^#(?=\S)", "", file.read_text("utf-8"), flags=re.M)
        (tmp_path / "settings.toml").write_text(text)
        return read_file(tmp_path)

    monkeypatch.setenv(PASSWORD, "secret")
    table = proposed(SETTINGS)
    assert retention.read(tmp_path).usual == retention.Retention()
    assert table["retention"].keys() == {*asdict(retention.Retention()), "tenants"}
    assert retention.read(tmp_path).of("acme") != retention.Retention()
    assert oidc.read_settings(tmp_path / "settings.toml").tenant == "acme"
    table = proposed(OF_AGENTS)
    # A container has less room for its log than a machine.
    shipped = retention.read(tmp_path).usual
    assert replace(shipped, log_megabytes=10_000) == retention.Retention()
    options = kafka_options(table["kafka"], table["kafka"]["bootstrap"], SessionSecrets())
    assert (options.protocol, options.user) == ("SASL_SSL", "agents")


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_manifests_fit_the_schema_of_kubernetes(file):
    for manifest in yaml.safe_load_all(file.read_text("utf-8")):
        kubernetes_validate.validate(manifest, "1.37", strict=True)
