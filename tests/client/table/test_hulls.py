"""What is written in a pod keeps clear of its hull, wherever that is wide enough for words."""

import pytest

from relspace_client.locale.words import LANGUAGES
from relspace_client.picture.row import cells_of

from .situations import choosing, drawn, form, orion

PODS = {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4", 5: "2 MINI", 7: "EVEN"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("many", [1, 3, 4, 5])
def test_no_word_touches_the_hull(language, many):
    shown = orion(pods=dict(list(PODS.items())[:many]), away=None)
    picture = drawn(shown, choosing(shown), form(80, 24, "box", language))
    rows = [cells_of(row.text) for row in picture.rows()]
    pods = [area for area in picture.areas if area.action.startswith("pod ")]
    assert len(pods) == many
    for pod in pods:
        for line in range(pod.y + 1, pod.y + pod.height - 1):
            assert rows[line][pod.x + pod.width - 2] == " ", picture.text()
