"""A client's end of a cluster: connection, replies in order, turns that wait."""
