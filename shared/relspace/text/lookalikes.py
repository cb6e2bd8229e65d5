"""Names that look alike: one key for all of them, so that nobody can pass for somebody else.

The table is for the letters that names may have, and for what they are taken for at a glance in a terminal: those of
other scripts that look like a Latin letter, and kana that look like a Chinese character.
"""

from types import MappingProxyType
from typing import Final
from unicodedata import normalize

_LATIN: Final = {
    "2": "ꝚƧꙄ",
    "3": "ƷȜɜꝪЗӠ",
    "5": "Ƽ",
    "6": "б",
    "8": "ȣ",
    "9": "Ꝯ",
    "a": "ɑαΑаА",
    "b": "ƄꞴЬВΒ",
    "c": "ᴄсСϲϹ",
    "d": "ԁ",
    "e": "ꬲеҽЕΕ",
    "f": "ꬵꞙẝքϜ",
    "g": "ɡᶃƍցԌ",
    "h": "һНհΗ",
    "i": "ıɪɩιіꙇ",
    "j": "ϳͿјЈ\ua7b2",
    "k": "κΚкК",
    "l": "ƖǀΙІӀӏוןا",
    "m": "ΜϺМᴍ",
    "n": "ոռηΝɴ",
    "o": "ᴏᴑꬽοσΟоОჿօՕഠဝዐଠסهہە",
    "p": "ρΡрРᴘ",
    "q": "ԛգզ",
    "r": "ꭇꭈƦᴦгʀ",
    "s": "ꜱѕЅՏ",
    "t": "ΤТτᴛ",
    "u": "ꞟᴜꭎꭒʋυսՍሀ",
    "v": "ᴠνѵѴ",
    "w": "ɯᴡѡԝԜաωш",
    "x": "хХꭓΧχ",
    "y": "ɣᶌʏỿꭚγΥуүУҮყ",
    "z": "ᴢΖ",
}
"""Letters that look like a Latin letter or a digit, in the case in which they do."""

_EASTERN: Final = (
    "一ー 二ニ 三ミ 八ハ 力カ 工エ 夕タ 卜ト 口ロ囗 才オ 厶ム ノ丿 へヘ りリ 土士 日曰 未末 千干 己已巳 "
    "值値 啓啟 填塡 戶戸 晩晚 研硏 絕絶 郎郞 鎮鎭 黑黒 併倂 隷隸 跺跥 媯嬀 青靑 說説 高髙 吉𠮷 崎﨑"
)
"""Groups of kana and Chinese characters that look like the first of them."""

_OTHERS: Final = "πпᴨ λлᴫ φфɸ ψѱ ωѡꞷ εєɛԑ əәǝ þϸ ʌᴧ ɔͻᴐↄ иᴎͷ яᴙ"
"""Groups of letters that look like each other though not like Latin ones."""

_MARKS: Final = {"\u030c": "\u0306", "\u030a": "\u0307", "\u0326": "\u0327", "\u030b": "\u0308"}
"""Marks that look like others: caron and breve, ring and dot, comma and cedilla, double acute and diaeresis."""

_LOOKS_LATIN: Final = MappingProxyType({char: latin for latin, chars in _LATIN.items() for char in chars})

_GROUPED: Final = MappingProxyType(
    {char: group[0] for group in (_EASTERN + " " + _OTHERS).split() for char in group[1:]} | _MARKS
)

_SAME: Final = {"i": "l", "1": "l", "0": "o", "m": "rn", "w": "vv"}
"""Latin letters and digits that are taken for others, given that case does not count: I and l, 0 and O."""

_DOTTED: Final = "l\N{COMBINING DOT ABOVE}"


def name_key(name: str) -> str:
    """What all names have in common that look like this one, whatever their case.

    Two names may exist side by side if and only if their keys differ.
    """
    if name.isascii():  # most are, and a server that starts asks for thousands
        return name.translate(_ASCII)
    folded = normalize("NFD", normalize("NFKC", name).casefold())
    return "".join(map(_key, folded)).replace(_DOTTED, "l")


def looks_latin(letter: str) -> bool:
    """Whether a letter of another script looks like a Latin one, in the case in which it is and but for its accents."""
    return normalize("NFD", letter)[0] in _LOOKS_LATIN


def reads_otherwise(name: str) -> bool:
    """Whether a name that looks Latin throughout reads, in the case in which it is, as one with another key.

    There are few of these: a capital Greek nu looks like N, and a small one like v, and the key can be but one of them.
    """
    reading = "".join(_LOOKS_LATIN.get(char, char) for char in name)
    return reading.isascii() and name_key(reading) != name_key(name)


def _key(char: str) -> str:
    latin = _LOOKS_LATIN.get(char) or _LOOKS_LATIN.get(char.upper(), char)
    return _SAME.get(latin) or _GROUPED.get(char, latin)


_ASCII: Final = {code: _key(chr(code).casefold()) for code in range(128)}
"""What the key has for each of these letters, which no other beside it changes."""
