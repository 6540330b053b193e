"""What every feature of the window may use: pages, dialogs, themes, messages, folders."""
