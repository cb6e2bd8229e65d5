"""Bytes from a client, taken apart into key presses, mouse reports and pastes.

The rule of the house: one bad byte costs one key. Whatever is not a key press, a mouse report or a paste, be it the
terminal's answer to a question, a forged change of size or a sequence that nobody knows, is read to its end and
dropped, so that no part of it is ever taken for keys. Nothing is kept of it meanwhile.

This reads no clock. A caller waits `waiting` seconds after the last bytes and then calls `timeout`.
"""

import codecs
import re
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from relspace_server.ssh.terminal.keys import CTRL_C, ESC, KeyPress, MouseReport, csi_key, mouse_report, ss3_key

LONGEST_PASTE: Final = 4096
"""Bytes of a paste that are kept; the rest of it is dropped."""

ESCAPE_WAIT: Final = 0.2
"""Seconds after which a lone ESC is the Escape key. A slow line splits sequences, but rarely for longer."""

SEQUENCE_WAIT: Final = 1.0
"""Seconds after which an unfinished sequence is given up, and an unfinished paste is taken as it is."""

MOST_TOKENS: Final = 1024
"""What is made of the bytes that came at once; of text beyond, Ctrl-C counts, and counts twice at most."""

_LONGEST_SEQUENCE: Final = 64
_PASTE_END: Final = b"\x1b[201~"
_LATE_SEQUENCE: Final = re.compile(rb"\[[0-9;:<?]*[A-Za-z~]|O[A-Z]")
_LATE_START: Final = re.compile(rb"\[[0-9;:<?]*")
_NOT_PASTED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESC_BYTE: Final = 0x1B
_X10_BYTES: Final = 3


class Paste(NamedTuple):
    """Text that was pasted."""

    text: str


Token: TypeAlias = KeyPress | MouseReport | Paste


class _State(Enum):
    GROUND = auto()
    ESCAPE = auto()
    CSI = auto()
    CONSOLE_KEY = auto()
    """After `CSI [`: the Linux console's F1 to F5."""
    SS3 = auto()
    STRING = auto()
    """Inside OSC, DCS, APC, PM or SOS, all of them answers of terminals."""
    X10 = auto()
    """Three bytes of a mouse report in the old form."""
    PASTE = auto()


class InputFilter:
    """Takes one client's bytes apart."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._out: list[Token] = []
        self._ground()
        self._after_cr = False
        self._late = False
        self._late_rest = b""
        self._apart = False  # whether the ESC before this byte came by itself

    def _ground(self) -> None:
        self._state = _State.GROUND
        self._sequence = ""
        self._alt = False
        self._skip = 0
        self._paste = bytearray()
        self._paste_tail = b""

    @property
    def waiting(self) -> float | None:
        """Seconds to wait for more bytes before `timeout` is called; None if nothing is unfinished."""
        if self._state is _State.ESCAPE:
            return ESCAPE_WAIT
        return SEQUENCE_WAIT if self._state is not _State.GROUND or self._late else None

    def feed(self, data: bytes) -> list[Token]:
        """Takes the next bytes.

        Returns:
            What they completed, in order.
        """
        if self._late:
            data = self._late_rest + data
            if _LATE_START.fullmatch(data):
                self._late_rest = data  # it comes in pieces
                return []
            if match := _LATE_SEQUENCE.match(data):
                data = data[match.end() :]
        self._late, self._late_rest = False, b""
        self._apart = self._state is _State.ESCAPE
        position = 0
        while position < len(data):
            if self._state is _State.GROUND:
                position = self._read_text(data, position)
            elif self._state is _State.PASTE:
                data, position = self._read_paste(data[position:]), 0
            else:
                self._read_byte(data[position])
                position += 1
            self._apart = False
        return self._taken()

    def timeout(self) -> list[Token]:
        """No more bytes came: gives up what is unfinished.

        Returns:
            What is left of it: the Escape key, or the paste so far.
        """
        state = self._state
        late = state is _State.ESCAPE
        if late:
            self._press(ESC)
        elif state is _State.SS3:
            self._out.append(KeyPress("O", alt=True))
        elif state is _State.PASTE:
            self._end_paste()
        self._ground()
        self._late_rest = b""
        self._late = late  # the rest of a sequence that the line held up may still come: it is no key
        return self._taken()

    def _taken(self) -> list[Token]:
        out, self._out = self._out, []
        return out

    # ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_text(self, data: bytes, start: int = 0) -> int:
        """Reads up to the next ESC; returns where to go on."""
        escape = data.find(b"\x1b", start)
        end = len(data) if escape < 0 else escape
        text = self._decoder.decode(data[start:end])
        room = max(0, MOST_TOKENS - len(self._out))
        for character in text[:room] + CTRL_C * min(text.count(CTRL_C, room), 2):
            self._read_character(character)
        if escape < 0:
            return end
        self._decoder.reset()
        self._alt = False
        self._state = _State.ESCAPE
        return end + 1

    def _read_character(self, character: str) -> None:
        after_cr, self._after_cr = self._after_cr, character == "\r"
        if character == "\n":
            if after_cr:
                return  # CR LF is one Enter
            character = "\r"
        if "\x80" <= character <= "\x9f" or character == "\ufffd":
            self._alt = False
            return
        self._press(character)

    def _press(self, character: str) -> None:
        alt, self._alt = self._alt, False
        self._out.append(KeyPress(character, alt))

    # ── sequences ────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_byte(self, byte: int) -> None:
        character = chr(byte)
        if character == CTRL_C:
            self._ground()
            self._press(CTRL_C)
        elif self._state is _State.ESCAPE:
            self._after_escape(byte, character)
        elif self._state is _State.X10:
            self._skip -= 1
            if not self._skip:
                self._ground()
        elif self._state is _State.STRING:
            self._in_string(byte)
        elif byte == _ESC_BYTE:
            self._ground()
            self._state = _State.ESCAPE
        elif self._state is _State.SS3:
            self._after_ss3(byte, character)
        elif self._state is _State.CONSOLE_KEY:
            self._finish(KeyPress(f"\x1b[[{character}") if character in "ABCDE" else None)
        else:
            self._in_csi(byte, character)

    def _after_escape(self, byte: int, character: str) -> None:
        if character == "[":
            self._state = _State.CSI
        elif character == "O":
            self._state = _State.SS3
        elif character in "]P_^X":
            self._state = _State.STRING
        elif byte == _ESC_BYTE:
            self._press(ESC)
        else:
            # Terminals send Alt and a key in one piece. Two pieces are two keys, pressed quickly.
            if self._apart:
                self._press(ESC)
            self._ground()
            self._alt = not self._apart
            self._read_text(bytes((byte,)))

    def _after_ss3(self, byte: int, character: str) -> None:
        key = ss3_key(character)
        self._ground()
        if key is not None:
            self._out.append(key)
        elif not character.isdecimal():
            self._out.append(KeyPress("O", alt=True))
            self._read_text(bytes((byte,)))

    def _in_csi(self, byte: int, character: str) -> None:
        if character == "$" and self._sequence.isdecimal():
            self._finish(csi_key(self._sequence, character))  # rxvt's Shift: elsewhere `$` never ends a sequence
        elif 0x20 <= byte < 0x40:
            if len(self._sequence) < _LONGEST_SEQUENCE:
                self._sequence += character
        elif character == "[" and not self._sequence:
            self._state = _State.CONSOLE_KEY
        elif 0x40 <= byte < 0x7F:
            self._end_csi(character)
        else:
            self._ground()
            self._read_text(bytes((byte,)))

    def _end_csi(self, final: str) -> None:
        parameters = self._sequence
        if final == "M" and not parameters:
            self._ground()
            self._state, self._skip = _State.X10, _X10_BYTES
        elif final in "Mm":
            self._finish(mouse_report(parameters, final))
        elif final == "~" and parameters == "200":
            self._ground()
            self._state = _State.PASTE
        else:
            self._finish(csi_key(parameters, final))

    def _finish(self, token: Token | None) -> None:
        self._ground()
        if token is not None:
            self._out.append(token)

    def _in_string(self, byte: int) -> None:
        """Reads on to BEL or ST. The backslash of ST is the only character that matters after an ESC."""
        if byte == 0x07 or byte in (0x18, 0x1A) or (self._sequence and byte == ord("\\")):
            self._ground()
        else:
            self._sequence = ESC if byte == _ESC_BYTE else ""

    # ── pastes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_paste(self, data: bytes) -> bytes:
        """Reads up to the end of the paste, or a Ctrl-C; returns what is left."""
        data = self._paste_tail + data
        body, end, rest = data.partition(_PASTE_END)
        typed, ctrl_c, after = body.partition(b"\x03")
        if ctrl_c:  # no terminal pastes one: the end was lost and somebody wants out
            self._ground()
            self._press(CTRL_C)
            return after + end + rest
        if not end:
            self._paste_tail = _unfinished_end(typed)
            typed = typed[: len(typed) - len(self._paste_tail)]
        self._paste += typed[: max(0, LONGEST_PASTE - len(self._paste))]
        if end:
            self._end_paste()
            self._ground()
        return rest

    def _end_paste(self) -> None:
        text = self._paste.decode("utf-8", "ignore").replace("\r\n", "\n").replace("\r", "\n")
        if text := _NOT_PASTED.sub("", text):
            self._out.append(Paste(text))


def _unfinished_end(data: bytes) -> bytes:
    """The longest end of `data` with which the mark of a paste's end may begin."""
    for length in range(min(len(data), len(_PASTE_END) - 1), 0, -1):
        if _PASTE_END.startswith(data[-length:]):
            return data[-length:]
    return b""
