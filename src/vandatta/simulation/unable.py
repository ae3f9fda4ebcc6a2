"""Why a simulation can't be done."""

from __future__ import annotations

from vandatta.messages import Lang, text


class Unable(Exception):
    """Why it can't be done: a message of the catalogue."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def sentence(self, lang: Lang) -> str:
        """Why, in the reader's language."""
        return text(lang, self.message, **self.values)


__all__ = ["Unable"]
