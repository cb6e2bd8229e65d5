"""A server process that is really stopped and goes on: nobody times out because of it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = Path(__file__).with_name("ticking.py")

STOPPED = 2.5
"""Seconds that the process stands still: longer than a turn has."""


def test_a_turn_does_not_run_out_while_the_process_is_stopped() -> None:
    with subprocess.Popen([sys.executable, str(PROGRAM)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(STOPPED)
        process.send_signal(signal.SIGCONT)
        ran_out = int(process.stdout.readline())
    assert process.returncode == 0
    assert ran_out >= 1000 * STOPPED + 1000, "the player had time afterwards, nearly a whole turn"
