"""What networks are told of positions: the inputs of engine/weiqi/view.go that are called plain."""

import math

import torch

from board import around, pad
from rules import eyes

OWN, ENEMY, OWN_LIBERTIES, ENEMY_LIBERTIES, LAST, FORBIDDEN, OWN_EYE, ENEMY_EYE = 0, 1, 2, 5, 8, 10, 11, 12
TAKE, NEAR, HEIGHT, DEGREE, KOMI, PASSED, SIZE, BOARD, INPUTS = 15, 20, 23, 28, 29, 33, 34, 35, 36


def playable(games, chains):
    """The moves that are searched: legal ones, but not into an eye of the own."""
    return games.legal(chains) & ~eyes(games, chains, games.side.view(-1, 1))


def planes(games, chains, playable):
    """Returns games × points × INPUTS."""
    board, side = games.board, games.side.view(-1, 1)
    rows, n = games.stones.shape
    view = torch.zeros(rows, n, INPUTS, device=games.stones.device)
    liberties, empty = chains.of(chains.liberties), games.stones == 0
    for stone, first, color in ((OWN, OWN_LIBERTIES, side), (ENEMY, ENEMY_LIBERTIES, -side)):
        mine = games.stones == color
        view[:, :, stone] = mine.float()
        for k in range(3):
            view[:, :, first + k] = (mine & (liberties == k + 1)).float()
    for k, last in enumerate((games.last, games.before)):
        view[:, :, LAST + k] = pad(torch.zeros_like(games.stones), 0).scatter(1, last.unsqueeze(1), 1)[:, :n].float()
    view[:, :, FORBIDDEN] = (empty & ~playable).float()
    view[:, :, OWN_EYE] = eyes(games, chains, side).float()
    view[:, :, ENEMY_EYE] = (eyes(games, chains, -side) & (view[:, :, OWN_EYE] == 0)).float()
    _takes(view, games, chains, side)
    _steps(view, games, chains)
    _everywhere(view, games)
    return view


def _takes(view, games, chains, side):
    near = around(games.stones, games.board.near, 2)
    last = (near == -side.unsqueeze(-1)) & (chains.near_liberties == 1) & (games.stones == 0).unsqueeze(-1)
    size = chains.size.gather(1, chains.near.flatten(1)).view(chains.near.shape)
    view[:, :, TAKE] = (last & (size == 1)).any(-1).float()
    view[:, :, TAKE + 1] = (last & (size > 1)).any(-1).float()


def _steps(view, games, chains):
    """Steps from the last move in the common-fate graph, 1 to 3."""
    n = games.board.n
    reached = pad(torch.zeros_like(games.stones), 0).scatter(1, games.last.unsqueeze(1), 1)[:, :n] > 0
    reached = chains.spread(reached)
    for k in range(3):
        further = chains.spread(reached | around(reached, games.board.near, False).any(-1))
        view[:, :, NEAR + k] = (further & ~reached).float()
        reached = further


def _everywhere(view, games):
    board = games.board
    komi = (-games.komi * games.side).unsqueeze(1)
    line = board.height.clamp(max=5)
    for k in range(5):
        view[:, :, HEIGHT + k] = (line == k + 1).float()
    view[:, :, DEGREE] = board.degree / 4
    view[:, :, KOMI], view[:, :, KOMI + 1] = komi / 10, komi / board.n
    view[:, :, PASSED] = (games.passes > 0).float().unsqueeze(1)
    view[:, :, SIZE] = math.log(board.n) / math.log(81)
    view[:, :, BOARD] = 1
