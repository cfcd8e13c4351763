"""schemathesis over the OpenAPI document of a served conversation service."""

import subprocess
import sys
from pathlib import Path

from tests.e2e.serving.conversation_process import ConversationProcess

# What a schema cannot say (which ids there are, that two fields must agree) is refused for good
# reasons: `positive_data_acceptance` would call each of them a fault.
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance,negative_data_rejection,"
    "missing_required_header,unsupported_method,use_after_free,ignored_auth"
)

REQUEST_SECONDS = 240

# The default, and 413: what violates a length in the schema may be too long to be read at all.
SETTINGS = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
"""


def run_schema(folder: Path, *, phases: str, examples: int, seconds: float, seed: int = 1) -> None:
    """Run the phases with that many examples per operation; raises with what was found."""
    (folder / "schemathesis.toml").write_text(SETTINGS)
    with ConversationProcess(folder / "profile", "--rate", "0") as service:
        scopes = "read,write,all_users,admin"
        token = service.run("token", "create", "--tenant", "acme", "--scopes", scopes)
        done = subprocess.run(
            [
                *(Path(sys.executable).with_name("schemathesis"), "run"),
                f"{service.url}/openapi.json",
                *("--header", f"Authorization: Bearer {token}"),
                *("--phases", phases),
                *("--max-examples", str(examples), "--seed", str(seed)),
                *("--checks", CHECKS, "--generation-database", "none", "--no-color"),
                # How quickly a busy machine draws examples says nothing of the service.
                *("--suppress-health-check", "all"),
                # Longer than the service takes to say itself that something took too long.
                *("--request-timeout", str(REQUEST_SECONDS)),
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=seconds,
        )
        assert done.returncode == 0, _short(done.stdout) + done.stderr[-2000:]
        print(done.stdout.rpartition("SUMMARY")[2])
        assert '"level": "error"' not in service.log.read_text()
        assert service.stop() == 0


def _short(report: str) -> str:
    """Return a report whose lines are cut: a body that was sent may have millions of characters."""
    return "\n".join(line[:500] for line in report.splitlines())[-20_000:]
