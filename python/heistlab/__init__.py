"""Heistlab: exact, fast states of cooperative heist board games, agents that play them, and an arena that compares
agents.

- :func:`load_game`, :class:`State`: games by the names that OpenSpiel uses; states draw themselves in notebooks.
- :func:`analyse`: what to do, and how sure that is.
- :class:`Batch`: games side by side, stepped in Rust into the caller's NumPy arrays.
- :mod:`heistlab.starts`: states to begin games in, and curricula of them; :class:`Shaping`: rewards on the way.
- :func:`arena`: agents over common deals, as Arrow tables; :class:`PlayerAgent`: agents written in Python.
- :func:`begin_campaign`, :func:`play_campaigns`: heists in a row, each set up by what the earlier ones left.
- :mod:`heistlab.gym`, :mod:`heistlab.vector`, :mod:`heistlab.zoo`, :mod:`heistlab.openspiel`: adapters, each with its
extra.
- :mod:`heistlab.planes`: observations as planes of the board, for convolutions.
- :mod:`heistlab.data`: self-play, and recorded games as rows, batches and tables; :mod:`heistlab.data_torch`,
:mod:`heistlab.minari`: as PyTorch and Minari datasets.
- :mod:`heistlab.sb3`: a vector environment for Stable-Baselines3; :mod:`heistlab.nn`: PyTorch layers for sparse
observations.
- :class:`Network`, :func:`export_network`: networks that evaluate states and play, and how to make files of them.
- :mod:`heistlab.distributed`: the arena, game generation and self-play on many machines, by Ray.
"""

from heistlab._arena import ArenaResult, PlayerAgent, arena
from heistlab._campaign import CampaignResult, begin_campaign, play_campaigns
from heistlab._core import (
    CHANCE_PLAYER,
    TERMINAL_PLAYER,
    Agent,
    Batch,
    Buffers,
    Campaign,
    Game,
    IllegalActionError,
    Network,
    PositionError,
    Replay,
    Shaping,
    State,
    Table,
    __version__,
    agents,
    games,
    levels,
)
from heistlab._games import load_game, read_position
from heistlab._networks import export_network
from heistlab._pickles import register as _register_pickles
from heistlab.analysis import Analysis, Move, analyse, analyse_stream

__all__ = [
    "CHANCE_PLAYER",
    "TERMINAL_PLAYER",
    "Agent",
    "Analysis",
    "ArenaResult",
    "Batch",
    "Buffers",
    "Campaign",
    "CampaignResult",
    "Game",
    "IllegalActionError",
    "Move",
    "Network",
    "PlayerAgent",
    "PositionError",
    "Replay",
    "Shaping",
    "State",
    "Table",
    "__version__",
    "agents",
    "analyse",
    "analyse_stream",
    "arena",
    "begin_campaign",
    "export_network",
    "games",
    "levels",
    "load_game",
    "play_campaigns",
    "read_position",
]

_register_pickles()
