"""The files that hosts are given, read for the tests."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

DEPLOY = Path(__file__).parents[2] / "deploy"

PACKAGES = {"haproxy": "haproxy", "systemd-analyze": "systemd", "openssl": "openssl", "ssh-keygen": "openssh-client"}
"""What Debian calls the packages that hold the programs."""


def need(program: str) -> None:
    """Skips where a program is missing, and says so; where no skip is allowed, it fails instead."""
    if shutil.which(program) is None:
        reason = f"there is no {program} on this machine: install {PACKAGES[program]}"
        if os.environ.get("RELSPACE_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)


def read_yaml(name: str) -> Any:
    """What a YAML file of the folder holds, merged and with plain values."""
    return YAML(typ="safe", pure=True).load((DEPLOY / name).read_text())


def image() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with what it is given, on one line."""
    lines = [line for line in (DEPLOY / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def image_environment() -> dict[str, str]:
    """The variables that the image sets."""
    (given,) = (rest for word, rest in image() if word == "ENV")
    return dict(pair.split("=", 1) for pair in given.split())
