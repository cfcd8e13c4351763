"""What lines of a log have columns of: known formats, and what lines say of themselves."""
