"""What the OpenAPI document says of every route: bodies that are read by hand, and problems."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.conversations.service.rest.problems import MEDIA_TYPE, ProblemDetails
from app.conversations.service.rest.schemas import BODIES

_REF: Final = "#/components/schemas/{model}"
_PROBLEM: Final = {"$ref": "#/components/schemas/ProblemDetails"}
_ALWAYS: Final = (400, 401, 403, 404, 422, 429, 500, 503, 504)
_WITH_BODY: Final = (408, 409, 412, 413, 415)

_WORDS: Final = {
    304: "Not modified: the caller has this already.",
    400: "The request is malformed.",
    401: "A valid bearer token is needed.",
    403: "The token does not allow it.",
    404: "There is no such thing, or not for this token.",
    408: "The body did not arrive in time.",
    409: "It was changed meanwhile, or the id is taken.",
    412: "If-Match names another revision.",
    413: "The body is too large.",
    415: "The body must be application/json.",
    422: "A field does not fit.",
    429: "Too many requests: wait for Retry-After.",
    500: "The service failed.",
    503: "The service cannot store or is stopping: try again.",
    504: "It took too long: try again.",
}

KEY_HEADER: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 255, "pattern": "^[!-~]+$"},
    "description": "The same key with the same request acts once.",
}
MATCH_HEADER: Final = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "Only if this is still the revision.",
}


TENANT_PARAMETER: Final = {
    "name": "tenant_id",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "Must be the token's own tenant, if it is given at all.",
}


def takes(*models: type[Any], headers: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return what a route says of its body (any of the models) and of headers it reads."""
    refs = [{"$ref": _REF.format(model=model.__name__)} for model in models]
    schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
    return {
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "parameters": list(headers),
    }


def asks(model: type[BaseModel]) -> dict[str, Any]:
    """Return what a route says of a query that is read as the model."""
    schema = model.model_json_schema(ref_template=_REF)
    return {
        "parameters": [
            {"name": name, "in": "query", "required": False, "schema": one}
            for name, one in schema["properties"].items()
        ]
    }


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document with bodies, problems and the need of a token."""
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    _, bodies = models_json_schema(
        [(model, "validation") for model in (*BODIES, ProblemDetails)],
        ref_template=_REF,
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    # What answers say of a model is kept where a body uses the same name.
    for name, schema in bodies["$defs"].items():
        schemas.setdefault(name, schema)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _finish(path, method, operation)
    return document


def _finish(path: str, method: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    if not path.startswith("/api/"):
        return
    operation["security"] = [{"bearer": []}]
    operation.setdefault("parameters", []).append(TENANT_PARAMETER)
    if method == "get":
        responses["304"] = {"description": _WORDS[304]}
    for status in (*_ALWAYS, *(_WITH_BODY if method != "get" else ())):
        responses[str(status)] = {
            "description": _WORDS[status],
            "content": {MEDIA_TYPE: {"schema": _PROBLEM}},
        }
