"""What can go wrong, said to a person: each message is a sentence and names the next step."""


class WorkbenchError(Exception):
    """Something a person gave cannot be used; the message says what and what to do next."""


class DataError(WorkbenchError):
    """The data cannot be read or used."""


class SettingsError(WorkbenchError):
    """A setting, or a combination of settings, cannot work."""


class NoMeaningError(WorkbenchError):
    """What was asked for has no meaning here; `lacks`, or the target's kind, tells beforehand."""


class ModelFileError(WorkbenchError):
    """A model file is damaged, too new, or not a model."""


class SessionFileError(WorkbenchError):
    """A session or run file is damaged, too new, or none."""


class ExportError(WorkbenchError):
    """A model cannot be written in the exchange format, or came out wrong there."""


class WriteError(WorkbenchError):
    """A file could not be written; what stood there before is untouched."""
