"""Pictures as arrays, by libraries that only the extra ``render`` installs."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG document as RGB values, uint8 of shape (height, width, 3).

    Raises ImportError, which says what to install, if a library is missing.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError("render_mode 'rgb_array' needs resvg-py and Pillow: pip install heistlab[render]") from error
    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
