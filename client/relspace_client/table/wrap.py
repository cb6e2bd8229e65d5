"""Breaking a text into lines, by cells."""

from relspace_client.picture.row import cells_of, clip


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than `width` cells: broken at spaces, or inside what is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while word:
            joined = f"{line} {word}" if line else word
            if len(cells_of(joined)) <= width:
                line, word = joined, ""
            elif line:
                lines.append(line)
                line = ""
            else:
                part = clip(word, width) or word
                lines.append(part)
                word = word[len(part) :]
    return [*lines, line] if line else lines
