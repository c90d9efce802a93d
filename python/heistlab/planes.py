"""Observations as planes of the board, for networks that convolve over it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heistlab import Game
from heistlab._errors import require


class Planes:
    """Where the features of a game lie: planes over the squares of its board, and a flat rest.

    Planes are arrays of the axes :attr:`axes`; a convolution over rows and columns treats all squares alike, and one
    network may go over every floor. Floors are from the ground up, rows from the top, columns from the left. The map
    of Masters of the Heist is one floor in axial coordinates, in which the six neighbours of a hex are those of its
    row and its column, the one at the upper right and the one at the lower left; some places have no hex.

    A piece of wall lies on the square on its left or above it. Every feature of the flat observation is in one of both
    parts, but for features of squares that the board of this setup lacks: an observation of another setup that has one
    is a ValueError.

    ``game``: one with a board. Raises ValueError for others, such as Caper Cards.
    """

    axes = ("floor", "plane", "row", "column")

    def __init__(self, game: Game) -> None:
        require("game", game, Game, "a Game")
        board = game.board_shape()
        if board is None:
            raise ValueError(f"game: found {game.id}, which has no board; expected a game with one")
        squares = game.feature_squares()
        features = game.information_state_tensor_size()
        floors, rows, columns = board
        self.game = game
        self.names = list(dict.fromkeys(square[0] for square in squares.values() if square is not None))
        """What each plane says of its squares, in their order: ``unrevealed``, ``wall on the right``."""
        self.shape = (floors, len(self.names), rows, columns)
        """The sizes of the axes."""
        self.rest = [feature for feature in range(features) if feature not in squares]
        """The features that lie on no square, in the order of the rest."""
        # A row holds the planes, the rest, a cell for what this board lacks, and one for the -1 that fills sparse
        # observations up, whose entry is the last.
        self._size = int(np.prod(self.shape))
        self._cells = np.full(features + 1, self._size + len(self.rest), np.int64)
        self._cells[-1] += 1
        self._cells[self.rest] = self._size + np.arange(len(self.rest))
        plane_of = {name: place for place, name in enumerate(self.names)}
        for feature, square in squares.items():
            if square is not None:
                name, floor, row, column = square
                self._cells[feature] = np.ravel_multi_index((floor, plane_of[name], row, column), self.shape)

        self._lacking = np.flatnonzero(self._cells[:-1] == self._size + len(self.rest))

    def __repr__(self) -> str:
        axes = ", ".join(f"{name} {size}" for name, size in zip(self.axes, self.shape, strict=True))
        return f"<Planes of {self.game.id}: {axes}; rest {len(self.rest)}>"

    def of_sparse(self, sparse: NDArray[np.int32]) -> dict[str, NDArray[np.uint8]]:
        """The planes and the rest of sparse observations (..., K), such as the buffer ``sparse`` of a Batch.

        ``planes``: uint8 flags (..., floor, plane, row, column); ``rest``: uint8 flags (..., R).
        """
        sparse = np.asarray(sparse)
        if sparse.dtype.kind not in "iu" or sparse.ndim == 0:
            raise ValueError(f"sparse: found {sparse.dtype} of shape {sparse.shape}; expected integers (..., K)")
        features = len(self._cells) - 1
        if sparse.size and not (sparse.min() >= -1 and sparse.max() < features):
            found = f"{sparse.min()} to {sparse.max()}"
            raise ValueError(f"sparse: found features {found}; expected 0 to {features - 1}, and -1 at the end")
        flags = self._no_flags(sparse)
        np.put_along_axis(flags, self._cells[sparse], 1, axis=-1)
        return self._parts(flags)

    def of_dense(self, dense: NDArray[Any]) -> dict[str, NDArray[np.uint8]]:
        """The same of dense observations (..., F)."""
        dense = np.asarray(dense)
        features = len(self._cells) - 1
        if dense.shape[-1:] != (features,):
            raise ValueError(f"dense: found shape {dense.shape}; expected (..., {features})")
        flags = self._no_flags(dense)
        flags[..., self._cells[:-1]] = dense
        flags[..., -2] = dense[..., self._lacking].any(-1)
        return self._parts(flags)

    def _no_flags(self, observations: NDArray[Any]) -> NDArray[np.uint8]:
        return np.zeros((*observations.shape[:-1], self._size + len(self.rest) + 2), np.uint8)

    def _parts(self, flags: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        if flags[..., -2].any():
            raise ValueError(
                f"found a feature of a square that this board lacks; expected observations of {self.game!r}"
            )
        planes = flags[..., : self._size].reshape(*flags.shape[:-1], *self.shape)
        return {"planes": planes, "rest": flags[..., self._size : -2]}
