"""An MCP server that lies about its tools; its first argument says how."""

import json
import sys
from typing import Any

SCHEMAS: dict[str, dict[str, Any]] = {
    "words": {"properties": {name: {} for name in ("schema", "copy", "_x", "model_config")}},
    "ghost": {"properties": {}, "required": ["ghost"]},
    "shape": {"properties": [1, 2]},
    "endless": {"properties": {}},
    "twice": {"properties": {}},
    "result": {"properties": {}},
}


def answer(asked: dict[str, Any], how: str) -> dict[str, Any]:
    if asked["method"] == "initialize":
        return {
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "liar", "version": "1"},
        }
    if asked["method"] == "tools/call":
        given = asked["params"]["arguments"]
        return {"content": [], "structuredContent": {"n": "no number", "given": given}}
    tool: dict[str, Any] = {"name": how, "inputSchema": {"type": "object", **SCHEMAS[how]}}
    if how == "result":
        tool["outputSchema"] = {"type": "object", "properties": {"n": {"type": "integer"}}}
    page: dict[str, Any] = {"tools": [tool, tool] if how == "twice" else [tool]}
    if how == "endless":
        page["nextCursor"] = "more"
    return page


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        said: dict[str, Any] = {"jsonrpc": "2.0", "id": asked["id"]}
        if asked["method"] in ("initialize", "tools/list", "tools/call"):
            said["result"] = answer(asked, sys.argv[1])
        else:
            said["error"] = {"code": -32601, "message": "unknown"}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


main()
