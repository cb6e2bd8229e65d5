"""docs/rules.md 10: where the choices are, and that every rule has its tests."""

import ast
import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))

CLAUSES_OF_SECTION_8 = {"Moves", "Position", "Record"}


def sections() -> list[str]:
    return re.findall(r"^## (\d+)\. ", RULES.read_text("utf-8"), re.MULTILINE)


def clauses_tested() -> set[str]:
    """What the docstrings of the tests say they test: `5`, and `5 Jam`."""
    found: set[str] = set()
    for file in TESTS:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                clause = re.match(r"((\d+) [\w() ]+):", ast.get_docstring(node) or "")
                found.update(clause.groups() if clause else ())
    return found


def test_every_section_has_a_test() -> None:
    """10 Tests: a section of the page without a test that bears its number fails here."""
    assert sections() == [str(number) for number in range(1, 11)]
    assert [number for number in sections() if number not in clauses_tested()] == []


def test_every_named_clause_has_a_test() -> None:
    """10 Tests: sections 5 and 8 name their clauses in bold, and each has a test that bears it."""
    named = set(re.findall(r"^\*\*(\w+)", RULES.read_text("utf-8"), re.MULTILINE))
    assert named == {"Load", "LAUNCH", "Jam", *CLAUSES_OF_SECTION_8}
    wanted = {f"{8 if clause in CLAUSES_OF_SECTION_8 else 5} {clause}" for clause in named}
    assert wanted - clauses_tested() == set()


def test_no_test_bears_a_number_that_the_page_has_not() -> None:
    """10 Tests: nor does a test speak of a section that is gone."""
    assert {clause.split()[0] for clause in clauses_tested()} <= set(sections())


@pytest.mark.parametrize("name", re.findall(r"`(rules\.[\w.]+)`", RULES.read_text("utf-8")))
def test_every_choice_is_where_the_page_says(name: str) -> None:
    """10 Choices: each is one constant, one option or one function, under the name that the page gives."""
    parts = name.split(".")
    module = importlib.import_module("relspace." + ".".join(parts[:2]))
    assert reduce(getattr, parts[2:], module) is not None
