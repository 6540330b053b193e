"""The panels and views in docks: how they are arranged, named, kept and restored."""
