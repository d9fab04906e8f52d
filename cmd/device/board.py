"""Boards as tensors, from the file that `moyo train graphs` writes."""

import json

import torch


class Board:
    """A board of n points. Lists of points are padded with n, which is no point.

    padded is n rounded up to a multiple of 8, the fastest size for matrix products on a card."""

    def __init__(self, graph, device):
        self.spec = graph["spec"]
        self.n = n = len(graph["near"])
        self.padded = (n + 7) // 8 * 8
        self.near = self._lists(graph["near"], device)  # n × the highest degree
        self.diagonal = self._lists(graph["diagonal"], device)
        self.corners = self._lists(graph["corners"], device)
        self.height = torch.tensor(graph["height"], dtype=torch.uint8, device=device)
        self.ring = torch.tensor(graph["ring"], dtype=torch.uint8, device=device)
        self.edge = torch.tensor(graph["edge"], dtype=torch.uint8, device=device)
        near, diagonal = graph["scales"]
        self.scales = torch.tensor([near, diagonal], dtype=torch.float32, device=device)
        link = torch.zeros(n, n, 2)
        for p in range(n):
            link[p, graph["near"][p], 0] = near
            link[p, graph["diagonal"][p], 1] = diagonal
        self.link = link.to(device)  # the weight of each other point: as a neighbour, as a diagonal one
        self.neighbours = torch.zeros(self.padded, self.padded, device=device)
        self.neighbours[:n, :n] = self.link[:, :, 0]
        # Positions are identified by sums of keys, which wrap: one key per side and point.
        generator = torch.Generator().manual_seed(n)
        self.keys = torch.randint(-(2**62), 2**62, (2, n), generator=generator).to(device)

    def _lists(self, lists, device):
        width = max(1, max(len(q) for q in lists))
        return torch.tensor([q + [self.n] * (width - len(q)) for q in lists], dtype=torch.int16, device=device)


def read(file, device):
    """Returns the boards of a file by spec."""
    with open(file, encoding="utf-8") as f:
        return {g["spec"]: Board(g, device) for g in json.load(f)}
