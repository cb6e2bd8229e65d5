"""Systems other than Linux: what they lack is not missed."""

import subprocess
import sys
from textwrap import dedent

LACKING = """
    import socket, time
    del time.CLOCK_BOOTTIME, socket.SO_PEERCRED
"""


def run(code: str) -> str:
    """What a program prints on a system that lacks them."""
    asked = [sys.executable, "-c", dedent(LACKING) + dedent(code)]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def test_time_goes_on_without_a_clock_of_its_own_for_sleep() -> None:
    code = """
        import time
        from relspace_server.rooms.lost_time import uptime
        print(time.monotonic() <= uptime() <= time.monotonic())
    """
    assert run(code) == "True\n"


def test_an_admin_on_the_machine_is_answered_though_the_system_does_not_say_who_it_is() -> None:
    code = """
        import asyncio, os, pwd, tempfile
        from pathlib import Path
        from relspace_server.ops.admin import asking, local
        from relspace_server.ssh.door import Answer

        class Office:
            async def answer(self, who, address, words):
                return Answer(who, {}), False

        async def answered(folder):
            office = local.LocalOffice(Office(), folder)
            await office.start()
            await asyncio.to_thread(asking.ask, folder, ["status"])
            await office.close()

        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(answered(Path(folder)))
        print(f"local:{pwd.getpwuid(os.getuid()).pw_name}")
    """
    said, user = run(code).splitlines()
    assert said == user
