"""The catalogues: everything is translated, nothing is left over, and what is read is what was written."""

import ast
import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from relspace_client.locale.words import LOCALES, fault_of
from relspace_client.plain.words.vocabulary import WORDS

from .catalogues import SOURCES, TRANSLATED, forms, po, read, template

CATALOGUES = {language: read(language) for language in TRANSLATED}


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def catalogue(language: str) -> Catalog:
    return CATALOGUES[language]


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return template()


def key(message: Message) -> tuple[str, ...]:
    """What tells a message from all others."""
    texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return (message.context or "", *texts)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """All but the catalogue's own description."""
    return (message for message in catalogue if message.id)


def test_every_message_of_the_sources_is_in_the_catalogue(sources, catalogue):
    assert {key(one) for one in messages(sources)} - {key(one) for one in messages(catalogue)} == set()


def test_no_message_is_in_the_catalogue_that_no_source_says(sources, catalogue):
    assert {key(one) for one in messages(catalogue)} - {key(one) for one in messages(sources)} == set()
    assert not catalogue.obsolete


def test_every_message_is_translated_in_all_its_forms(catalogue):
    assert [one.id for one in messages(catalogue) if not all(forms(one))] == []
    plural = [one for one in messages(catalogue) if not isinstance(one.id, str)]
    assert {len(forms(one)) for one in plural} == {catalogue.num_plurals}


def test_no_translation_is_a_guess(catalogue):
    assert [one.id for one in messages(catalogue) if one.fuzzy] == []


def test_every_translation_has_the_fields_of_its_message(catalogue):
    faults = []
    for one in messages(catalogue):
        originals = (one.id, one.id) if isinstance(one.id, str) else one.id
        faults += [(one.id, fault) for said in forms(one) if (fault := fault_of(said, *originals))]
    assert faults == []


def test_every_translation_begins_and_ends_as_its_message_does(catalogue):
    def ends(text: str) -> tuple[bool, bool, int]:
        return text[:1].isspace(), text[-1:].isspace() and text.strip() != "", text.count("\n")

    for one in messages(catalogue):
        original = one.id if isinstance(one.id, str) else one.id[1]
        if original.strip(" ,;"):
            assert {ends(said) for said in forms(one)} == {ends(original)}, original


def test_what_is_read_is_what_was_written(language, catalogue):
    with po(language).with_suffix(".mo").open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    for one in messages(catalogue):
        if isinstance(one.id, str):
            said = shipped.pgettext(one.context, one.id) if one.context else shipped.gettext(one.id)
            assert said == one.string
        else:
            said = {shipped.ngettext(*one.id, n) for n in range(120)}
            assert said == set(forms(one))


def test_what_is_read_has_nothing_else(language, catalogue):
    with po(language).with_suffix(".mo").open("rb") as file:
        shipped = read_mo(file)
    assert {key(one) for one in messages(shipped)} == {key(one) for one in messages(catalogue)}
    assert shipped.plural_expr == catalogue.plural_expr


def test_there_is_a_catalogue_for_every_language_and_no_other():
    assert {path.parents[1].name for path in LOCALES.rglob("*.po")} == set(TRANSLATED)
    assert {path.parents[1].name for path in LOCALES.rglob("*.mo")} == set(TRANSLATED)


def test_the_number_decides_the_form():
    spanish, japanese = CATALOGUES["es"], CATALOGUES["ja"]
    assert (spanish.num_plurals, japanese.num_plurals) == (2, 1)


def terms_said(path: Path) -> Iterator[tuple[str, bool]]:
    """The contexts that a file says words in, and whether the word stands there."""
    for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "term" and len(call.args) == 2 and isinstance(call.args[0], ast.Constant):
            yield call.args[0].value, isinstance(call.args[1], ast.Constant)


def test_every_word_that_is_said_in_a_context_is_marked_in_it():
    said = [term for folder in SOURCES for path in folder.rglob("*.py") for term in terms_said(path)]
    marked = {context for context, stands_there in said if stands_there}
    assert {context for context, stands_there in said if not stands_there} - marked == set()


# ── the glossary ─────────────────────────────────────────────────────────────────────────────────────────────────────

GLOSSARY = {
    "es": {
        "escape pod": "cápsula de escape",
        "stash": "alijo",
        "Keycard": "Tarjeta llave",
        "The B.R.B.": "The B.R.B.",
        "Wormhole": "Agujero",
        "Oxygen": "Oxígeno",
        "Winston": "Winston",
        "Albert": "Albert",
        "Mini Gun": "Minigun",
        "Grav Gun": "Grav Gun",
        "Odd Space": "Espacio impar",
        "Even Space": "Espacio par",
    },
    "ja": {
        "escape pod": "脱出ポッド",
        "Keycard": "キーカード",
        "The B.R.B.": "THE B.R.B.",
        "Wormhole": "ワームホール",
        "Oxygen": "オキシジェン",
        "Winston": "ウィンストン",
        "Albert": "アルバート",
        "Mini Gun": "ミニガン",
        "Grav Gun": "グラブガン",
        "Odd Space": "オッドスペース",
        "Even Space": "イーブンスペース",
    },
}
"""What things are called, wherever a sentence names them. The names on cards are shortened: they have 9 cells."""

SHORTENED = ("Odd and Even Space", WORDS["new"].more)
"""A heading that names two cards, and the words of plain mode, which are typed in English."""

STEMS = {
    "es": {"pod": ("cápsula", "cáps", "la {pod}", "{pods}", "abre", "cápsulas"), "jam": ("atasc",)},
    "ja": {"pod": ("ポッド", "{pods}"), "jam": ("詰ま",), "launch": ("発射", "打ち上げ")},
}
"""Of what a word must be a form, wherever a sentence has it; one of several is enough."""


@pytest.mark.parametrize("english", sorted(GLOSSARY["es"]))
def test_names_are_those_of_the_glossary(language, catalogue, english):
    word = GLOSSARY[language].get(english)
    for one in messages(catalogue):
        if word and english in str(one.id) and one.context != "on a card" and one.id not in SHORTENED:
            assert all(word.casefold() in said.casefold() for said in forms(one)), one.id


@pytest.mark.parametrize("stem", ["jam", "launch"])
def test_what_cards_do_is_told_in_the_words_of_the_glossary(language, catalogue, stem):
    allowed = STEMS[language].get(stem, ("despeg", "lanza"))
    for one in messages(catalogue):
        original = one.id if isinstance(one.id, str) else one.id[1]
        if stem in original.casefold().split() and one.context not in ("column", "profile"):
            assert all(any(part in said.casefold() for part in allowed) for said in forms(one)), one.id


def test_in_japanese_a_card_has_one_name_but_in_names():
    said = [said for one in messages(read("ja")) for said in forms(one)]
    assert [text for text in said if "カード" in text.replace("キーカード", "").replace("カードゲーム", "")] == []


def test_codes_of_cards_stay(catalogue):
    for one in messages(catalogue):
        for code in ("A1", "B1", "S2", "K7QX2"):
            if code in str(one.id).split():
                assert all(code in said for said in forms(one))
