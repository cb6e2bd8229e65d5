"""The help of the command in a language."""

import gettext
import os
from copy import copy
from typing import Final

import click

from relspace_client.locale.words import DOMAIN, LOCALES, Words, message
from relspace_client.picture.wrap import wrap

OF_CLICK: Final = (
    message("Usage:"),
    message("Options"),
    message("Commands"),
    message("Show the version and exit."),
    message("Show this message and exit."),
    message("default: {default}"),
)
"""What click itself says in a help; it looks for it in the catalogue of the domain that is set."""


class _Formatter(click.HelpFormatter):
    """Breaks lines by cells."""

    def write_text(self, text: str) -> None:
        """Writes paragraphs."""
        indent = " " * self.current_indent
        paragraphs = [wrap(paragraph, self.width - len(indent)) for paragraph in text.split("\n\n")]
        self.write("\n\n".join("\n".join(indent + line for line in lines) for lines in paragraphs) + "\n")


class _Context(click.Context):
    formatter_class = _Formatter


def in_language(command: click.Command, words: Words) -> click.Command:
    """The command with a help in this language, and so with all commands in it; what it was given stays as it is."""
    told = copy(command)
    told.context_class = _Context
    if command.help:
        told.help = words.say(command.help)
        told.short_help = told.help.partition("\n")[0]  # click would cut it at a space, of which Japanese has none
    told.params = [_option(param, words) for param in command.params]
    if isinstance(told, click.Group):
        told.commands = {name: in_language(one, words) for name, one in told.commands.items()}
    return told


def speak(language: str) -> None:
    """Has click say what it says by itself in a language too, in this process."""
    os.environ["LANGUAGE"] = language  # gettext looks there first
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)


def _option(param: click.Parameter, words: Words) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    told = copy(param)
    told.help = words.say(param.help)
    return told
