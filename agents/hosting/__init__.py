"""Any A2A executor as a served agent: handler, contexts, queue, task store, owners."""
