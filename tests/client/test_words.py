"""No sentence reaches a person but through the catalogue: a look at the source of everything that draws."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import relspace_client
from relspace_client.around.page_keys import NAMED
from relspace_client.look.faces import NAMES as FACE_NAMES

CLIENT = Path(relspace_client.__file__).parent

PARTS = ("around", "learn", "replaying", "screens", "table")
"""The folders whose files draw, or open dialogs."""

CATALOGUE = {"say", "count", "term", "message"}
"""What a message for people goes through."""

SHOWN = {
    "Choice": {1},
    "Choose": {1, 2},
    "Input": {0},
    "Option": {0},
    "Static": {0},
    "badge": {3},
    "bar": {2, 4},
    "confirm": {1, 2, 3, 4},
    "heading": {3},
    "hint": {0},
    "key": {0, 2},
    "notice": {2},
    "paragraph": {4},
    "put": {2},
    "right_aligned": {3},
    "said": {0},
    "said_once": {0},
    "tell": {0},
}
"""Functions that show a text, and which of their arguments it is."""

KEYWORDS = {"placeholder", "title", "question", "label", "sentence"}
"""Keyword arguments that are shown."""

NO_WORDS = {
    "SHA-256",
    "Ctrl-C",
    "b",
    "c",
    "f",
    "h",
    "i",
    "j",
    "l",
    "m",
    "n",
    "o",
    "p",
    "q",
    "r",
    "s",
    "t",
    "v",
    "w",
    "x",
}
"""What is the same in every language: names of keys and of things."""

WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")

TYPED = {"ssh-keygen -t ed25519", "relspace replay "}
"""What people type, letter by letter."""

NAMES = {"Relative Space", *FACE_NAMES.values()}
"""The names of things, which are messages where they are shown."""


def files() -> list[Path]:
    """Every file that is looked at."""
    return [CLIENT / "app.py", *(path for part in PARTS for path in sorted((CLIENT / part).rglob("*.py")))]


def name_of(call: ast.Call) -> str:
    """The function that is called, without what it belongs to."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def literals(node: ast.expr) -> Iterator[str]:
    """The literal texts that may become a part of an expression's value, those from the catalogue left out."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from literals(part)
        case ast.FormattedValue(value=inner):
            yield from literals(inner)
        case ast.BinOp(left=left, right=right):
            yield from literals(left)
            yield from literals(right)
        case ast.BoolOp(values=values):
            for value in values:
                yield from literals(value)
        case ast.IfExp(body=body, orelse=otherwise):
            yield from literals(body)
            yield from literals(otherwise)
        case ast.List(elts=values) | ast.Tuple(elts=values):
            for value in values:
                yield from literals(value)
        case ast.Call() if name_of(node) in ("clip", "plain", "join", "ljust", "rjust", "upper", "lower", "format"):
            yield from (text for argument in node.args for text in literals(argument))
        case _:
            return


def shown(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every literal text that is handed to a function which shows it, with its line."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = name_of(call)
        arguments = [call.args[number] for number in SHOWN.get(name, ()) if number < len(call.args)]
        if name not in CATALOGUE:
            arguments += [word.value for word in call.keywords if word.arg in KEYWORDS and name in SHOWN]
        for argument in arguments:
            yield from ((call.lineno, text) for text in literals(argument))


def outside(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every literal sentence that does not go through the catalogue, wherever it stands, with its line."""
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        texts = [one.value for one in node.body if isinstance(one, ast.Expr)] if documented else []
        logged = isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "LOG"
        if isinstance(node, ast.Call) and (name_of(node) in CATALOGUE or logged):
            texts = node.args
        if isinstance(node, ast.Raise | ast.Assert):
            texts = [node]
        if isinstance(node, ast.Assign | ast.AnnAssign) and "CSS" in ast.unparse(node)[:20]:
            texts = [node]
        passed.update(inner for text in texts for inner in ast.walk(text))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed:
            yield node.lineno, node.value


def is_sentence(text: str) -> bool:
    """Whether a text is a sentence for people: two words at least, not of card codes or names of keys alone."""
    keys = all(word in NAMED for word in text.split())
    said = SENTENCE.search(text) is not None and any(map(str.islower, text))
    return said and not keys and text not in TYPED | NAMES


def found(source: str) -> list[tuple[int, str]]:
    """What a file says without the catalogue."""
    tree = ast.parse(source)
    words = [(line, text) for line, text in shown(tree) if WORD.search(text) and text not in NO_WORDS | TYPED]
    sentences = [(line, text) for line, text in outside(tree) if is_sentence(text)]
    return sorted({*words, *sentences})


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(CLIENT)))
def test_every_word_for_people_goes_through_the_catalogue(path):
    assert found(path.read_text()) == []


@pytest.mark.parametrize(
    "source",
    [
        'canvas.put(1, 2, "Hello", TEXT)',
        'canvas.put(1, 2, f"Hello {name}", TEXT)',
        'canvas.put(1, 2, reader.clip("Hello", 9), TEXT)',
        'canvas.put(1, 2, reader.say("Hello") if new else "Welcome back", TEXT)',
        'footer(canvas, [key("Esc", "escape", "back")])',
        'said = "Press any key"',
        'SAID = {"one": "Press any key"}',
        'stage.tell("Nobody is here.")',
        'Choice("yes", "Yes")',
        'Line(reader, title="Your name")\nInput(placeholder="your name")',
    ],
)
def test_a_text_that_bypasses_it_is_found(source):
    assert found(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""About this file."""',
        'canvas.put(1, 2, reader.say("Hello"), TEXT)',
        "canvas.put(1, 2, f\"{n} {reader.say('cards')}\", TEXT)",
        'canvas.area(1, 2, 3, 1, "row 4")',
        'LOG.warning("a message was dropped: %s", error)',
        'SAID = {"one": message("Press any key")}',
        'kind == "watching"',
    ],
)
def test_what_is_not_for_people_is_passed_over(source):
    assert not found(source)
