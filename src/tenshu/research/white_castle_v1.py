"""The White Castle in the encoding `white_castle_v1`, for each kind of laboratory.

from tenshu.research import white_castle_v1

env = white_castle_v1.env(players=3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenshu.research.aec import ParallelEnv, RawEnv
    from tenshu.research.solo import SoloEnv
    from tenshu.research.vector import TenshuVectorEnv

GAME = "white-castle"


def env(**options: Any) -> Any:
    """PettingZoo, turn by turn; see `aec.env`."""
    from tenshu.research import aec

    return aec.env(GAME, **options)


def raw_env(**options: Any) -> RawEnv:
    from tenshu.research import aec

    return aec.raw_env(GAME, **options)


def parallel_env(**options: Any) -> ParallelEnv:
    """PettingZoo, in cycles; see `aec.ParallelEnv`."""
    from tenshu.research import aec

    return aec.parallel_env(GAME, **options)


def solo_env(**options: Any) -> SoloEnv:
    """Gymnasium, alone against the Tokugawa clan (`solo`: easy, medium, hard); see `solo.SoloEnv`."""
    from tenshu.research.solo import SoloEnv

    return SoloEnv(GAME, **options)


def vector_env(num_envs: int, **options: Any) -> TenshuVectorEnv:
    """Many games in arrays; see `vector.TenshuVectorEnv`."""
    from tenshu.research.vector import TenshuVectorEnv

    return TenshuVectorEnv(GAME, num_envs, **options)
