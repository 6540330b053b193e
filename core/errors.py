"""What can go wrong, said to a person: each message is a sentence and names the next step."""


class WorkbenchError(Exception):
    """Something a person gave cannot be used; the message says what and what to do next."""


class DataError(WorkbenchError):
    """The data cannot be read or used."""


class SettingsError(WorkbenchError):
    """A setting, or a combination of settings, cannot work."""


class ModelFileError(WorkbenchError):
    """A model file is damaged, too new, or not a model."""


class WriteError(WorkbenchError):
    """A file could not be written; what stood there before is untouched."""
