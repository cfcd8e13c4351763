"""A language model proposes how a question is meant, as a typed query; what it says is checked."""
