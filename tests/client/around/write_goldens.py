"""Writes the goldens anew: `python -m tests.client.around.write_goldens`, from the root of the repository."""

from ..goldens import write
from .scenes import SCENES
from .test_goldens import GOLDEN

if __name__ == "__main__":
    write(GOLDEN, SCENES)
