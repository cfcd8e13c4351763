"""The conversation service over HTTP: documented paths, tokens, limits, problems, OpenAPI."""
