"""What the operating system is needed for: files, locks, displays, installation, the end."""
