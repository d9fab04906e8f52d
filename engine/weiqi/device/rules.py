"""Go by area scoring, without suicide, with positional superko: many games on one board at once.

Stones are 1 for Black, -1 for White and 0 for none. All tensors have a row for each game.
"""

import torch

from board import around, first_of, pad

BLACK, WHITE = 1, -1


class Chains:
    """The chains of positions: of each point the smallest point of its chain, n where it is empty."""

    def __init__(self, board, stones):
        n, rows = board.n, stones.shape[0]
        stone = stones != 0
        points = torch.arange(n, device=stones.device).expand(rows, n)
        near = around(stones, board.near, 0)
        self.same = (near == stones.unsqueeze(-1)) & stone.unsqueeze(-1)
        label = torch.where(stone, points, n)
        while True:
            least = torch.where(self.same, around(label, board.near, n), n).amin(-1)
            least = torch.minimum(label, least)
            least = pad(least, n).gather(1, least)
            if torch.equal(least, label):
                break
            label = least
        self.label = label
        self.near = around(label, board.near, n)
        self.first = first_of(self.near)
        touches = (~stone).unsqueeze(-1) & self.first & (self.near < n)
        self.liberties = self._count(n, rows, self.near.flatten(1), touches.flatten(1))
        self.size = self._count(n, rows, label, stone)
        self.near_liberties = self.liberties.gather(1, self.near.flatten(1)).view(self.near.shape)

    @staticmethod
    def _count(n, rows, label, what):
        count = torch.zeros(rows, n + 1, dtype=torch.int32, device=label.device)
        count.scatter_add_(1, label, what.int())
        count[:, n] = 0
        return count

    def of(self, values):
        """What is said of each chain, at its points."""
        return values.gather(1, self.label)

    def spread(self, mask):
        """The mask, and the chains that it touches."""
        n = self.label.shape[1]
        hit = torch.zeros(mask.shape[0], n + 1, dtype=torch.bool, device=mask.device)
        hit.scatter_(1, torch.where(mask, self.label, n), True)
        hit[:, n] = False
        return mask | self.of(hit)


class Games:
    """Positions of games that go on."""

    FIELDS = ("stones", "side", "last", "before", "passes", "komi", "moves", "past")

    def __init__(self, board, **fields):
        self.board = board
        for name in self.FIELDS:
            setattr(self, name, fields[name])

    @classmethod
    def start(cls, board, komi, length):
        """Empty boards with as many komi; past is room for so many positions."""
        rows, device = komi.shape[0], komi.device
        nothing = torch.full((rows,), board.n, device=device)
        past = torch.full((rows, length), 2**62, dtype=torch.int64, device=device)
        past[:, 0] = 0
        zero = torch.zeros(rows, dtype=torch.int64, device=device)
        return cls(
            board, stones=torch.zeros(rows, board.n, dtype=torch.int8, device=device),
            side=torch.ones(rows, dtype=torch.int8, device=device), last=nothing, before=nothing.clone(),
            passes=zero, komi=komi, moves=zero.clone(), past=past,
        )

    def clone(self):
        return Games(self.board, **{name: getattr(self, name).clone() for name in self.FIELDS})

    def put(self, rows, other):
        """Has games go on from the rows of others where rows, a mask, says so."""
        for name in self.FIELDS:
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, torch.where(rows.view(-1, *[1] * (mine.dim() - 1)), theirs, mine))

    def over(self):
        return self.passes >= 2

    def hash(self, stones):
        black, white = self.board.keys
        zero = torch.zeros((), dtype=torch.int64, device=stones.device)
        return (torch.where(stones == BLACK, black, zero) + torch.where(stones == WHITE, white, zero)).sum(1)

    def legal(self, chains):
        """Where the side to move may play, and where it may not only for repeating a position."""
        near = around(self.stones, self.board.near, 2) * self.side.view(-1, 1, 1)
        takes = (near == -1) & (chains.near_liberties == 1)
        free = (near == 0) | takes | ((near == 1) & (chains.near_liberties > 1))
        free = (self.stones == 0) & free.any(-1)
        return free & ~self._repeats(chains, takes)

    def _repeats(self, chains, takes):
        black, white = self.board.keys
        mine = torch.where(self.side.view(-1, 1) == BLACK, black, white)
        theirs = torch.where(self.side.view(-1, 1) == BLACK, white, black)
        n = self.board.n
        keys = torch.zeros(self.stones.shape[0], n + 1, dtype=torch.int64, device=self.stones.device)
        keys.scatter_add_(1, chains.label, theirs.expand(chains.label.shape))
        taken = keys.gather(1, chains.near.flatten(1)).view(chains.near.shape)
        taken = torch.where(takes & chains.first, taken, 0).sum(-1)
        after = self.hash(self.stones).unsqueeze(1) + mine - taken
        length = int(self.moves.max()) + 1
        return (after.unsqueeze(-1) == self.past[:, None, :length]).any(-1)

    def play(self, move, chains):
        """Plays a legal point of each game, or n, the pass."""
        n, rows = self.board.n, torch.arange(move.shape[0], device=move.device)
        placed = move < n
        at = move.clamp(max=n - 1)
        own = self.side.view(-1, 1)
        near = self.board.near[at]
        label = pad(chains.label, n).gather(1, near)
        dying = (pad(self.stones, 2).gather(1, near) == -own) & (chains.liberties.gather(1, label) == 1)
        dead = torch.zeros(move.shape[0], n + 1, dtype=torch.bool, device=move.device)
        dead.scatter_(1, torch.where(dying & placed.unsqueeze(1), label, n), True)
        dead[:, n] = False
        stones = torch.where(chains.of(dead), 0, self.stones)
        stones[rows, at] = torch.where(placed, self.side, stones[rows, at])
        self.stones = stones
        self.before, self.last = self.last, torch.where(placed, move, n)
        self.passes = torch.where(placed, 0, self.passes + 1)
        self.side = -self.side
        self.moves = (self.moves + 1).clamp(max=self.past.shape[1] - 1)
        self.past = self.past.clone()
        self.past[rows, self.moves] = self.hash(stones)

    def area(self):
        """Whose each point is: a stone's, or that of the only side that empty points reach."""
        reach = []
        for side in (BLACK, WHITE):
            mask = self.stones == side
            while True:
                more = mask | ((self.stones == 0) & around(mask, self.board.near, False).any(-1))
                if torch.equal(more, mask):
                    break
                mask = more
            reach.append(mask)
        black, white = reach
        return black.to(torch.int8) * (~white).to(torch.int8) - white.to(torch.int8) * (~black).to(torch.int8)


def eyes(games, chains, side):
    """The eyes of side, a column of 1 and -1, that engine/weiqi does not fill (stones.eye)."""
    board = games.board
    near = around(games.stones, board.near, 2)
    exists = board.near < board.n
    own = ((near == side.unsqueeze(-1)) | ~exists).all(-1) & (games.stones == 0)
    label = torch.where(exists, chains.near, chains.near[:, :, :1])
    one = (label == chains.near[:, :, :1]).all(-1)
    atari = (exists & (chains.near_liberties == 1)).any(-1)
    bad = (around(games.stones, board.corners, 0) == -side.unsqueeze(-1)).sum(-1) + board.edge.long()
    return own & (one | (~atari & (~board.ring | (bad < 2))))
