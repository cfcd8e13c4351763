"""How everything looks: theme, icons, the style of messages; the preferences that change it."""
