"""What the doctor looks at: the profile, this system, the servers; and what it mends."""
