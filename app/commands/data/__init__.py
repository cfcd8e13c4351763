"""Commands on files of rows, without a conversation."""
