"""Many games on one board, and a tree of search for each, in tensors that the kernels of game.cu work on."""

import torch

import kernels

INPUTS = 36  # numbers that the network is told of a point
SIDE, LAST, BEFORE, PASSES, MOVES, FACTS = 0, 1, 2, 3, 4, 8  # places among what is kept of a position beside its stones
NONE = -1e9  # the logit of a move that may not be played


WARPS = 4  # games of a block of threads


def packed(numbers, tensors, device):
    """The struct Args of a source, as it lies in memory; the tensors have to live as long."""
    assert all(t is None or t.is_contiguous() for t in tensors)
    return torch.tensor(numbers + [0 if t is None else t.data_ptr() for t in tensors], dtype=torch.int64, device=device)


class Games:
    """As many games as it has rows, with trees of so many nodes, for games of at most length moves.

    Where links is set, the matrices of links that network.py multiplies with are written with every position."""

    def __init__(self, board, rows, nodes, length, device, links=True):
        self.board, self.rows, self.nodes, self.length = board, rows, nodes, length
        n, padded, moves = board.n, board.padded, board.n + 1
        self.kernels = kernels.build("game.cu", torch.device(device).type)

        def zeros(*shape, of=torch.float32):
            return torch.zeros(*shape, dtype=of, device=device)

        small, whole, byte = torch.int8, torch.int32, torch.uint8
        self.stones = zeros(rows, n, of=small)  # 1 Black's, -1 White's
        self.facts = zeros(rows, FACTS, of=whole)
        self.komi = zeros(rows)
        self.past = zeros(rows, length, of=torch.int64)
        self.area = zeros(rows, n, of=small)  # whose each point is
        self.won = zeros(rows)  # by area: 1, 0.5 or 0 for the side to move
        self.tree_stones = zeros(rows, nodes, n, of=small)
        self.tree_facts = zeros(rows, nodes, FACTS, of=whole)
        self.tree_past = zeros(rows, nodes, of=torch.int64)
        self.child = zeros(rows, nodes, moves, of=torch.int16)
        self.visits = zeros(rows, nodes, moves, of=whole)
        self.sums, self.logits = zeros(rows, nodes, moves), zeros(rows, nodes, moves)
        self.win = zeros(rows, nodes)
        self.leaf = zeros(rows, 3, of=whole)
        self.planes = zeros(rows, padded, INPUTS, of=self.kernels.real)
        self.links = zeros(rows, padded, 3 * padded, of=self.kernels.real) if links else None
        self.labels = zeros(rows, n, of=torch.int16)
        self.free = zeros(rows, n, of=byte)  # where the side to move may play, and would
        self.says, self.says_win = zeros(rows, moves), zeros(rows)
        self.scores, self.drawn = zeros(rows, moves), zeros(rows, moves, of=byte)
        self.chosen = zeros(rows, of=whole)
        self.policy, self.value = zeros(rows, moves), zeros(rows)
        self._pack(device)
        self.start(torch.ones(rows, dtype=torch.bool, device=device), self.komi)

    def _pack(self, device):
        """Writes Args of game.cu."""
        b, m = self.board, self.board.n + 8
        self.words = m + (3 * m + 1) // 2 + 64 + (3 * m + 7) // 8  # of shared memory for each game, as work says
        numbers = [b.n, b.padded, b.near.shape[1], b.corners.shape[1], self.nodes, self.rows, self.length]
        tensors = [
            b.near, b.corners, b.ring, b.edge, b.height, b.keys, b.link,
            self.stones, self.facts, self.komi, self.past, self.area, self.won,
            self.tree_stones, self.tree_facts, self.tree_past, self.child, self.visits, self.sums, self.logits, self.win, self.leaf,
            self.planes, self.links, self.free, self.labels, self.says, self.says_win,
            self.scores, self.drawn, self.chosen, self.policy, self.value,
        ]
        self.args = packed(numbers, tensors, device)

    def call(self, name, *numbers):
        blocks = (self.rows + WARPS - 1) // WARPS
        self.kernels.launch(name, self.args, blocks, 32 * WARPS, 8 * WARPS * self.words, *numbers)

    def start(self, which, komi):
        """Begins anew the games that the mask names."""
        n, row = self.board.n, which.unsqueeze(1)
        self.stones.masked_fill_(row, 0)
        empty = torch.tensor([1, n, n, 0, 0, 0, 0, 0], dtype=torch.int32, device=self.facts.device)
        self.facts.copy_(torch.where(row, empty, self.facts))
        self.past[:, 0].masked_fill_(which, 0)
        self.komi.copy_(torch.where(which, komi, self.komi))

    def position(self):
        """What a position is kept as, to be learned from: its stones and what else the network is told of (Store.draw is the way back)."""
        facts = self.facts
        return {
            "stones": self.stones, "side": facts[:, SIDE].to(torch.int8), "last": facts[:, LAST].to(torch.int16),
            "before": facts[:, BEFORE].to(torch.int16), "passes": facts[:, PASSES].to(torch.int8), "komi": self.komi,
        }

    def over(self):
        return self.facts[:, PASSES] >= 2
