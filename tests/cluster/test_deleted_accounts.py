"""An account is given up on one node only if it is in use on none, and nobody goes on under one that is gone."""

import pytest

from relspace.errors import NotNow
from relspace.wire.commands import Create
from relspace_server.ssh import wayout
from relspace_server.ssh.door import Visitor

from ..ops.hosting import Hosting
from .hosts import Hosts
from .nodes import eventually
from .test_two_nodes import TWO

VEGA = Visitor("SHA256:Vega", False, "Vega", "192.0.2.7", "asks")
LYRA = Visitor("SHA256:Lyra", False, "Lyra", "192.0.2.8", "asks")


async def gives_up(host: Hosting, how: str) -> None:
    """Vega's account is given up, in one of the two ways that there are."""
    if how == "delete":
        await host.desk.accounts.delete(VEGA, "Vega")
    else:
        code = (await host.desk.accounts.link_code(LYRA)).data["code"]
        await host.desk.accounts.link(VEGA, code, replaces=True)


@pytest.mark.parametrize("how", ["delete", "link"])
async def test_an_account_that_is_in_use_on_another_node_is_not_given_up(hosts: Hosts, how: str) -> None:
    here, there = await hosts.pair()
    vega = await here.enter("Vega")
    await eventually(lambda: there.hub.elsewhere.sessions(VEGA.account) == 1)
    with pytest.raises(NotNow, match="still-here"):
        await gives_up(there, how)
    assert await there.desk.people.accounts.get(VEGA.account) is not None
    here.desk.session_ended(vega.visitor)
    await eventually(lambda: there.hub.elsewhere.sessions(VEGA.account) == 0)
    await gives_up(there, how)
    assert await there.desk.people.accounts.get(VEGA.account) is None


@pytest.mark.parametrize("how", ["delete", "link"])
async def test_sessions_end_whose_account_was_given_up_on_another_node(hosts: Hosts, how: str) -> None:
    """Those of which nothing was known there yet; whoever else is in stays."""
    here, there = await hosts.pair()
    here.hub.elsewhere._left = True  # it does not get to tell who is there
    vega, rigel = await here.enter("Vega"), await here.enter("Rigel")
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await eventually(lambda: code in {room.state.code for room in there.hub.rooms})
    await gives_up(there, how)
    await eventually(lambda: bool(vega.endings))
    assert all(ending == wayout.DELETED for ending in vega.endings)
    assert not rigel.endings
    await eventually(lambda: code not in {room.state.code for room in here.hub.rooms})


async def test_sessions_end_whose_account_was_given_up_on_the_same_node_as_they_came_in(hosts: Hosts) -> None:
    here = await hosts.start("vega-node")
    vega = await here.enter("Vega")
    await here.desk.people.accounts.give_up(VEGA.account)
    await eventually(lambda: vega.endings[:1] == [wayout.DELETED])
