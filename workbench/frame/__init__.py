"""The window itself: menus, docks, the status line, themes, dialogs, and how it starts."""
