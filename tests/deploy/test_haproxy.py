"""HAProxy takes its configuration."""

import subprocess

from .files import DEPLOY, need


def test_haproxy_takes_the_configuration() -> None:
    need("haproxy")
    done = subprocess.run(
        ["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "[WARNING]" in line and "could not resolve" not in line]
    assert told == []
    assert "send-proxy-v2" in (DEPLOY / "haproxy.cfg").read_text()
