"""What bots are called, and what their manner at the table is."""

from typing import Final, Literal, NamedTuple, TypeAlias

Manner: TypeAlias = Literal["brisk", "calm", "dreamy", "fussy"]
"""How a bot behaves at the table; it says nothing about how well it plays."""


class Persona(NamedTuple):
    """A member of the family that bots play."""

    name: str
    """At most 8 columns of ASCII."""
    manner: Manner


PERSONAS: Final = (
    Persona("Mira", "calm"),
    Persona("Deneb", "brisk"),
    Persona("Atlas", "calm"),
    Persona("Nova", "brisk"),
    Persona("Cosma", "fussy"),
    Persona("Umbra", "dreamy"),
    Persona("Quark", "brisk"),
    Persona("Perigee", "fussy"),
    Persona("Halley", "dreamy"),
    Persona("Zenith", "calm"),
    Persona("Nebbie", "dreamy"),
    Persona("Orbit", "brisk"),
    Persona("Pulsara", "fussy"),
    Persona("Comet", "brisk"),
    Persona("Tychon", "calm"),
    Persona("Luna", "dreamy"),
)
"""The relatives who play when people are missing; more than a table seats."""

NAMES: Final = tuple(persona.name for persona in PERSONAS)
"""Their names. People cannot register them."""


def persona(name: str) -> Persona:
    """The relative of this name; a stranger is calm."""
    return next((known for known in PERSONAS if known.name == name), Persona(name, "calm"))
