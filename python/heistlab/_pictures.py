"""Pictures as arrays, by libraries that only the extra ``render`` installs."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

SHAPE = (900, 1200, 3)
"""Height, width and channels of every picture."""


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG document as RGB values, uint8 of shape :data:`SHAPE`.

    Documents differ in height; arrays do not, so that they can be tiled and joined to videos.

    Raises ImportError, which says what to install, if a library is missing.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError("render_mode 'rgb_array' needs resvg-py and Pillow: pip install heistlab[render]") from error
    height, width, _ = SHAPE
    canvas = Image.new("RGB", (width, height), "white")
    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))) as image:
        image.thumbnail((width, height))
        canvas.paste(image.convert("RGB"), ((width - image.width) // 2, 0))
    return np.asarray(canvas, np.uint8)
