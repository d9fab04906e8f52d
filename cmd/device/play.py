"""Self-play of a network: thousands of games at a time on one board."""

import torch

from games import MOVES, NONE, SIDE, Games
from learn import SEARCH_SHARE
from search import Recorded

FULL_SHARE = 0.25  # of moves get a full search and become samples (Wu 2019, section 3.1: playout cap randomization)
QUICK = 4  # a quick search has this many times fewer simulations
CHANCE = 6  # random opening moves of every second game, at most


class Cohort:
    """One game per row. When a game ends, a new one takes its place, and its positions become samples."""

    def __init__(self, board, rows, sims, player, device):
        self.board, self.rows, self.device, self.sims = board, rows, device, sims
        self.most = 3 * board.n  # moves of a game
        self.games = Games(board, rows, sims + 1, self.most + 2, device, links=player.links)
        self.searches = Recorded(player, self.games)
        self.chance = self._chance()
        self.games.start(torch.ones(rows, dtype=torch.bool, device=device), self._komi())
        # Positions of running games: up to room of each game, in the order in which they were searched.
        self.open, self.kept = {}, torch.zeros(rows, dtype=torch.int64, device=device)
        self.room = self.most // 2
        self.every = torch.arange(rows, device=device)
        self.finished = 0

    def _komi(self):
        return 4 + torch.randint(12, (self.rows,), device=self.device) / 2

    def _chance(self):
        some = torch.rand(self.rows, device=self.device) < 0.5
        return torch.where(some, torch.randint(1, CHANCE + 1, (self.rows,), device=self.device), 0)

    def turn(self, most, store):
        """Plays a move in every game; most is the number of root moves at the start of a search."""
        full = float(torch.rand(())) < FULL_SHARE
        self.searches.search(self.sims if full else max(2, self.sims // QUICK), most if full else min(most, 4))
        early = self.games.facts[:, MOVES] < self.chance
        free = self.games.logits[:, 0, :-1] > NONE / 2
        if full:
            self._keep(free, ~early)
        random = torch.where(free, torch.rand(free.shape, device=self.device), -1.0)
        chosen = torch.where(early & free.any(1), random.argmax(1), self.games.chosen)
        self.games.chosen.copy_(chosen)
        self.games.call("play")
        self._end(store)

    def _keep(self, free, which):
        g = self.games
        parts = g.position() | {"free": free.to(torch.uint8), "policy": g.policy.half(), "win": g.value}
        at = self.kept.clamp(max=self.room - 1)
        for name, values in parts.items():
            if name not in self.open:
                self.open[name] = values.new_zeros(self.rows, self.room, *values.shape[1:])
            self.open[name][self.every, at] = values
        self.kept += which & (self.kept < self.room - 1)  # the next position overwrites one that does not count

    def _end(self, store):
        """Adds the positions of finished games to the store."""
        g = self.games
        done = g.over() | (g.facts[:, MOVES] >= self.most)
        rows = done.nonzero().squeeze(1)
        if len(rows) == 0:
            return
        if self.open:
            there = torch.arange(self.room, device=self.device) < self.kept[rows].unsqueeze(1)
            game, at = there.nonzero(as_tuple=True)
            game = rows[game]
            parts = {name: values[game, at] for name, values in self.open.items()}
            same = parts["side"] == g.facts[game, SIDE]
            result = torch.where(same, g.won[game], 1 - g.won[game])
            parts["win"] = (1 - SEARCH_SHARE) * result + SEARCH_SHARE * parts["win"]
            parts["owner"] = g.area[game] * parts["side"].unsqueeze(1)
            store.add(**parts)
        self.finished += len(rows)
        self.kept.masked_fill_(done, 0)
        g.start(done, self._komi())
        self.chance = torch.where(done, self._chance(), self.chance)
