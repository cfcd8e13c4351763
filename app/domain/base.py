"""The base of every domain value: frozen, closed to unknown fields, bytes as base64 in JSON."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A value is compared by its fields and never changes; a changed one is a new one."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        ser_json_bytes="base64",
        val_json_bytes="base64",
        # Validators are built at first use: start-up then pays only for what it needs.
        defer_build=True,
    )
