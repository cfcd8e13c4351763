"""What the window tells: notices in its bar, notifications of the desktop."""
