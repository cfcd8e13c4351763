"""A2A as it is written: operations, ProtoJSON, protobuf and domain values, errors, SSE."""
