"""Trains a Go network on a graphics card, by self-play; docs/network.md describes its use."""

import argparse
import json
import math
import os
import sys
import time

import torch

import board
import network
import players
import samples
import search
from games import Games
from learn import Learner, Store
from play import Cohort

EVAL_SIMS, EVAL_MOST = 16, 8  # of the search of evaluate


def arguments():
    parser = argparse.ArgumentParser(prog="device", description=__doc__)
    parser.add_argument("--boards", required=True, help="file that moyo train graphs wrote")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    sub = parser.add_subparsers(dest="what", required=True)
    look = sub.add_parser("look", help="prints the input features of positions, the network's outputs and the result of a search, as JSON")
    look.add_argument("--net", required=True)
    look.add_argument("--positions", required=True, help="lines of JSON: board, komi, moves (-1: pass)")
    train = sub.add_parser("train", help="plays and trains until time is up; a second call continues")
    train.add_argument("--dir", default="", help="folder with the state of the training; without one it cannot continue later")
    train.add_argument("--minutes", type=float, default=9)
    train.add_argument("--minutes-file", default="",
                       help="file with the minutes, read repeatedly (replace it by renaming), for a card whose time is not known at the start")
    train.add_argument("--games", type=int, default=2048, help="concurrent games on each board; fewer on larger ones")
    train.add_argument("--favour", default="", help="factors for the number of games on some boards: grid:9=8,grid:13=3")
    train.add_argument("--net", default="", help="network to start from, if the folder has no state yet")
    train.add_argument("--begin", default="", help="games.jsonl of moyo train weiqi, to train on before self-play")
    train.add_argument("--begin-reuse", type=float, default=8, help="how often each of their positions is used")
    train.add_argument("--keep", type=float, default=2, help="minutes between saves; each saves the network with the minute in its name")
    train.add_argument("--sims", type=int, default=32, help="simulations of a full search")
    train.add_argument("--most", type=int, default=16, help="root moves with which it begins")
    train.add_argument("--channels", type=int, default=64)
    train.add_argument("--blocks", type=int, default=6)
    train.add_argument("--batch", type=int, default=1024)
    train.add_argument("--rate", type=float, default=1e-3)
    train.add_argument("--reuse", type=float, default=3, help="how often each position is used")
    train.add_argument("--room", type=int, default=400_000, help="positions kept for each board")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--out", required=True)
    return parser.parse_args()


def replay(boards, position, device):
    """The game of a position, with its input features computed."""
    b = boards[position["board"]]
    games = Games(b, 1, EVAL_SIMS + 1, len(position["moves"]) + 2, device)
    games.komi.fill_(float(position["komi"]))
    for move in position["moves"]:
        games.chosen.fill_(move if move >= 0 else b.n)
        games.call("play")
    games.call("root")
    return games


def evaluate(args, boards):
    net = network.read(args.net, args.device)
    player = players.Layered(net)
    with open(args.positions, encoding="utf-8") as file:
        for line in file:
            games = replay(boards, json.loads(line), args.device)
            with torch.no_grad():
                moves, win, owner = net(games.planes.float(), games.links.float(), games.board)
            out = {
                "planes": games.planes[0, : games.board.n].float().flatten().tolist(),
                "policy": moves[0, :-1].tolist(), "pass": moves[0, -1].item(), "win": torch.sigmoid(win[0]).item(),
                "owner": owner[0].tolist(), "playable": (games.free[0] > 0).tolist(),
            }
            if players.fits(net):
                players.Whole(net).ask(games)
                out["whole"] = [*games.out[0].tolist(), games.out_win[0].item()]
            search.search(player, games, EVAL_SIMS, EVAL_MOST)
            out |= {
                "visits": games.visits[0, 0].tolist(), "better": games.policy[0].tolist(),
                "chosen": games.chosen[0].item(), "chance": games.value[0].item(),
            }
            print(json.dumps(out))


class Training:
    def __init__(self, args, boards):
        self.args = args
        torch.manual_seed(args.seed)
        self.network = network.read(args.net, args.device) if args.net else network.Network(args.channels, args.blocks).to(args.device)
        self.learner = Learner(self.network, args.rate)
        self.state = os.path.join(args.dir, "state.pt")
        self.positions = self.trained = 0.0
        self.cohorts = []
        self.favour = {spec: float(times) for spec, times in (f.split("=") for f in args.favour.split(",") if f)}
        self.stores = [Store(b, args.room, self._fewer(args.batch, b), args.device) for b in boards.values()]
        if args.dir:
            os.makedirs(args.dir, exist_ok=True)
        if args.dir and os.path.exists(self.state):
            self._load()
        elif args.begin:
            self._begin()
        torch.manual_seed(args.seed + self.learner.steps)
        self.player = players.of(self.network, boards.values())
        self.cohorts = [Cohort(s.board, self._rows(s.board), args.sims, self.player, args.device) for s in self.stores]

    @staticmethod
    def _fewer(rows, b):
        """Fewer rows for larger boards."""
        return max(8, int(rows * 81 / max(81, b.n)))

    def _rows(self, b):
        return self._fewer(self.args.games * self.favour.get(b.spec, 1), b)

    def _load(self):
        saved = torch.load(self.state, map_location=self.args.device)
        self.network.load_state_dict(saved["network"])
        self.learner.optimizer.load_state_dict(saved["optimizer"])
        self.learner.steps = saved["steps"]
        for store in self.stores:
            if store.board.spec in saved["stores"]:
                store.take(*saved["stores"][store.board.spec])

    def _begin(self):
        """Trains on games that were played before."""
        for spec, games in samples.read(self.args.begin).items():
            for store in self.stores:
                if store.board.spec == spec:
                    samples.replay(games, store, self.args.device)
        there = [s for s in self.stores if len(s)]
        all_of, trained, sums = sum(len(s) for s in there) * self.args.begin_reuse, 0, []
        while trained < all_of:
            store = self._draw(there)
            sums.append(self.learner.step(store, self.rate(0.6 * trained / all_of)))
            trained += store.seen.rows
        self._say(0, 0, sums[-100:])

    def save(self):
        """Replaces the file atomically."""
        if not self.args.dir:
            return
        stores = {s.board.spec: (s.count, s.parts) for s in self.stores}
        torch.save({"network": self.network.state_dict(), "optimizer": self.learner.optimizer.state_dict(),
                    "steps": self.learner.steps, "stores": stores}, self.state + ".new")
        os.replace(self.state + ".new", self.state)

    def write(self, file):
        specs = " ".join(s.board.spec for s in self.stores)
        games = sum(c.finished for c in self.cohorts)
        before = f", from {os.path.basename(self.args.net)}" if self.args.net else ""
        about = (f"Trained by cmd/device{before}: {self.learner.steps} steps of {self.args.batch} positions on {specs}, "
                 f"{self.args.sims} simulations a move, seed {self.args.seed}; {games} games in its last run.")
        network.write(self.network, file, about)

    def rate(self, share):
        """The learning rate: a cosine decay through the run, after a short warm-up."""
        rise = min(1.0, (self.learner.steps + 1) / 100)
        return self.args.rate * rise * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1, share))))

    @staticmethod
    def _draw(stores):
        """A random store, weighted by its number of new positions."""
        return stores[int(torch.multinomial(torch.tensor([float(s.count) for s in stores]), 1))]

    def round(self, share):
        """A move in every game of every board, and the training steps for the new positions."""
        parts = []
        for cohort, store in zip(self.cohorts, self.stores):
            before = store.count
            cohort.turn(self.args.most, store)
            self.positions += (store.count - before) * self.args.reuse
        there = [s for s in self.stores if len(s)]
        while self.trained + self.args.batch <= self.positions:
            store = self._draw(there)
            parts.append(self.learner.step(store, self.rate(share)))
            self.trained += store.seen.rows
        if parts:
            self.player.follow()
        return parts

    def _minutes(self):
        try:
            with open(self.args.minutes_file, encoding="utf-8") as f:
                return float(f.read())
        except (OSError, ValueError):  # missing, or half written
            return self.args.minutes

    def run(self):
        begin = reported = kept = time.monotonic()
        sums, rounds = [], 0
        while (now := time.monotonic()) < (end := begin + 60 * self._minutes()):
            sums += self.round((now - begin) / (end - begin))
            rounds += 1
            if now - reported > 15:
                self._say(now - begin, rounds, sums)
                reported, sums = now, []
            if now - kept > 60 * self.args.keep:
                self.write(f"{self.args.out}.{round((now - begin) / 60)}")
                self.save()
                kept = now
        self.write(self.args.out)
        self.save()

    def _say(self, seconds, rounds, sums):
        games = sum(c.finished for c in self.cohorts)
        text = f"{seconds:6.0f}s  {rounds} rounds, {games} games, {self.learner.steps} steps"
        if sums:
            order, win, owner, first = torch.stack(sums).mean(0).tolist()
            text += f": order {order:.3f}, win {win:.3f}, owner {owner:.3f}, best move first {100 * first:.1f} %"
        print(text, file=sys.stderr, flush=True)


def main():
    args = arguments()
    boards = board.read(args.boards, args.device)
    if args.what == "look":
        evaluate(args, boards)
    else:
        Training(args, boards).run()


main()
