"""Teaches a network of Go on a graphics card, from games against itself; docs/network.md says how it is used."""

import argparse
import json
import math
import os
import sys
import time

import torch

import board
import network
from learn import Learner, Store
from play import Cohort
from rules import Chains, Games
from view import planes, playable


def arguments():
    parser = argparse.ArgumentParser(prog="device", description=__doc__)
    parser.add_argument("--boards", required=True, help="file that moyo train graphs wrote")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    sub = parser.add_subparsers(dest="what", required=True)
    look = sub.add_parser("look", help="says what is told of positions, and what the network says, as JSON")
    look.add_argument("--net", required=True)
    look.add_argument("--positions", required=True, help="lines of JSON: board, komi, moves (-1: pass)")
    train = sub.add_parser("train", help="plays and learns until time is up; a second call goes on")
    train.add_argument("--dir", required=True, help="folder of where the training stands")
    train.add_argument("--minutes", type=float, default=9)
    train.add_argument("--games", type=int, default=2048, help="at once, on each board; fewer on larger ones")
    train.add_argument("--sims", type=int, default=32, help="simulations of a full search")
    train.add_argument("--most", type=int, default=16, help="moves that it begins with")
    train.add_argument("--channels", type=int, default=64)
    train.add_argument("--blocks", type=int, default=6)
    train.add_argument("--batch", type=int, default=1024)
    train.add_argument("--rate", type=float, default=1e-3)
    train.add_argument("--reuse", type=float, default=3, help="times that each position is learned from")
    train.add_argument("--room", type=int, default=400_000, help="positions kept of each board")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--out", required=True)
    return parser.parse_args()


def replay(boards, position, device):
    """The game of a position, and its chains."""
    b = boards[position["board"]]
    komi = torch.tensor([float(position["komi"])], device=device)
    games = Games.start(b, komi, len(position["moves"]) + 2)
    for move in position["moves"]:
        at = torch.tensor([move if move >= 0 else b.n], device=device)
        games.play(at, Chains(b, games.stones))
    return games, Chains(b, games.stones)


def look(args, boards):
    net = network.read(args.net, args.device)
    with open(args.positions, encoding="utf-8") as file:
        for line in file:
            games, chains = replay(boards, json.loads(line), args.device)
            free = playable(games, chains)
            view = planes(games, chains, free)
            with torch.no_grad():
                moves, win, owner = net(view, games.board, chains)
            print(json.dumps({
                "planes": view[0].flatten().tolist(), "policy": moves[0, :-1].tolist(), "pass": moves[0, -1].item(),
                "win": torch.sigmoid(win[0]).item(), "owner": owner[0].tolist(), "playable": free[0].tolist(),
            }))


class Training:
    def __init__(self, args, boards):
        self.args = args
        torch.manual_seed(args.seed)
        self.network = network.Network(args.channels, args.blocks).to(args.device)
        self.learner = Learner(self.network, args.rate)
        self.state = os.path.join(args.dir, "state.pt")
        self.positions = self.taught = 0.0
        self.cohorts = [(Cohort(b, max(8, args.games * 81 // max(81, b.n)), args.device), Store(b, args.room)) for b in boards.values()]
        os.makedirs(args.dir, exist_ok=True)
        if os.path.exists(self.state):
            self._load()
        torch.manual_seed(args.seed + self.learner.steps)

    def _load(self):
        saved = torch.load(self.state, map_location=self.args.device)
        self.network.load_state_dict(saved["network"])
        self.learner.optimizer.load_state_dict(saved["optimizer"])
        self.learner.steps = saved["steps"]
        for _, store in self.cohorts:
            if store.board.spec in saved["stores"]:
                store.count, store.parts = saved["stores"][store.board.spec]

    def save(self):
        """Writes beside the file, and puts it in its place."""
        stores = {s.board.spec: (s.count, s.parts) for _, s in self.cohorts}
        torch.save({"network": self.network.state_dict(), "optimizer": self.learner.optimizer.state_dict(),
                    "steps": self.learner.steps, "stores": stores}, self.state + ".new")
        os.replace(self.state + ".new", self.state)
        specs = " ".join(c.board.spec for c, _ in self.cohorts)
        games = sum(c.finished for c, _ in self.cohorts)
        about = (f"Taught by engine/weiqi/device: {self.learner.steps} steps of {self.args.batch} positions on {specs}, "
                 f"{self.args.sims} simulations a move, seed {self.args.seed}; {games} games in its last run.")
        network.write(self.network, self.args.out, about)

    def rate(self, share):
        """Falls along a cosine through the run, after a short rise."""
        rise = min(1.0, (self.learner.steps + 1) / 100)
        return self.args.rate * rise * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * share)))

    def round(self, share):
        """A move in every game of every board, and as much learning as that is worth."""
        parts = []
        for cohort, store in self.cohorts:
            before = store.count
            cohort.turn(self.network, self.args.sims, self.args.most, store)
            self.positions += (store.count - before) * self.args.reuse
        while self.taught + self.args.batch <= self.positions:
            # Boards in turn as often as they have positions.
            sizes = torch.tensor([float(len(store)) for _, store in self.cohorts])
            store = self.cohorts[int(torch.multinomial(sizes, 1))][1]
            parts.append(self.learner.step(store, self.args.batch, self.rate(share)))
            self.taught += self.args.batch
        return parts

    def run(self):
        begin = said = time.monotonic()
        end = begin + 60 * self.args.minutes
        sums, rounds = [], 0
        while (now := time.monotonic()) < end:
            sums += self.round((now - begin) / (end - begin))
            rounds += 1
            if now - said > 15:
                said = now
                self._say(now - begin, rounds, sums)
                sums = []
                self.save()
        self.save()

    def _say(self, seconds, rounds, sums):
        games = sum(c.finished for c, _ in self.cohorts)
        text = f"{seconds:6.0f}s  {rounds} rounds, {games} games, {self.learner.steps} steps"
        if sums:
            order, win, owner, first = torch.stack(sums).mean(0).tolist()
            text += f": order {order:.3f}, win {win:.3f}, owner {owner:.3f}, best move first {100 * first:.1f} %"
        print(text, file=sys.stderr, flush=True)


def main():
    args = arguments()
    boards = board.read(args.boards, args.device)
    if args.what == "look":
        look(args, boards)
    else:
        Training(args, boards).run()


main()
