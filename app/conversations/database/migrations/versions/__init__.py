"""The revisions, oldest first by number; each is written once and never changed afterwards."""
