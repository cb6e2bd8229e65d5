"""What these files need of asyncssh, looked for when the server starts."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import asyncssh
import asyncssh.connection
from asyncssh.channel import SSHChannel, SSHServerChannel
from asyncssh.connection import SSHConnection, SSHServerConnection
from asyncssh.packet import SSHPacket, SSHPacketLogger


class Needed(NamedTuple):
    """What is needed of one kind of object."""

    of_class: tuple[str, ...]
    """Methods, and what else stands in the class."""
    of_each: tuple[str, ...] = ()
    """Attributes that each object is given when it is made."""
    made_by: tuple[Callable[..., Any], ...] = ()
    """What gives it them."""


NEEDED: Final[Mapping[type, Needed]] = {
    SSHServerChannel: Needed(
        (
            "_accept_data",
            "_process_env_request",
            "_process_pty_req_request",
            "send_packet",
            "set_write_buffer_limits",
            "write",
        ),
        ("_recv_buf", "_send_buf", "_send_pktsize", "_send_state", "_send_window"),
        (SSHChannel.__init__, SSHServerChannel.__init__),
    ),
    SSHServerConnection: Needed(
        (
            "_cleanup",
            "_keepalive_timer_callback",
            "_make_global_request",
            "_make_keepalive_request",
            "_packet_handlers",
            "_process_channel_open",
            "_process_kexinit",
            "_process_userauth_request",
            "_recv_data",
            "_send",
            "_send_kexinit",
            "_set_keepalive_timer",
            "_update_recv_pktlen",
            "abort",
            "connection_made",
            "create_server_channel",
            "create_task",
            "data_received",
            "disconnect",
            "pause_writing",
            "reload_config",
            "resume_writing",
            "send_channel_open_failure",
            "send_newkeys",
            "send_packet",
            "send_userauth_failure",
            "set_extra_info",
            "validate_kbdint_response",
            "validate_public_key",
        ),
        (
            "_auth_complete",
            "_client_kexinit",
            "_deferred_packets",
            "_ignore_first_kex",
            "_keepalive_count",
            "_keepalive_interval",
            "_keepalive_timer",
            "_loop",
            "_max_pktsize",
            "_owner",
            "_peer_addr",
            "_server_kexinit",
            "_transport",
            "_window",
        ),
        (SSHConnection.__init__, SSHServerConnection.__init__),
    ),
    SSHPacketLogger: Needed(("_log_packet",)),
    SSHPacket: Needed(("get_bytes", "get_consumed_payload", "get_remaining_payload", "get_string")),
}


def missing_names() -> list[str]:
    """What these files need of asyncssh and do not find: nothing, unless another version of it is installed."""
    missing = [] if hasattr(asyncssh.connection, "saslprep") else ["connection.saslprep"]
    for owner, needed in NEEDED.items():
        given = {name for maker in needed.made_by for name in maker.__code__.co_names}
        absent = [name for name in needed.of_class if not hasattr(owner, name)]
        absent += [name for name in needed.of_each if name not in given]
        missing += [f"{owner.__name__}.{name}" for name in absent]
    return missing
