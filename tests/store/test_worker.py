"""The thread of a store."""

import os
import threading

import pytest

from relspace_server.store.worker import Worker


def test_jobs_are_served_in_their_order():
    served: list[int] = []
    worker: Worker[int] = Worker("t", served.extend)
    for job in range(50):
        worker.put(job)
    worker.finish()
    assert served == list(range(50))


@pytest.mark.skipif(not hasattr(os, "SCHED_BATCH"), reason="only Linux has it")
def test_its_thread_takes_no_core_from_who_wakes_it():
    ours, seen = os.sched_getscheduler(0), list[int]()
    worker: Worker[int] = Worker("t", lambda _: seen.append(os.sched_getscheduler(0)))
    worker.put(1)
    worker.finish()
    assert seen == [os.SCHED_BATCH]
    assert os.sched_getscheduler(0) == ours


def test_a_system_that_forbids_it_has_a_worker_all_the_same(monkeypatch: pytest.MonkeyPatch):
    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", forbidden, raising=False)
    names: list[str] = []
    worker: Worker[int] = Worker("store-t", lambda _: names.append(threading.current_thread().name))
    worker.put(1)
    worker.finish()
    assert names == ["store-t"]
