"""The audit log: nothing is lost, and it does not grow for ever."""

import asyncio

import pytest

from relspace_server.ops import audit as audit_module
from relspace_server.ops.audit import Audit
from relspace_server.store.bucket import Unavailable, Value
from relspace_server.store.memory import MemoryStore


async def test_entries_of_one_moment_are_all_kept_in_order() -> None:
    now = 1_000
    audit = Audit(MemoryStore(), lambda: now)
    await asyncio.gather(*(audit.write("SHA256:vega", "192.0.2.7", f"kick {nth}") for nth in range(20)))
    now = 2_000
    last = (await audit.write("local:root", "this machine", "drain")).entry
    entries = await audit.last(100)
    assert len(entries) == 21
    assert entries[-1] == last
    assert (last.at, last.who, last.address, last.words) == (2_000, "local:root", "this machine", "drain")
    assert [entry.words for entry in entries[:-1]] == [f"kick {nth}" for nth in range(20)]
    assert await audit.last(1) == [last]


async def test_words_are_safe_to_show_and_bounded() -> None:
    audit = Audit(MemoryStore(), lambda: 0)
    entry, *_ = await audit.write("SHA256:vega", "", "motd \x1b]0;X\x07\u202e" + "ж" * 5_000)
    assert entry.words.startswith("motd ]0;Xж")
    assert len(entry.words) <= 1_000


async def test_beyond_the_bound_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_module, "SLACK", 2)
    store = MemoryStore()
    now = 0
    audit = Audit(store, lambda: now, kept=5)
    for now in range(20):
        await audit.write("", "", f"kick {now}")
    words = [entry.words for entry in await audit.last(100)]
    assert 5 <= len(words) <= 7
    assert words == [f"kick {nth}" for nth in range(20 - len(words), 20)]


async def test_what_failed_stays_where_it_is_and_says_why() -> None:
    store = MemoryStore()
    audit = Audit(store, lambda: 1_000)
    asked = ("ban cow Vega", "say be kind", "drain")
    first, second, third = [await audit.write("SHA256:vega", "", words) for words in asked]
    await audit.finish(first, "A ban is of\x07 an account.")
    await audit.finish(third)
    assert [(entry.words, entry.done, entry.failed) for entry in await audit.last(9)] == [
        ("ban cow Vega", False, "A ban is of an account."),
        ("say be kind", False, ""),
        ("drain", True, ""),
    ]
    await store.bucket("audit").delete(second.key, second.revision)
    await audit.finish(second, "It is gone meanwhile.")
    assert len(await audit.last(9)) == 2
    await store.close()
    await audit.finish(first, "The store is closed.")


async def test_what_cannot_be_written_is_told() -> None:
    store = MemoryStore()
    audit = Audit(store, lambda: 0)
    await store.close()
    with pytest.raises(Unavailable):
        await audit.write("", "", "kick")


async def test_an_entry_that_cannot_be_read_hides_no_other(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    audit = Audit(store, lambda: 1_000)
    await audit.write("SHA256:vega", "", "drain")
    await store.bucket("audit").put("000000000001000-000000000000-damaged", b"\xc1", 0)
    await audit.write("SHA256:vega", "", "undrain")
    assert [entry.words for entry in await audit.last(9)] == ["drain", "undrain"]
    assert "000000000001000-000000000000-damaged" in caplog.text


async def test_what_is_written_is_to_be_done_though_old_entries_cannot_be_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    audit = Audit(store, lambda: 1_000)

    async def fails(start: str) -> list[tuple[str, Value]]:
        raise Unavailable("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(store.bucket("audit"), "scan", fails)
        written = await audit.write("SHA256:vega", "", "drain")
    assert await audit.last(9) == [written.entry]
