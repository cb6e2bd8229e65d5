"""Writes the goldens anew: `python -m tests.client.around.write_goldens`, from the root of the repository."""

from .scenes import SCENES
from .test_goldens import GOLDEN


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.glob("*.txt"):
        path.unlink()
    for name, scene in SCENES.items():
        (GOLDEN / f"{name}.txt").write_text(scene().text() + "\n")


if __name__ == "__main__":
    main()
