"""The desk's end: cards fetched, HTTP clients, the link to an agent, streams followed, replay."""
