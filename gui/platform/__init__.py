"""What Qt and the desktop give: event loop, tasks, clipboard, D-Bus, fonts, language."""
