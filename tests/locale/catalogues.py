"""`make catalogues`: brings the catalogues of all languages in step with the sources, and compiles them.

Every message is found in the sources, the translations that there are stay, and what no source says any more goes.
docs/translating.md tells the rest.
"""

import ast
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import relspace_client
import relspace_server
from relspace_client.locale.words import DOMAIN, LANGUAGES, LOCALES

SOURCES: Final = tuple(Path(str(package.__file__)).parent for package in (relspace_client, relspace_server))
"""The packages that say something to people."""

KEYWORDS: Final = {"say": None, "message": None, "count": (1, 2), "term": ((1, "c"), 2)}
"""What says or marks a message, and which of its arguments are one; `c` is what tells equal words apart."""

Found: TypeAlias = tuple[int, str, Any, list[str]]
"""The line, what says it, its texts, and no remarks."""

TRANSLATED: Final = tuple(language for language in LANGUAGES if language != "en")

WIDTH: Final = 120


def calls(file: IO[bytes], keywords: Mapping[str, object], _tags: object, options: object) -> Iterator[Found]:
    """The messages of one Python file, as Babel asks for them. Its own reader passes over calls within f-strings."""
    for call in (node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in keywords and call.args:
            texts = tuple(one.value if isinstance(one, ast.Constant) else None for one in call.args)
            yield call.lineno, name, texts if len(texts) > 1 else texts[0], []


def template() -> Catalog:
    """Every message that the sources have, with the files that say it."""
    found = Catalog(domain=DOMAIN, project="relative-space", fuzzy=False)
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.py")):
            place = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            with path.open("rb") as file:
                for _, text, _, context in extract(calls, file, KEYWORDS):
                    found.add(text, locations=[(place, 1)], context=context)
    return found


def po(language: str) -> Path:
    """The file that people translate in."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A language's translations as they stand."""
    with po(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """A language's translations, in step with the sources; new messages are without a translation."""
    catalogue = read(language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue in the form in which it is read when somebody plays."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> int:
    """Updates and compiles every catalogue; the status is 1 if one of them lacks a translation."""
    missing = 0
    for language in TRANSLATED:
        catalogue = updated(language)
        po(language).write_bytes(written(catalogue))
        po(language).with_suffix(".mo").write_bytes(compiled(catalogue))
        lacking = [one for one in catalogue if one.id and not all(forms(one))]
        missing += len(lacking)
        print(f"{language}: {len(catalogue)} messages, {len(lacking)} of them without a translation")
        for one in lacking:
            print(f"  {one.id!r}")
    return 1 if missing else 0


def forms(message: Message) -> tuple[str, ...]:
    """What a message is in the catalogue's language: one text, or one for each kind of number."""
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


if __name__ == "__main__":
    sys.exit(main())
