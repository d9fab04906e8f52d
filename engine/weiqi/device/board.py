"""Boards as tensors, from the file that `moyo train graphs` writes."""

import json

import torch


class Board:
    """A board of n points. Lists of points are padded with n, a point that does not exist."""

    def __init__(self, graph, device):
        self.spec = graph["spec"]
        self.n = len(graph["near"])
        self.near = self._lists(graph["near"], device)  # n × the highest degree
        self.diagonal = self._lists(graph["diagonal"], device)
        self.corners = self._lists(graph["corners"], device)
        self.scales = graph["scales"]
        self.degree = torch.tensor([len(q) for q in graph["near"]], device=device)
        self.height = torch.tensor(graph["height"], device=device)
        self.ring = torch.tensor(graph["ring"], device=device)
        self.edge = torch.tensor(graph["edge"], device=device)
        # Positions are told apart by sums of keys, which wrap: a key for each point and side.
        generator = torch.Generator().manual_seed(self.n)
        self.keys = torch.randint(-(2**62), 2**62, (2, self.n), generator=generator).to(device)

    def _lists(self, lists, device):
        width = max(1, max(len(q) for q in lists))
        return torch.tensor([q + [self.n] * (width - len(q)) for q in lists], device=device)


def read(file, device):
    """Returns the boards of a file, by their specs."""
    with open(file, encoding="utf-8") as f:
        return {g["spec"]: Board(g, device) for g in json.load(f)}


def pad(rows, value):
    """Rows with one more column, which lists of points that are padded find at their end."""
    return torch.nn.functional.pad(rows, (0, 1), value=value)


def around(rows, lists, value):
    """Of each row what stands at each point's list of points: rows × n × width; value where there is none."""
    return pad(rows, value)[:, lists]


def first_of(labels):
    """Whether each number of the last dimension has not come before in it."""
    same = labels.unsqueeze(-1) == labels.unsqueeze(-2)
    before = torch.ones(labels.shape[-1], labels.shape[-1], dtype=torch.bool, device=labels.device).tril(-1)
    return ~(same & before).any(-1)
