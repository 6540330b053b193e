"""Writes pictures and films as WebP."""

import io
from dataclasses import dataclass
from pathlib import Path

FILM_WIDTH = 960


@dataclass(frozen=True)
class Frame:
    """What the window showed, as the bytes of a PNG, and for how long it is to be seen."""

    png: bytes
    seconds: float


def save_picture(png: bytes, path: Path) -> None:
    """Write a picture without any loss: letters stay sharp."""
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(path, "WEBP", lossless=True, method=4)


def save_film(frames: list[Frame], path: Path) -> None:
    """Write a film that is played again and again."""
    from PIL import Image

    pictures: list[Image.Image] = []
    for frame in frames:
        with Image.open(io.BytesIO(frame.png)) as picture:
            height = round(picture.height * FILM_WIDTH / picture.width)
            size = pictures[0].size if pictures else (FILM_WIDTH, height)
            pictures.append(picture.convert("RGB").resize(size, Image.Resampling.LANCZOS))
    path.parent.mkdir(parents=True, exist_ok=True)
    pictures[0].save(
        path,
        "WEBP",
        save_all=True,
        append_images=pictures[1:],
        duration=[round(1000 * frame.seconds) for frame in frames],
        loop=0,
        quality=80,
        method=3,
    )
