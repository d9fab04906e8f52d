"""Positions to learn from, and learning from them."""

import torch

from rules import Chains, Games
from search import NONE
from view import planes

WIN_WEIGHT, OWNER_WEIGHT = 1.0, 1.5  # as in engine/neural/learn.go
SEARCH_SHARE = 0.5  # of what the search saw in the target of the win, beside how the game ended


class Store:
    """The latest positions of one board, in a ring."""

    def __init__(self, board, room):
        self.board, self.room, self.count = board, room, 0
        self.parts = {}

    def __len__(self):
        return min(self.count, self.room)

    def add(self, **parts):
        rows = next(iter(parts.values())).shape[0]
        if rows == 0:
            return
        for name, values in parts.items():
            if name not in self.parts:
                self.parts[name] = values.new_zeros(self.room, *values.shape[1:])
            at = (torch.arange(rows, device=values.device) + self.count) % self.room
            self.parts[name][at] = values
        self.count += rows

    def draw(self, rows):
        device = self.parts["stones"].device
        at = torch.randint(len(self), (rows,), device=device)
        return {name: values[at] for name, values in self.parts.items()}


def seen(board, part):
    """The positions of a part of a store as a network sees them: planes, chains and which moves it has."""
    rows = part["stones"].shape[0]
    fields = {name: part[name].long() for name in ("last", "before", "passes")}
    zero = torch.zeros(rows, dtype=torch.int64, device=part["stones"].device)
    games = Games(board, stones=part["stones"], side=part["side"], komi=part["komi"], moves=zero, past=zero.unsqueeze(1), **fields)
    chains = Chains(board, part["stones"])
    may = torch.nn.functional.pad(part["free"], (0, 1), value=True)
    return planes(games, chains, part["free"]), chains, may


def loss(network, board, part):
    """Returns the sum that is to become small, and its parts: order, win, owner, best move first."""
    view, chains, may = seen(board, part)
    logits, win, owner = network(view, board, chains)
    wanted = part["policy"].float()
    order = -(wanted * torch.log_softmax(torch.where(may, logits, NONE), 1)).sum(1).mean()
    won = torch.nn.functional.binary_cross_entropy_with_logits(win, part["win"].float())
    own = ((owner - part["owner"].float()) ** 2).mean()
    first = (torch.where(may, logits, NONE).argmax(1) == wanted.argmax(1)).float().mean()
    return order + WIN_WEIGHT * won + OWNER_WEIGHT * own, torch.stack((order, won, own, first)).detach()


class Learner:
    """Adam with decoupled decay, as in engine/neural/learn.go, over stores of several boards."""

    def __init__(self, network, rate):
        self.network = network
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
        self.steps = 0

    def step(self, store, rows, rate):
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        total, parts = loss(self.network, store.board, store.draw(rows))
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 4.0)
        self.optimizer.step()
        self.steps += 1
        return parts
