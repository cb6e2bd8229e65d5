"""What people may call themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.errors import Unreadable
from relspace.text import MAX_COLUMNS, MIN_COLUMNS, RESERVED, checked_name, name_key, suggest_name, width


def reason(text: str, reserved: tuple[str, ...] = ()) -> object:
    """Why a text is no name."""
    with pytest.raises(Unreadable) as refused:
        checked_name(text, reserved)
    assert refused.value.code == "bad-name"
    return refused.value.details["reason"]


@pytest.mark.parametrize(
    "name",
    [
        "Vega",
        "xy",
        "42",
        "_Lyra_",
        "Rigel-7",
        "A234567890123456",
        "Peña",
        "Łukasz",
        "Вега",
        "Ева",
        "Αννα",
        "베가",
        "ベガ",
        "織姫ひめ",
        "織女星織女星織女",
        "שרה",
        "ليلى",
        "VegaЖук",
        "Vega星",
        "Lyraベガ",
    ],
)
def test_names(name: str) -> None:
    assert checked_name(name) == name


def test_a_name_comes_back_in_nfkc() -> None:
    assert checked_name("Ｖｅｇａ") == "Vega"
    assert checked_name("ｳﾞｪｶﾞ") == "ヴェガ"
    assert checked_name("Pen\N{COMBINING TILDE}a") == "Peña"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "short"),
        ("V", "short"),
        ("A2345678901234567", "long"),
        ("織女星織女星織女星", "long"),
        ("V" * 1023, "long"),
        ("\ufdfa\ufdfa\ufdfa\ufdfa", "long"),
        ("admin ", "character"),
        ("Ve ga", "character"),
        ("Vega\n", "character"),
        ("\x1b]0;X\x07", "character"),
        ("\x9b31m", "character"),
        ("Vega\x00", "character"),
        ("\u202eagev", "character"),
        ("\u200fVega", "character"),
        ("Ve\u200bga", "character"),
        ("\u200b" * 15, "character"),
        ("\u2066Vega", "character"),
        ("Vega" + "\N{COMBINING DOT BELOW}" * 40, "character"),
        ("[@click=x]y[/]", "character"),
        ("%s{0}$HOME", "character"),
        ("../../etc", "character"),
        ("A;B", "character"),
        ("V\N{MODIFIER LETTER APOSTROPHE}ger", "character"),
        ("Vega★", "character"),
        ("\U0001f441\ufe0fVega", "character"),
        ("\U0001faea\U0001faea", "character"),
        ("👨\u200d👩\u200d👧", "character"),
        ("\u3164\u3164", "character"),
        ("\u115f\u115f", "character"),
        ("\udcff\udcfe", "character"),
        ("\ue000\ue001", "character"),
        ("ᏙᎬᏳᎪ", "character"),
        ("٤٢", "character"),
        ("--", "edge"),
        ("__", "edge"),
        ("-rf", "edge"),
        ("Вегаαβ", "scripts"),
        ("ベガ베가", "scripts"),
        ("Vegа", "lookalike"),
        ("Vёga", "lookalike"),
        ("Ρigel", "lookalike"),
        ("ΝΙΚΟ", "lookalike"),
        ("Admin", "reserved"),
        ("ADM1N", "reserved"),
        ("ad-min_", "reserved"),
        ("r00t", "reserved"),
        ("Guest", "reserved"),
        ("Tú", "reserved"),
        ("あなた", "reserved"),
    ],
)
def test_no_names(text: str, why: str) -> None:
    assert reason(text) == why


def test_a_refused_character_is_named_without_being_repeated() -> None:
    with pytest.raises(Unreadable) as refused:
        checked_name("Vega\x1b")
    assert refused.value.details == {"reason": "character", "character": "U+001B"}
    assert str(refused.value).isprintable()


def test_no_reserved_word_is_a_name() -> None:
    for word in RESERVED:
        assert reason(word) in ("reserved", "short")


def test_the_caller_may_reserve_more() -> None:
    assert checked_name("Mira") == "Mira"
    assert reason("Mira", ("Mira", "Deneb")) == "reserved"
    assert reason("m1ra", ("Mira", "Deneb")) == "reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vega", "vEGA"),
        ("Vega", "Vegа"),
        ("Straße", "STRASSE"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("İzmir", "izmir"),
        ("Rigel", "R1gel"),
        ("Rigel", "RigeI"),
        ("Orion", "0ri0n"),
        ("Mira", "rnira"),
        ("Wega", "VVega"),
        ("pace", "расе"),
        ("Ввод", "BBод"),
        ("MAPC", "МАРС"),
        ("ɑtlas", "atlas"),
        ("ロボ", "口ボ"),
        ("ベガ", "べガ"),
        ("エリ", "工リ"),
        ("Renğ", "Renǧ"),
        ("ｖｅｇａ", "Vega"),
        ("Жук", "ЖУК"),
        ("Нева", "НЕВА"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Vega", "Rigel"), ("Peña", "Pena"), ("Lyra", "Lyra_"), ("Вега", "Vega"), ("ベガ", "ペガ"), ("Vega1", "Vega2")],
)
def test_names_that_do_not_look_alike_have_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text(st.characters(categories=["L", "N"]), max_size=16))
def test_case_never_makes_another_key(text: str) -> None:
    assert name_key(text) == name_key(text.casefold()) == name_key(name_key(text))


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_letters_have_the_key_that_they_have_beside_others(text: str) -> None:
    assert name_key(text + "é") == name_key(text) + name_key("é")
    assert name_key("é" + text) == name_key("é") + name_key(text)


def nobody(name: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("vega", "vega"),
        ("Vega Lyrae", "Vega-Lyrae"),
        ("DOMAIN\\vega", "DOMAINvega"),
        ("vega@example.net", "vegaexamplenet"),
        ("-vega-", "vega"),
        ("\u202evega\u200b", "vega"),
        ("v" * 1023, "v" * 16),
        ("織女星織女星織女星", "織女星織女星織女"),
        ("root", "Guest1"),
        ("admin ", "Guest1"),
        ("", "Guest1"),
        ("x", "Guest1"),
        ("\u200b" * 15, "Guest1"),
        ("\x1b[A", "Guest1"),
        ("Vegа", "Guest1"),
        ("\udcff\udcfe", "Guest1"),
    ],
)
def test_a_suggestion_is_near_to_what_was_asked_for(raw: str, name: str) -> None:
    assert suggest_name(raw, nobody) == name


def test_a_suggestion_is_free() -> None:
    taken = {"vega", "vega2", "Guest7"}
    assert suggest_name("vega", taken.__contains__) == "vega3"
    assert suggest_name("root", taken.__contains__, start=7) == "Guest8"
    assert suggest_name("v" * 16, {"v" * 16}.__contains__) == "v" * 15 + "2"
    assert suggest_name("vega", lambda name: not name.startswith("Guest"), start=4711) == "Guest4711"


def test_there_is_an_end_to_suggestions() -> None:
    with pytest.raises(Unreadable) as refused:
        suggest_name("vega", lambda name: True)
    assert refused.value.details == {"reason": "taken"}


@given(st.text(st.characters(exclude_categories=()), max_size=80), st.integers(0, 10**9))
def test_a_suggestion_is_always_a_name(raw: str, start: int) -> None:
    name = suggest_name(raw, nobody, start)
    assert checked_name(name) == name
    assert MIN_COLUMNS <= width(name) <= MAX_COLUMNS
