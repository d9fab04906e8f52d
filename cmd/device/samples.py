"""Training samples from games of `moyo train weiqi`, for a start before self-play."""

import json
import re

import torch

from games import Games
from learn import SEARCH_SHARE

AT_ONCE = 2048  # games


def read(file):
    """Returns the games of a file by board; they must use area scoring."""
    games = {}
    with open(file, encoding="utf-8") as f:
        for line in f:
            game = json.loads(line)
            komi = re.search(r"komi=([0-9.]+)", game["rules"])
            if komi is None:
                raise ValueError(f"{file}: rules without komi: {game['rules']}")
            game["komi"] = float(komi[1])
            games.setdefault(game["board"], []).append(game)
    return games


def replay(games, store, device):
    """Adds the searched positions of games on the store's board to it."""
    for at in range(0, len(games), AT_ONCE):
        _replay(games[at : at + AT_ONCE], store, device)


def _replay(played, store, device):
    board, n = store.board, store.board.n
    longest = max(len(g["moves"]) for g in played)
    games = Games(board, len(played), 1, longest + 2, device)
    games.komi.copy_(torch.tensor([g["komi"] for g in played]))
    owner = torch.tensor([g["owner"] for g in played], dtype=torch.int8, device=device)
    black = 0.5 + 0.5 * torch.sign(owner.float().sum(1) - games.komi)
    for k in range(longest):
        games.call("root")
        rows = [i for i, g in enumerate(played) if k < len(g["moves"]) and g["visits"][k]]
        if rows:
            store.add(**_searched(games, played, k, rows, owner, black, device))
        moves = [g["moves"][k] if k < len(g["moves"]) else -1 for g in played]
        games.chosen.copy_(torch.tensor([m if m >= 0 else n for m in moves], dtype=torch.int32))
        games.call("play")


def _searched(games, played, k, rows, owner, black, device):
    """The positions before move k of games that have a search there, in the form of play.py."""
    n = games.board.n
    policy = torch.zeros(len(rows), n + 1)
    for row, i in zip(policy, rows):
        visits = torch.tensor(played[i]["visits"][k]).view(-1, 2)
        row[torch.where(visits[:, 0] < 0, n, visits[:, 0])] = visits[:, 1].float() / visits[:, 1].sum()
    value = torch.tensor([played[i]["values"][k] for i in rows], device=device)
    rows = torch.tensor(rows, device=device)
    parts = {name: values[rows] for name, values in games.position().items()}
    result = torch.where(parts["side"] > 0, black[rows], 1 - black[rows])
    return parts | {
        "free": games.free[rows], "policy": policy.to(device).half(),
        "win": (1 - SEARCH_SHARE) * result + SEARCH_SHARE * value, "owner": owner[rows] * parts["side"].unsqueeze(1),
    }
