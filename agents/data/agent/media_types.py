"""The media types of messages that say what they want as a value instead of in words."""

from typing import Final

QUERY: Final = "application/vnd.balance-desk.query+json"
"""A typed query, or `{"query": …}`; its JSON Schema is that of `agents.data.query.query.Query`."""
EDITS: Final = "application/vnd.balance-desk.edits+json"
"""`{"base_task_id": …, "edits": […]}`: the query of that task, the last one without it, changed.

With `"instead_of": PATH`, a chip's `path`, the edits are instead of that part of it, and stand in
its place; without edits, the words of the message are. The rest stands.
"""
PROFILE: Final = "application/vnd.balance-desk.profile+json"
"""`{"table": …}`: what a table holds, answered as the artifact `profile`; what is said next is of
that table. Without a name it is the one that was turned to last."""
SQL: Final = "application/vnd.balance-desk.sql+json"
"""`{"sql": …, "language": …}`: one SELECT over the tables, run as it is; answered with `result` and
`query`, and a `frame` that says that nothing was understood of it."""
MODEL: Final = "application/vnd.balance-desk.model+json"
"""What columns are, as their person says: `agents.data.model.corrections.Correction`. It is kept
with the table's model, and answered with the `profile` as it is then."""
