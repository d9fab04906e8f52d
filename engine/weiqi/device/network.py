"""The network of engine/neural in PyTorch, and its file."""

import hashlib
import json
import struct

import torch
from torch import nn

from board import around
from view import INPUTS

MAGIC = b"moyo-net\x01"


class Dense(nn.Module):
    """A matrix of weights, from rows and to columns, and a row that is added to the product."""

    def __init__(self, width, to, biased=True, scale=None):
        super().__init__()
        scale = (2 / width) ** 0.5 if scale is None else scale
        self.matrix = nn.Parameter(torch.randn(width, to) * scale)
        self.row = nn.Parameter(torch.zeros(to)) if biased else None

    def forward(self, x):
        y = x @ self.matrix
        return y if self.row is None else y + self.row


class Links(nn.Module):
    """Sums over the points that each point is linked with."""

    def forward(self, x, lists, scale):
        rows, n, width = x.shape
        x = torch.cat((x, x.new_zeros(rows, 1, width)), 1)
        return x[:, lists.flatten()].view(rows, n, -1, width).sum(2) * scale


def chain_means(x, chains):
    rows, n, width = x.shape
    at = chains.label.unsqueeze(-1).expand(-1, -1, width)
    sums = x.new_zeros(rows, n + 1, width).scatter_add(1, at, x)
    means = sums / chains.size.clamp(min=1).unsqueeze(-1).to(x.dtype)
    mask = torch.ones(n + 1, 1, dtype=x.dtype, device=x.device)
    mask[n] = 0
    return (means * mask).gather(1, at)


def pool(x):
    return torch.cat((x.mean(1), x.amax(1)), 1)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = Dense(4 * width, width)
        self.second = Dense(2 * width, width, scale=0.2 * (1 / width) ** 0.5)
        self.pool = Dense(2 * width, width, biased=False, scale=0.2 * (1 / width) ** 0.5)
        self.links = Links()

    def forward(self, x, board, chains):
        y = torch.relu(x)
        near = self.links(y, board.near, board.scales[0])
        diagonal = self.links(y, board.diagonal, board.scales[1])
        y = torch.relu(self.first(torch.cat((y, near, diagonal, chain_means(y, chains)), 2)))
        near = self.links(y, board.near, board.scales[0])
        return x + self.second(torch.cat((y, near), 2)) + self.pool(pool(y)).unsqueeze(1)


class Network(nn.Module):
    def __init__(self, channels, blocks, head=32):
        super().__init__()
        self.config = {"inputs": INPUTS, "told": "plain", "channels": channels, "blocks": blocks, "head": head}
        self.links = Links()
        self.input = Dense(3 * INPUTS, channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.head = Dense(channels, head)
        self.head_pool = Dense(2 * channels, head, biased=False)
        self.policy = Dense(head, 1, biased=False, scale=(1 / head) ** 0.5)
        self.owner = Dense(head, 1, scale=(1 / head) ** 0.5)
        self.passing = Dense(2 * channels, 1, scale=(1 / (2 * channels)) ** 0.5)
        self.hidden = Dense(2 * channels, head)
        self.value = Dense(head, 1, scale=(1 / head) ** 0.5)

    def forward(self, planes, board, chains):
        """Returns logarithms of the weights of all points and the pass, the logit of the win, and owners."""
        x = torch.cat((planes, self.links(planes, board.near, board.scales[0]),
                       self.links(planes, board.diagonal, board.scales[1])), 2)
        x = self.input(x)
        for block in self.blocks:
            x = block(x, board, chains)
        x = torch.relu(x)
        both = pool(x)
        head = torch.relu(self.head(x) + self.head_pool(both).unsqueeze(1))
        moves = torch.cat((self.policy(head).squeeze(-1), self.passing(both)), 1)
        win = self.value(torch.relu(self.hidden(both))).squeeze(-1)
        return moves, win, torch.tanh(self.owner(head).squeeze(-1))

    def ordered(self):
        """The layers in the order of the file (engine/neural, layers.layout)."""
        yield self.input
        for b in self.blocks:
            yield from (b.first, b.second, b.pool)
        yield from (self.head, self.head_pool, self.policy, self.owner, self.passing, self.hidden, self.value)

    def tensors(self):
        for layer in self.ordered():
            yield layer.matrix
            if layer.row is not None:
                yield layer.row


def write(network, file, about):
    """Writes what moyo gtp --network reads."""
    body = b"".join(t.detach().float().cpu().numpy().astype("<f4").tobytes() for t in network.tensors())
    head = json.dumps({"config": network.config, "about": about, "sha256": hashlib.sha256(body).hexdigest()}).encode()
    with open(file, "wb") as f:
        f.write(MAGIC + struct.pack("<I", len(head)) + head + body)


def read(file, device):
    with open(file, "rb") as f:
        raw = f.read()
    if not raw.startswith(MAGIC):
        raise ValueError(f"{file}: not the file of a network of this version")
    size = struct.unpack_from("<I", raw, len(MAGIC))[0]
    at = len(MAGIC) + 4
    head, body = json.loads(raw[at : at + size]), raw[at + size :]
    config = head["config"]
    if config.get("told") != "plain":
        raise ValueError(f"{file}: a network that is told more than can be computed here")
    if hashlib.sha256(body).hexdigest() != head["sha256"]:
        raise ValueError(f"{file}: the weights are not those that were written")
    network = Network(config["channels"], config["blocks"], config["head"])
    values = torch.frombuffer(bytearray(body), dtype=torch.float32)
    at = 0
    with torch.no_grad():
        for t in network.tensors():
            t.copy_(values[at : at + t.numel()].view(t.shape))
            at += t.numel()
    return network.to(device)
