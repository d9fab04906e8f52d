"""Many games on one board, each with a search tree, in tensors for the kernels of game.cu."""

import torch

import kernels

INPUTS = 36  # input features of a point
SIDE, LAST, BEFORE, PASSES, MOVES, FACTS = 0, 1, 2, 3, 4, 8  # indices of the facts of a position besides its stones
NONE = -1e9  # the logit of an illegal move


WARPS = 4  # games per block of threads


def packed(numbers, tensors, device):
    """The struct Args of a source in its memory layout; the tensors must outlive it."""
    assert all(t is None or t.is_contiguous() for t in tensors)
    return torch.tensor(numbers + [0 if t is None else t.data_ptr() for t in tensors], dtype=torch.int64, device=device)


class Games:
    """One game per row, with trees of the given number of nodes, for games of at most length moves.

    With links, every position also gets the link matrices that network.py uses."""

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
        self.area = zeros(rows, n, of=small)  # the owner of each point
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
        self.free = zeros(rows, n, of=byte)  # where the side to move may play
        self.out, self.out_win = zeros(rows, moves), zeros(rows)
        self.scores, self.drawn = zeros(rows, moves), zeros(rows, moves, of=byte)
        self.chosen = zeros(rows, of=whole)
        self.policy, self.value = zeros(rows, moves), zeros(rows)
        self._pack(device)
        self.start(torch.ones(rows, dtype=torch.bool, device=device), self.komi)

    def _pack(self, device):
        """Returns Args of game.cu."""
        b, m = self.board, self.board.n + 8
        self.words = m + (3 * m + 1) // 2 + 64 + (3 * m + 7) // 8  # of shared memory per game, as in work
        numbers = [b.n, b.padded, b.near.shape[1], b.corners.shape[1], self.nodes, self.rows, self.length]
        tensors = [
            b.near, b.corners, b.ring, b.edge, b.height, b.keys, b.link,
            self.stones, self.facts, self.komi, self.past, self.area, self.won,
            self.tree_stones, self.tree_facts, self.tree_past, self.child, self.visits, self.sums, self.logits, self.win, self.leaf,
            self.planes, self.links, self.free, self.labels, self.out, self.out_win,
            self.scores, self.drawn, self.chosen, self.policy, self.value,
        ]
        self.args = packed(numbers, tensors, device)

    def call(self, name, *numbers):
        blocks = (self.rows + WARPS - 1) // WARPS
        self.kernels.launch(name, self.args, blocks, 32 * WARPS, 8 * WARPS * self.words, *numbers)

    def start(self, which, komi):
        """Restarts the games in the mask."""
        n, row = self.board.n, which.unsqueeze(1)
        self.stones.masked_fill_(row, 0)
        empty = torch.tensor([1, n, n, 0, 0, 0, 0, 0], dtype=torch.int32, device=self.facts.device)
        self.facts.copy_(torch.where(row, empty, self.facts))
        self.past[:, 0].masked_fill_(which, 0)
        self.komi.copy_(torch.where(which, komi, self.komi))

    def position(self):
        """The stored form of a position for training: its stones and the facts for the input features (Store.draw reverses it)."""
        facts = self.facts
        return {
            "stones": self.stones, "side": facts[:, SIDE].to(torch.int8), "last": facts[:, LAST].to(torch.int16),
            "before": facts[:, BEFORE].to(torch.int16), "passes": facts[:, PASSES].to(torch.int8), "komi": self.komi,
        }

    def over(self):
        return self.facts[:, PASSES] >= 2
