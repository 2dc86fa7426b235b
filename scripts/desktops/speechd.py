"""Stands in for speech-dispatcher's library in a screen reader: writes what is said, a line each, to ORIEL_SPEECH."""
import enum
import html
import os
import re


class CallbackType(enum.Enum):
    BEGIN = CANCEL = END = INDEX_MARK = PAUSE = RESUME = 0


class DataMode(enum.Enum):
    TEXT, SSML = "text", "ssml"


class Priority(enum.Enum):
    IMPORTANT, MESSAGE, TEXT, NOTIFICATION, PROGRESS = range(5)


class PunctuationMode(enum.Enum):
    ALL, MOST, SOME, NONE = range(4)


class SSIPError(Exception):
    pass


class SSIPCommandError(SSIPError):
    pass


class SSIPCommunicationError(SSIPError):
    pass


class SSIPClient:
    def __init__(self, *_, **__):
        self.file = open(os.environ["ORIEL_SPEECH"], "a", encoding="utf-8")

    def speak(self, text, callback=None, event_types=None):
        words = " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())
        print(words, file=self.file, flush=True)

    def char(self, character):
        self.speak(character)

    def list_output_modules(self):
        return ("none",)

    def list_synthesis_voices(self):
        return (("none", "en", "none"),)

    def __getattr__(self, name):
        """Takes all settings, and has none."""
        return lambda *_, **__: None
