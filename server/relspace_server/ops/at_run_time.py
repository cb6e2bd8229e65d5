"""Which settings can change while the server runs; the others need a restart."""

from typing import Final

AT_RUN_TIME: Final = frozenset(
    {
        "guests",
        "max_sessions",
        "max_sessions_per_account",
        "max_sessions_per_address",
        "max_logins",
        "max_logins_per_address",
        "connections_per_minute",
        "sessions_per_minute",
        "max_channels",
        "input_bytes_per_second",
        "stalled_seconds",
        "idle_lobby_seconds",
        "idle_seated_seconds",
        "idle_watching_seconds",
        "app_starts_per_second",
        "api_requests_per_second",
        "admin_keys",
        "allowed_keys",
        "log_level",
    }
)
"""Their names."""
