"""What ships beside the code: icons, translations, the simulated sample table."""
