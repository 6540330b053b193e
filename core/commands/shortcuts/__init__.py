"""The program in the desktop's menu, and its files by a double click."""
