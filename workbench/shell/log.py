"""The log file: what a person can send when something went wrong."""

import logging
import logging.handlers
from pathlib import Path

from workbench.shell.user_folders import data_folder

logger = logging.getLogger("ensemble_workbench")


def log_path() -> Path:
    """Where the log is."""
    return data_folder() / "log.txt"


def start_logging() -> None:
    """Write to the log file from now on; without a place for one, go on without it."""
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            log_path(), maxBytes=1_000_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
