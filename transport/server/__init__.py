"""The agents' end over HTTP: dispatch, JSON-RPC, REST, cards, push notifications, the gateway."""
