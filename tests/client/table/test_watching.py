"""What somebody without a seat reads above the stash that is shown."""

import pytest

from .situations import choosing, drawn, form, orion

SEEN = "this is what Vega has"


@pytest.mark.parametrize(("stashes", "told"), [("private", False), ("open", True)])
def test_only_open_stashes_are_said_to_be_seen(stashes, told):
    shown = orion(you=None, stashes=stashes)
    text = drawn(shown, choosing(shown), form()).text()
    assert "Vega's turn. You are watching" in text
    assert (SEEN in text) == told
