"""What is said in a language, whatever its catalogue is like."""

import io
import logging
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from relspace_client.around.parts import Reader
from relspace_client.locale.environment import language_of, locale_in
from relspace_client.locale.words import LANGUAGES, Words, fault_of, words
from relspace_client.look.glyphs import ASCII
from relspace_client.picture.wrap import wrap
from relspace_client.plain.answering import answered

# ── which language ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("es_ES.UTF-8", "es"),
        ("es-MX", "es"),
        ("es", "es"),
        ("es_ES@euro", "es"),
        ("es.UTF-8", "es"),
        ("ES_es", "es"),
        ("ja", "ja"),
        ("ja_JP", "ja"),
        ("ja_JP.eucJP", "ja"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("", "en"),
        (" ", "en"),
        ("pt_BR", "en"),
        ("spanish", "en"),
        ("../../es", "en"),
    ],
)
def test_a_locale_names_a_language(locale, language):
    assert language_of(locale) == language


def test_the_first_variable_that_says_something_counts():
    assert locale_in({"LC_ALL": "", "LC_MESSAGES": "es_ES.UTF-8", "LANG": "ja_JP.UTF-8"}) == "es_ES.UTF-8"
    assert locale_in({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}) == "C"
    assert locale_in({"LC_CTYPE": "ja_JP.UTF-8"}) == ""


def test_there_are_words_of_every_language_and_english_for_any_other():
    assert [words(language).language for language in LANGUAGES] == list(LANGUAGES)
    assert words("es") is words("es")
    assert words("pt").language == "en"


# ── what is said ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_message_its_plural_and_a_word_in_its_context():
    spanish, japanese = words("es"), words("ja")
    assert spanish.say("{name}'s turn. You are watching.", name="{Vega}") == "Turno de {Vega}. Estás mirando."
    assert [spanish.count("card", "cards", n) for n in (0, 1, 2)] == ["cartas", "carta", "cartas"]
    assert [japanese.count("card", "cards", n) for n in (0, 1, 2)] == ["枚", "枚", "枚"]
    assert spanish.say("odd") == "impar"
    assert spanish.term("narrow", "odd") == "imp."
    assert spanish.either(["1", "2", "4"]) == "1, 2 o 4"
    assert japanese.either(["1", "2", "4"]) == "1、2、4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_catalogue_has_is_said_as_it_stands(language, caplog):
    said = words(language)
    assert said.say("") == ""
    assert said.say("Nobody says this, {name}.", name="Vega") == "Nobody says this, Vega."
    assert said.say("Not {a} field") == "Not {a} field"
    assert said.term("nowhere", "odd") == "odd"
    assert said.count("{n} comet", "{n} comets", 1) == "1 comet"
    assert caplog.records == []


# ── a catalogue that is broken ───────────────────────────────────────────────────────────────────────────────────────


def catalogue_of(entries: dict[str | tuple[str, str], str | tuple[str, ...]]) -> bytes:
    made = Catalog(locale="es")
    for original, said in entries.items():
        made.add(original, said)
    file = io.BytesIO()
    write_mo(file, made)
    return file.getvalue()


def reading(folder: Path, data: bytes) -> Words:
    """The Spanish words of a catalogue made of these bytes."""
    path = folder / "es" / "LC_MESSAGES" / "relspace.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return Words("es", folder)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    "broken",
    [
        "Turno de {nombre}",
        "Turno de",
        "Turno de {name} {n}",
        "Turno de {name",
        "Turno de {name!r}",
        "{name.__class__}",
        "{}",
    ],
)
def test_a_translation_with_other_fields_is_passed_over_with_one_line_in_the_log(broken, tmp_path, caplog):
    spanish = reading(tmp_path, catalogue_of({"{name}'s turn": broken, "Log": "Registro"}))
    for _ in range(3):
        assert spanish.say("{name}'s turn", name="Vega") == "Vega's turn"
    assert spanish.say("Log") == "Registro"
    (line,) = lines(caplog)
    assert "es" in line
    assert "{name}'s turn" in line


def test_a_broken_form_does_not_spoil_the_other(tmp_path, caplog):
    spanish = reading(tmp_path, catalogue_of({("{n} card", "{n} cards"): ("{n} carta", "{m} cartas", "{m} cartas")}))
    for _ in range(2):
        assert [spanish.count("{n} card", "{n} cards", n) for n in (1, 2, 3)] == ["1 carta", "2 cards", "3 cards"]
    assert len(lines(caplog)) == 1


def test_a_broken_word_in_a_context(tmp_path, caplog):
    made = Catalog(locale="es")
    made.add("Pod {n}", "Cáps. {x}", context="narrow")
    file = io.BytesIO()
    write_mo(file, made)
    spanish = reading(tmp_path, file.getvalue())
    assert [spanish.term("narrow", "Pod {n}") for _ in range(2)] == ["Pod {n}"] * 2
    assert len(lines(caplog)) == 1


GOOD = catalogue_of({"Log": "Registro"})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Registro",
        GOOD[:30],
        GOOD[:-9],
        GOOD[:8] + b"\xff" * 8 + GOOD[16:],
        GOOD.replace(b"charset=utf-8", b"charset=utf-9"),
        GOOD.replace(b"Registro", b"Regis\xffro"),
        GOOD.replace(b"nplurals=3", b"nplurals=x").replace(b"n == 1", b"n ?? 1"),
    ],
    ids=["empty", "text", "head", "cut", "offsets", "charset", "bytes", "plural"],
)
def test_a_catalogue_that_cannot_be_read_is_english_with_one_line_in_the_log(data, tmp_path, caplog):
    spanish = reading(tmp_path, data)
    for _ in range(2):
        assert spanish.say("Log") == "Log"
        assert spanish.term("narrow", "odd") == "odd"
        assert spanish.count("card", "cards", 2) == "cards"
    (line,) = lines(caplog)
    assert "relspace.mo" in line


def test_a_catalogue_that_is_not_there_is_english_with_one_line_in_the_log(tmp_path, caplog):
    spanish = Words("es", tmp_path)
    assert [spanish.say("{n} s", n=3), spanish.say("Log")] == ["3 s", "Log"]
    (line,) = lines(caplog)
    assert "relspace.mo" in line


def test_what_is_wrong_with_fields_is_named():
    assert fault_of("{name} juega", "{name} plays") == ""
    assert fault_of("juega", "plays") == ""
    assert fault_of("una carta", "one card", "{n} cards") == ""
    assert "nombre" in fault_of("{nombre} juega", "{name} plays")
    assert fault_of("{0} juega", "{name} plays")
    assert fault_of("{name:>9} juega", "{name} plays")


# ── answers, and lines ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "yes", "yes"),
        ("en", "sí", None),
        ("es", "sí", "yes"),
        ("es", "SI", "yes"),
        ("es", "s", "yes"),
        ("es", "yes", "yes"),
        ("es", "no", "no"),
        ("ja", "はい", "yes"),
        ("ja", "いいえ", "no"),
        ("ja", "y", "yes"),
        ("ja", "たぶん", None),
    ],
)
def test_questions_are_answered_in_ones_own_language_or_in_english(language, text, answer):
    assert answered(Reader(words(language), ASCII), text) == answer


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("札をなくせば勝ち。上の札", ["札をなくせば勝", "ち。上の札"]),
        ("ポッド12は7以上です", ["ポッド12は7以", "上です"]),
        ("Miraの番です。", ["Miraの番です。"]),
        ("これはVegaの番です", ["これはVegaの番", "です"]),
        ("上の「札」か「色」を", ["上の「札」か", "「色」を"]),
        ("あいうえおか7枚です", ["あいうえお", "か7枚です"]),
    ],
)
def test_japanese_is_broken_between_letters_but_not_before_marks_or_within_words(text, broken):
    assert wrap(text, 14) == broken
