"""Networks as the search evaluates them: in the card's fastest number format, with the weights of their last update."""

import copy
import sys
from concurrent.futures import ThreadPoolExecutor

import torch

import kernels
from games import INPUTS, Games, packed

WIDTH, HEAD = 64, 32  # net.cu
# The candidates for TILES and BLOCKS of net.cu, for boards of up to 127 points and for larger ones. The
# fastest is used.
SMALL = ((2, 3), (2, 5), (1, 3))
LARGE = ((1, 1), (1, 2))


class Layered:
    """Any network, layer by layer, in PyTorch."""

    links = True

    def __init__(self, network):
        self.network, self.copy = network, copy.deepcopy(network)
        if next(network.parameters()).device.type == "cuda":
            self.copy.to(torch.bfloat16)

    def follow(self):
        with torch.no_grad():
            for mine, theirs in zip(self.copy.parameters(), self.network.parameters()):
                mine.copy_(theirs)

    def ask(self, games):
        with torch.no_grad():
            moves, win, _ = self.copy(games.planes, games.links, games.board)
        games.out.copy_(moves)
        games.out_win.copy_(win)


class Whole:
    """A network of 64 channels, in the kernel of net.cu for all layers."""

    links = False

    def __init__(self, network):
        device = next(network.parameters()).device
        self.network, self.kind = network, device.type
        self.order = self._order().to(device) if self.kind == "cuda" else None
        self.slices, self.vectors = self._slices().contiguous(), self._vectors()
        self.asked = {}

    @staticmethod
    def _order():
        """The index of each lane's weights in a slice: operand b of mma.m16n8k16 in PTX."""
        k = torch.arange(4).view(4, 1, 1, 1) * 16
        tile = torch.arange(WIDTH // 8).view(1, -1, 1, 1) * 8
        lane = torch.arange(32).view(1, 1, 32, 1)
        row = k + lane % 4 * 2 + torch.tensor([0, 1, 8, 9])
        return (row * WIDTH + tile + lane // 4).flatten()

    def _slices(self):
        net = self.network
        parts = [torch.nn.functional.pad(net.input.matrix.view(3, INPUTS, WIDTH), (0, 0, 0, WIDTH - INPUTS))]
        for b in net.blocks:
            parts += [b.first.matrix.view(4, WIDTH, WIDTH), b.second.matrix.view(2, WIDTH, WIDTH)]
        parts.append(torch.nn.functional.pad(net.head.matrix, (0, WIDTH - HEAD)).unsqueeze(0))
        slices = torch.cat(parts).detach().flatten(1)
        return slices if self.order is None else slices[:, self.order].to(torch.bfloat16)

    def _vectors(self):
        net = self.network
        parts = [net.input.row]
        for b in net.blocks:
            parts += [b.first.row, b.second.row, b.pool.matrix]
        parts += [net.head.row, net.head_pool.matrix, net.policy.matrix, net.passing.matrix, net.passing.row,
                  net.hidden.matrix, net.hidden.row, net.value.matrix, net.value.row]
        return torch.cat([p.detach().flatten() for p in parts]).float()

    def follow(self):
        self.slices.copy_(self._slices())
        self.vectors.copy_(self._vectors())

    def ask(self, games):
        if games not in self.asked:
            self.asked[games] = self._meet(games)
        built, args, threads, shared = self.asked[games]
        built.launch("ask", args, games.rows, threads, shared)

    def _meet(self, games):
        """The fastest of several builds for the board, ready to be launched."""
        b, rows = games.board, games.board.n // 16 * 16 + 16
        shared = rows * (WIDTH + 8) * 2 * 2 + (3 * WIDTH + rows + 512) * 4 + 4 * (rows + 8)
        numbers = [b.n, b.padded, b.near.shape[1], b.diagonal.shape[1], len(self.network.blocks), games.rows]
        tensors = [b.near, b.diagonal, b.scales, games.planes, games.labels, self.slices, self.vectors, games.out, games.out_win]
        args = packed(numbers, tensors, games.out.device)
        if self.kind != "cuda":
            return kernels.build("net.cu", self.kind), args, 1, shared
        shapes = SMALL if rows <= 128 else LARGE
        with ThreadPoolExecutor() as at_once:
            built = list(at_once.map(lambda s: kernels.build("net.cu", self.kind, ROWS=rows, TILES=s[0], BLOCKS=s[1]), shapes))
        ways = [(built, args, WIDTH // 8 // tiles * 32, shared) for built, (tiles, _) in zip(built, shapes)]
        return min(ways, key=lambda way: self._time(games, *way))

    @staticmethod
    def _time(games, built, *how):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        built.launch("ask", how[0], games.rows, *how[1:])
        begin.record()
        built.launch("ask", how[0], games.rows, *how[1:])
        end.record()
        end.synchronize()
        return begin.elapsed_time(end)


def agrees(network, board, device):
    """Whether both players give about the same outputs for some positions."""
    games = Games(board, 64, 1, board.n, device)
    for _ in range(board.n // 2):
        games.call("root")
        at = torch.where(games.free > 0, torch.rand(games.free.shape, device=device), -1.0)
        games.chosen.copy_(at.argmax(1))
        games.call("play")
    games.call("root")
    said = []
    for player in (Layered(network), Whole(network)):
        player.ask(games)
        said.append(torch.cat((games.out, games.out_win.unsqueeze(1)), 1).clone())
    apart, spread = said[0] - said[1], said[0] - said[0].mean()
    return float(apart.square().mean()) < 0.04 * float(spread.square().mean())


def fits(network):
    """Whether net.cu supports networks of this size."""
    return (network.config["channels"], network.config["head"]) == (WIDTH, HEAD)


def of(network, boards):
    """The fastest player of a network for games on the boards."""
    device = next(network.parameters()).device
    if device.type == "cuda" and fits(network):
        if all(agrees(network, b, device) for b in boards):
            return Whole(network)
        print("net.cu gives other outputs than the layers: not used", file=sys.stderr)
    return Layered(network)
