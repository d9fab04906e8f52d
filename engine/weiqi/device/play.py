"""Games of a network against itself, thousands at a time on one board."""

import torch

from learn import SEARCH_SHARE
from rules import Chains, Games
from search import outcome, search
from view import playable

FULL_SHARE = 0.25  # of moves are searched fully and learned from (Wu 2019, section 3.1: playout cap randomization)
QUICK = 4  # a quick search has so many times fewer simulations
CHANCE = 8  # at most so many moves are made by chance at the beginning


class Cohort:
    """As many games as it has rows. A game that ends makes room for a new one, and its positions are learned from."""

    def __init__(self, board, rows, device):
        self.board, self.rows, self.device = board, rows, device
        self.length = 3 * board.n + CHANCE
        self.games = self._new()
        self.chance = torch.randint(CHANCE + 1, (rows,), device=device)
        self.open = []  # positions of games that go on: a dictionary of parts and the rows that they are of
        self.finished = 0

    def _new(self):
        komi = 4 + torch.randint(12, (self.rows,), device=self.device) / 2
        return Games.start(self.board, komi, self.length + 1)

    def turn(self, network, sims, most, store):
        """Plays a move in every game."""
        full = torch.rand(()) < FULL_SHARE
        move, policy, win, root = search(network, self.games, sims if full else max(2, sims // QUICK), most if full else min(most, 4))
        early = self.games.moves < self.chance
        if full:
            self._keep(policy, win, root.free, ~early)
        free = playable(self.games, root.chains)
        random = torch.where(free, torch.rand(free.shape, device=self.device), -1.0)
        move = torch.where(early & free.any(1), random.argmax(1), move)
        self.games.play(move, Chains(self.board, self.games.stones))
        self._end(store)

    def _keep(self, policy, win, free, which):
        g = self.games
        self.open.append((which, {
            "stones": g.stones, "side": g.side, "last": g.last.to(torch.int16), "before": g.before.to(torch.int16),
            "passes": g.passes.to(torch.int8), "komi": g.komi, "free": free, "policy": policy.half(), "win": win,
        }))

    def _end(self, store):
        """Gives the positions of games that are over to the store."""
        done = self.games.over() | (self.games.moves >= 3 * self.board.n)
        if not bool(done.any()):
            return
        area = self.games.area()
        won = outcome(self.games)
        left = []
        for which, parts in self.open:
            take = which & done
            same = parts["side"] == self.games.side
            result = torch.where(same, won, 1 - won)
            win = (1 - SEARCH_SHARE) * result + SEARCH_SHARE * parts["win"]
            owner = area * parts["side"].unsqueeze(1)
            store.add(**{k: v[take] for k, v in {**parts, "win": win, "owner": owner}.items()})
            which = which & ~done
            if bool(which.any()):
                left.append((which, parts))
        self.open = left
        self.finished += int(done.sum())
        self.games.put(done, self._new())
        self.chance = torch.where(done, torch.randint(CHANCE + 1, (self.rows,), device=self.device), self.chance)
