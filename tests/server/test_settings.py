"""Every setting is documented, once, as the code has it."""

import re
from pathlib import Path

from relspace_server.config import SETTINGS, read_file, settings_from

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_page_of_settings_says_what_the_code_does() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    shown = []
    for row in rows:
        flags, variable, name, default, doc = (cell.strip() for cell in row.strip("|").split("|"))
        shown.append(
            (tuple(flag.strip("`") for flag in flags.split(", ")), variable.strip("`"), name.strip("`"), default, doc)
        )
    assert shown == [
        (one.flags, one.variable, one.name, str(one.default).lower() if one.kind is bool else str(one.default), one.doc)
        for one in SETTINGS
    ]


def test_the_file_on_the_page_can_be_used(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    file = tmp_path / "settings.toml"
    file.write_text(example)
    found = settings_from(read_file(file))
    assert (found.port, found.public_address, found.guests) == (2222, "play.example.net", False)
