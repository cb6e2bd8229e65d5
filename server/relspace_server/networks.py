"""Addresses as limits and bans know them, and networks as hosts write them."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


def network_in(text: str) -> IPv4Network | IPv6Network:
    """The network that a text names; one of IPv4 addresses written as IPv6 is the IPv4 network, as peers are named.

    Raises:
        ValueError: it names none.
    """
    network = ip_network(text)
    if isinstance(network, IPv6Network) and network.network_address.ipv4_mapped is not None and network.prefixlen >= 96:
        return ip_network((str(network.network_address.ipv4_mapped), network.prefixlen - 96))
    return network


def plain_address(address: str) -> str:
    """An address as limits and bans know it: `::ffff:1.2.3.4` is `1.2.3.4`, and no scope is kept."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(parsed)


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 address is in."""
    plain = plain_address(address)
    if ":" not in plain:
        return plain
    return str(ip_network((plain, 64), strict=False))


def neighbourhood_of(address: str) -> str:
    """The addresses that one customer of a provider may well have all of: an IPv4 /24, or an IPv6 /48."""
    plain = plain_address(address)
    try:
        return str(ip_network((plain, 48 if ":" in plain else 24), strict=False))
    except ValueError:
        return plain
