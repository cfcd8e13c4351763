"""What the reader of an answer has seen of it, so that it can be taken back."""

from typing import Any


class Shown:
    """Owns which artifacts of a streamed answer the reader has seen in part."""

    def __init__(self, *, streaming: bool) -> None:
        self._streaming = streaming
        self._artifacts: dict[str, dict[str, Any]] = {}

    def take(self, response: dict[str, Any]) -> None:
        """Note what a response shows."""
        result = response.get("result") if self._streaming else None
        update = result.get("artifactUpdate") if isinstance(result, dict) else None
        if not isinstance(update, dict) or update.get("append"):
            return
        artifact = update.get("artifact")
        if isinstance(artifact, dict):
            self._artifacts[str(artifact.get("artifactId"))] = update

    def cleared(self) -> list[dict[str, Any]]:
        """Return responses that void what was shown: the answer begins anew."""
        found = []
        for update in self._artifacts.values():
            artifact = {**update["artifact"], "parts": []}
            found.append({"result": {"artifactUpdate": {**update, "artifact": artifact}}})
        self._artifacts.clear()
        return found
