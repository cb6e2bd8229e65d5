"""Writes the goldens anew: `python -m tests.learn.write_goldens`, from the root of the repository."""

from tests.client.goldens import write

from .scenes import SCENES
from .test_goldens import GOLDEN

if __name__ == "__main__":
    write(GOLDEN, SCENES)
