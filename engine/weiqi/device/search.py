"""Gumbel search of many positions at once (I. Danihelka et al., "Policy improvement by planning with Gumbel",
2022): at the root the moves are drawn without replacement and halved by what they are found to be worth;
below, the search follows the policy that the values found so far make of the network's.
"""

import math

import torch

from rules import Chains, Games
from view import planes, playable

VISITS, SCALE = 50, 0.2  # section 3.4: c_visit, and c_scale for chances to win
NONE = -1e9


class Judged:
    """What the network says of positions: logits of all moves, chances to win for the side to move."""

    def __init__(self, network, games):
        self.chains = Chains(games.board, games.stones)
        self.free = playable(games, self.chains)
        with torch.no_grad():
            logits, win, _ = network(planes(games, self.chains, self.free), games.board, self.chains)
        may = torch.nn.functional.pad(self.free, (0, 1), value=True)
        self.logits = torch.where(may, logits.float(), NONE)
        self.win = torch.sigmoid(win.float())


def outcome(games):
    """1 where the side to move has won a game that is over, 0 where it has lost, 0.5 for a draw."""
    lead = (games.area().sum(1) - games.komi) * games.side
    return 0.5 + 0.5 * torch.sign(lead)


def schedule(most, sims):
    """How often each simulation's move at the root has been visited before: sequential halving."""
    rounds, visits, left = [], [0] * most, most
    steps = max(1, math.ceil(math.log2(most))) if most > 1 else 1
    while len(rounds) < sims:
        for _ in range(max(1, sims // (steps * left))):
            for k in range(left):
                rounds.append(visits[k])
                visits[k] += 1
        left = max(2, left // 2) if most > 1 else 1
    return rounds[:sims]


class Tree:
    """A tree for each game; node 0 is the root. Values are chances for the side to move at the node."""

    def __init__(self, network, games, sims):
        self.network, self.board = network, games.board
        self.rows = torch.arange(games.stones.shape[0], device=games.stones.device)
        rows, moves, device = len(self.rows), games.board.n + 1, games.stones.device
        self.child = torch.zeros(rows, sims + 1, moves, dtype=torch.int64, device=device)  # 0: none
        self.visits = torch.zeros(rows, sims + 1, moves, device=device)
        self.sums = torch.zeros(rows, sims + 1, moves, device=device)
        self.logits = torch.full((rows, sims + 1, moves), NONE, device=device)
        self.win = torch.zeros(rows, sims + 1, device=device)
        self.over = torch.zeros(rows, sims + 1, dtype=torch.bool, device=device)
        self.games = {f: getattr(games, f).unsqueeze(1).repeat(1, sims + 1, *[1] * (getattr(games, f).dim() - 1))
                      for f in Games.FIELDS}
        self.root = Judged(network, games)
        self._set(0, games, self.root)

    def _set(self, node, games, judged):
        over = games.over()
        self.logits[:, node] = judged.logits
        self.win[:, node] = torch.where(over, outcome(games), judged.win)
        self.over[:, node] = over
        for f in Games.FIELDS:
            self.games[f][:, node] = getattr(games, f)

    def values(self, node):
        """Of each move the chance to win that was found, or what takes its place where it was not tried."""
        visits, sums = self.visits[self.rows, node], self.sums[self.rows, node]
        policy = torch.softmax(self.logits[self.rows, node], 1)
        tried = visits > 0
        q = sums / visits.clamp(min=1)
        weight = (policy * tried).sum(1)
        total = visits.sum(1)
        mean = (policy * q * tried).sum(1) / weight.clamp(min=1e-9)
        mixed = (self.win[self.rows, node] + total * torch.where(weight > 0, mean, 0)) / (1 + total)
        return torch.where(tried, q, mixed.unsqueeze(1)), visits

    def improved(self, node):
        """The logits of the policy that the values make of the network's (equation 11)."""
        q, visits = self.values(node)
        return self.logits[self.rows, node] + (VISITS + visits.amax(1, keepdim=True)) * SCALE * q, visits

    def simulate(self, number, move):
        """One simulation that begins with a move at the root and ends in node number."""
        node = torch.zeros_like(self.rows)
        path = []
        going = torch.ones_like(self.rows, dtype=torch.bool)
        parent, last = node, move
        while True:
            path.append((node, move, going))
            parent, last = torch.where(going, node, parent), torch.where(going, move, last)
            child = self.child[self.rows, node, move]
            further = going & (child > 0)
            # A game that is over stays where it is: its end is seen once more.
            going = further & ~self.over[self.rows, child]
            ended = further & ~going
            parent, last = torch.where(ended, child, parent), torch.where(ended, self.board.n, last)
            if not bool(going.any()):
                break
            node = torch.where(going, child, node)
            logits, visits = self.improved(node)
            wanted = torch.softmax(logits, 1) - visits / (1 + visits.sum(1, keepdim=True))
            wanted = torch.where(self.logits[self.rows, node] > NONE / 2, wanted, NONE)
            move = torch.where(going, wanted.argmax(1), move)
        self._grow(number, parent, last)
        self._count(number, path)

    def _grow(self, number, parent, move):
        games = Games(self.board, **{f: self.games[f][self.rows, parent] for f in Games.FIELDS})
        over = self.over[self.rows, parent]
        end = games.clone()
        games.play(move, Chains(self.board, games.stones))
        games.put(over, end)
        self._set(number, games, Judged(self.network, games))
        self.child[self.rows[~over], parent[~over], move[~over]] = number

    def _count(self, number, path):
        """Counts the new node's chance along the path, from the side of each of its moves."""
        last = self.games["side"][:, number]
        value = self.win[:, number]
        for node, move, there in path:
            mine = self.games["side"][self.rows, node] == last
            self.visits[self.rows, node, move] += there.float()
            self.sums[self.rows, node, move] += torch.where(there, torch.where(mine, value, 1 - value), 0)


def search(network, games, sims, most):
    """Returns the moves to play, the improved policies, the chances to win of the sides to move, and the roots as judged."""
    tree = Tree(network, games, sims)
    gumbel = -torch.log(-torch.log(torch.rand_like(tree.logits[:, 0]).clamp(1e-20, 1 - 1e-7)))
    scores = tree.logits[:, 0] + gumbel
    drawn = torch.zeros_like(scores, dtype=torch.bool)
    drawn.scatter_(1, scores.topk(min(most, scores.shape[1]), 1).indices, True)
    drawn &= tree.logits[:, 0] > NONE / 2
    root = torch.zeros_like(tree.rows)

    def worth():
        """What the halving goes by, and how often each move has been visited."""
        q, visits = tree.values(root)
        value = scores + (VISITS + visits.amax(1, keepdim=True)) * SCALE * q
        return torch.where(drawn, value, NONE), visits

    def best(visited):
        value, visits = worth()
        # Where fewer moves are legal than are halved, those seen most are seen again.
        at = torch.minimum(torch.full_like(tree.win[:, 0], visited), torch.where(drawn, visits, 0).amax(1))
        due = torch.where(visits == at.unsqueeze(1), value, NONE)
        none = due.amax(1, keepdim=True) <= NONE / 2
        return torch.where(none, value, due).argmax(1)

    for k, visited in enumerate(schedule(most, sims)):
        tree.simulate(k + 1, best(visited))
    value, visits = worth()
    move = torch.where(visits == visits.amax(1, keepdim=True), value, NONE).argmax(1)
    policy = torch.softmax(tree.improved(root)[0], 1)
    return move, policy, (policy * tree.values(root)[0]).sum(1), tree.root
