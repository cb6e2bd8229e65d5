"""Whether a NATS server is fit: looked at when the store is opened."""

import asyncio
import ssl
from typing import Final

from nats.aio.client import Client
from nats.js.errors import APIError, ServiceUnavailableError

from relspace_server.store.bucket import StoreFault
from relspace_server.store.nats_link import FAILURES, NatsLink, NotEncrypted, is_refusal, refusal_of
from relspace_server.store.nats_streams import MAX_MESSAGE

OLDEST: Final = (2, 12)
"""Older ones let several writers win at the same revision."""

_NOT_ENABLED: Final = (10_039, 10_076)


async def connect(link: NatsLink, where: str, seconds: float) -> None:
    """Connects.

    Args:
        link: the connection.
        where: the addresses, for people.
        seconds: in which a server must be found.

    Raises:
        StoreFault: none was found, it does not let us in, or a file with a key or certificates is of no use.
    """
    try:
        async with asyncio.timeout(seconds):
            await link.connect()
    except TimeoutError:
        raise cannot_connect(where, link.last_error) from None
    except StoreFault:
        raise
    except Exception as error:  # noqa: BLE001 - nats-py raises whatever an answer that it does not know makes it raise
        raise cannot_connect(where, error) from None


def check_server(client: Client, where: str) -> None:
    """Looks at what the server said of itself.

    Raises:
        StoreFault: it is too old, or takes messages that are too small.
    """
    version = client.connected_server_version
    if (version.major, version.minor) < OLDEST:
        raise StoreFault(
            f"NATS at {where} is of version {version.major}.{version.minor}.{version.patch}, which loses writes; "
            f"install {OLDEST[0]}.{OLDEST[1]} or later",
            "nats-too-old",
        )
    if client.max_payload < MAX_MESSAGE:
        raise StoreFault(
            f"NATS at {where} takes messages of {client.max_payload} bytes at most; "
            f"set max_payload to {MAX_MESSAGE} or more, 1MB is usual",
            "nats-small-messages",
        )


async def check_jetstream(link: NatsLink, where: str) -> None:
    """Looks whether JetStream is there.

    Raises:
        StoreFault: it is not, or does not answer.
    """
    off = StoreFault(
        f"NATS at {where} has no JetStream for this account; switch it on, see docs/clustering.md", "nats-no-jetstream"
    )
    try:
        await link.streams.account_info()
    except ServiceUnavailableError as error:
        if error.code is None or error.err_code in _NOT_ENABLED:
            raise off from None
        raise StoreFault(
            f"NATS at {where} is not ready: {refusal_of(error)}; start enough of its servers", "nats-not-ready"
        ) from None
    except APIError as error:
        if error.err_code in _NOT_ENABLED:
            raise off from None
        raise StoreFault(
            f"NATS at {where} does not say what it keeps: {refusal_of(error)}", "nats-keeps-nothing"
        ) from None
    except FAILURES as error:
        raise StoreFault(
            f"NATS at {where} does not answer: {str(error) or type(error).__name__}", "nats-not-ready"
        ) from None


def cannot_connect(where: str, error: Exception | None) -> StoreFault:
    """Why there is no connection, as the host should read it."""
    if is_refusal(error):
        return StoreFault(
            f"NATS at {where} does not let us in; look at the user and password, token or key in the settings",
            "nats-no-entry",
        )
    if isinstance(error, NotEncrypted):
        return StoreFault(
            f"NATS at {where} does not speak TLS, which --store or --store-ca asks for; switch it on there",
            "nats-no-tls",
        )
    if isinstance(error, ssl.SSLCertVerificationError):
        return StoreFault(
            f"NATS at {where} shows a certificate that is not trusted ({error.verify_message.rstrip('.')}); "
            "look at --store-ca, and at the names in that certificate",
            "nats-certificate",
        )
    if error is None:
        return StoreFault(f"NATS at {where} cannot be reached; start it, or look at --store", "nats-unreachable")
    reason = " ".join((str(error) or type(error).__name__).split())
    return StoreFault(f"NATS at {where} cannot be reached ({reason}); start it, or look at --store", "nats-unreachable")
