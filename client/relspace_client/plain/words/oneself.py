"""Words about oneself: one's name, and the language in which one reads."""

from dataclasses import replace

from relspace.wire.commands import Rename, SaveSettings
from relspace.wire.settings import PlayerSettings
from relspace_client.around.choices import LANGUAGE_NAMES
from relspace_client.plain.voice import Voice, own_name


async def language(voice: Voice, text: str) -> None:
    """The language of the session from now on, kept with the account; or which one it is."""
    wanted = text.casefold()
    code = next((code for code, name in LANGUAGE_NAMES.items() if wanted in (code, name.casefold())), "")
    if not code:
        _tell_language(voice)
        return
    voice.read_in(code)
    me = voice.model.me
    if await voice.send(SaveSettings(replace(me.settings if me else PlayerSettings(), language=code))) is not None:
        _tell_language(voice)


def _tell_language(voice: Voice) -> None:
    reader = voice.reader
    voice.say(
        reader.say(
            "Language: {language}. Type language and {codes} for another one.",
            language=LANGUAGE_NAMES[reader.words.language],
            codes=reader.words.either(list(LANGUAGE_NAMES)),
        )
    )


async def name(voice: Voice, text: str) -> None:
    """Another name; or what one is called."""
    called = own_name(voice.model)
    if text and text != called:
        await voice.send(Rename(text))
    else:
        voice.say(voice.reader.say("You are called {name}. Type name and another one.", name=called))
