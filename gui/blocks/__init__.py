"""The pieces a message is painted from: prose, code, table, chart, file, state and origin."""
