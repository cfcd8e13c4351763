"""What reads files of each kind."""
