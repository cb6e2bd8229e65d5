"""The reference of the machine API as docs/api.md has it, made from the declarations."""

import ast
import inspect
import json
import re
import types
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from relspace.codec.kinds import Limit, tag_of
from relspace.errors import CODES
from relspace.room.options import CLOCKS
from relspace.rules.events import Event
from relspace.rules.view import View
from relspace.wire.api import COMMON_ERRORS, REQUESTS, SHORT, Bye, Request
from relspace.wire.messages import Message

PAGE: Final = Path(__file__).parents[2] / "docs" / "api.md"

SCENES: Final = {
    "lobby": "",
    "room": "Before a game, in a room of one's own:",
    "table": "In a game:",
    "end": "After a game:",
}

PLAIN: Final[dict[object, str]] = {str: "text", int: "number", bool: "true or false"}

PUSHED: Final = (*get_args(Message), Bye)


def sections() -> dict[str, str]:
    """The parts of the page that are made, by the name that marks where each stands."""
    return {
        "requests": "\n\n".join(_request(request) for request in REQUESTS.values()),
        "messages": "\n\n".join(_record(kind, f"`{tag_of(kind)}`") for kind in PUSHED),
        "records": "\n\n".join(_record(kind, kind.__name__) for kind in _records()),
        "events": _table("event | fields | what happened", [_event(kind) for kind in get_args(Event)]),
        "errors": _table("code | why", [_error(code) for code in CODES if _requests_with(code)]),
    }


def filled(page: str) -> str:
    """The page with every part made anew."""
    for name, text in sections().items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
        page, found = re.subn(
            pattern, lambda match, text=text: f"{match[1]}\n{text}\n\n{match[2]}", page, flags=re.DOTALL
        )
        assert found == 1, name
    return page


def example_of(request: Request, number: int = 1) -> dict[str, Any]:
    """A request as a program sends it."""
    return {"id": number, "type": request.name, **request.facts.example}


def docs_of(kind: type) -> dict[str, str]:
    """The docstrings under the fields of a record."""
    tree = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_text(text):
            found[field.target.id] = " ".join(ast.literal_eval(text.value).split())  # type: ignore[attr-defined]
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _table(head: str, rows: list[str]) -> str:
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *rows])


def _first_line(kind: type) -> str:
    return " ".join((kind.__doc__ or "").partition("\n\n")[0].split())


def _request(request: Request) -> str:
    short = [name for name, each in SHORT.items() if each.kind is request.kind]
    lines = [f"### `{request.name}`", ""]
    lines += [_first_line(request.kind) + (f" Short: {_short_names(short)}." if short else ""), ""]
    lines += [*_fields(request.kind, in_request=True), ""] if request.fields else []
    example = f"`{json.dumps(example_of(request), ensure_ascii=False)}`"
    lines += [f"{SCENES[request.facts.scene]} {example}".strip(), ""]
    lines += [f"Answer: {_link(request.facts.answer)}. Errors: {', '.join(f'`{code}`' for code in request.errors)}."]
    return "\n".join(lines).replace(" Errors: .", "")


def _short_names(names: list[str]) -> str:
    return ", ".join(
        f"`{name}`" + (f" (`{json.dumps(dict(SHORT[name].given))[1:-1]}`)" if SHORT[name].given else "")
        for name in names
    )


def _record(kind: type, title: str) -> str:
    return "\n".join([f"### {title}", "", _first_line(kind), "", *_fields(kind, in_request=False)]).rstrip()


def _fields(kind: type, *, in_request: bool) -> list[str]:
    hints, docs = get_type_hints(kind, include_extras=True), docs_of(kind)
    rows = []
    for each in fields(kind):
        default = "" if each.default is MISSING else _default(each.default)
        if in_request and each.name == "room":
            default = "where you are"
        doc = re.sub(r"\bNone\b", "null", docs.get(each.name, ""))
        doc = doc.replace("`CLOCKS`", ", ".join(map(str, CLOCKS)))
        rows.append(f"| `{each.name}` | {_kind(hints[each.name])} | {default} | {doc} |")
    return ["| field | is | if left out | |", "|---|---|---|---|", *rows] if rows else []


def _default(value: object) -> str:
    if is_dataclass(value):
        return "all as below"
    if value == () or value == "":
        return "empty"
    return f"`{json.dumps(value)}`"


def _kind(hint: Any) -> str:
    """A type in words."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is View:
        return "a [view](rules.md)"
    if args == get_args(Event):
        return "an [event](#events)"
    if origin is Annotated:
        return f"{_kind(args[0])}, at most {next(arg.size for arg in args if isinstance(arg, Limit))}"
    if origin is Literal:
        return " ".join(f"`{choice}`" for choice in args)
    if origin is tuple:
        return f"array of {_kind(args[0])}"
    if origin in (Union, types.UnionType):
        return " or ".join("null" if arg is types.NoneType else _kind(arg) for arg in args)
    return _link(hint)


def _link(kind: type) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def _records() -> list[type]:
    """Every record that a request, an answer or a message mentions, in the order of their names."""
    found: set[type] = set()
    starts: list[Any] = [each for request in REQUESTS.values() for each in (request.kind, request.facts.answer)]
    answers = {request.facts.answer for request in REQUESTS.values()} - set(PUSHED)
    for kind in (*starts, *PUSHED):
        _mention(kind, found)
    shown = (found | answers) - {request.kind for request in REQUESTS.values()} - set(PUSHED) - set(get_args(Event))
    return sorted(shown, key=lambda kind: kind.__name__)


def _mention(kind: Any, found: set[type]) -> None:
    for part in get_args(kind):
        _mention(part, found)
    if is_dataclass(kind) and isinstance(kind, type) and kind not in found:
        found.add(kind)
        for hint in get_type_hints(kind, include_extras=True).values():
            _mention(hint, found)


def _event(kind: type) -> str:
    names = ", ".join(f"`{each.name}`" for each in fields(kind))
    return f"| `{tag_of(kind)}` | {names} | {_first_line(kind)} |"


def _requests_with(code: str) -> bool:
    return code in COMMON_ERRORS or any(code in request.errors for request in REQUESTS.values())


def _error(code: str) -> str:
    return f"| `{code}` | {CODES[code]} |"
