"""Networks as hosts write them."""

from ipaddress import IPv4Network, IPv6Network, ip_network


def network_in(text: str) -> IPv4Network | IPv6Network:
    """The network that a text names; one of IPv4 addresses written as IPv6 is the IPv4 network, as peers are named.

    Raises:
        ValueError: it names none.
    """
    network = ip_network(text)
    if isinstance(network, IPv6Network) and network.network_address.ipv4_mapped is not None and network.prefixlen >= 96:
        return ip_network((str(network.network_address.ipv4_mapped), network.prefixlen - 96))
    return network
