"""Gumbel search of many positions at once (I. Danihelka et al., "Policy improvement by planning with Gumbel",
2022): at the root it draws moves without replacement and halves them by their values;
below, it follows the network's policy improved by the values found so far. Its steps are in game.cu.
"""

import math

import torch

from games import NONE


def schedule(most, sims):
    """The number of earlier visits of each simulation's move at the root: sequential halving."""
    rounds, visits, left = [], [0] * most, most
    steps = max(1, math.ceil(math.log2(most))) if most > 1 else 1
    while len(rounds) < sims:
        for _ in range(max(1, sims // (steps * left))):
            for k in range(left):
                rounds.append(visits[k])
                visits[k] += 1
        left = max(2, left // 2) if most > 1 else 1
    return rounds[:sims]


def search(player, games, sims, most):
    """Writes the moves to play, the improved policies, and the win probabilities of the sides to move to games."""
    games.call("root")
    player.ask(games)
    games.call("first")
    logits = games.logits[:, 0]
    gumbel = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-20, 1 - 1e-7)))
    games.scores.copy_(logits + gumbel)
    drawn = games.scores.topk(min(most, logits.shape[1]), 1).indices
    games.drawn.zero_().scatter_(1, drawn, 1)
    games.drawn.mul_(logits > NONE / 2)
    for k, visited in enumerate(schedule(most, sims)):
        games.call("choose", visited)
        games.call("grow", k + 1)
        player.ask(games)
        games.call("learn", k + 1)
    games.call("decide")


class Recorded:
    """Searches with a player (players.py). On a card the search is recorded once and then replayed,
    since launching its kernels one by one takes longer."""

    def __init__(self, player, games):
        self.player, self.games, self.graphs = player, games, {}
        self.pool = None

    def search(self, sims, most):
        if self.games.stones.device.type != "cuda":
            search(self.player, self.games, sims, most)
            return
        if (sims, most) not in self.graphs:
            self.graphs[sims, most] = self._record(sims, most)
        self.graphs[sims, most].replay()

    def _record(self, sims, most):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            search(self.player, self.games, 2, 2)  # one-time initialization happens here
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            search(self.player, self.games, sims, most)
        self.pool = graph.pool()
        return graph
