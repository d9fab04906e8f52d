"""The network of engine/neural in PyTorch, and its file."""

import hashlib
import json
import struct

import torch
from torch import nn

from games import INPUTS

MAGIC = b"moyo-net\x01"


class Dense(nn.Module):
    """A matrix of weights, from rows to columns, and a bias row."""

    def __init__(self, width, to, biased=True, scale=None):
        super().__init__()
        scale = (2 / width) ** 0.5 if scale is None else scale
        self.matrix = nn.Parameter(torch.randn(width, to) * scale)
        self.row = nn.Parameter(torch.zeros(to)) if biased else None


def dense(x, layer):
    return nn.functional.linear(x, layer.matrix.t(), layer.row)


def around(x, layer, links):
    """A layer's sum over each point, its neighbours, its diagonal points and, if the layer has weights for it, its chain.

    It multiplies with the weights first, and then sums over points as products with the link matrices:
    a card multiplies matrices faster than it gathers rows."""
    rows, padded, width = x.shape
    parts = layer.matrix.view(-1, width, layer.matrix.shape[1])
    there = parts[1:]
    if there.shape[0] < 3:
        there = torch.cat((there, torch.zeros_like(parts[:1])))
    there = x @ there.transpose(0, 1).reshape(width, -1)
    here = nn.functional.linear(x, parts[0].t(), layer.row)
    return torch.baddbmm(here, links, there.view(rows, 3 * padded, -1))


def pool(x):
    return torch.cat((x.mean(1), x.amax(1)), 1)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = Dense(4 * width, width)
        self.second = Dense(2 * width, width, scale=0.2 * (1 / width) ** 0.5)
        self.pool = Dense(2 * width, width, biased=False, scale=0.2 * (1 / width) ** 0.5)

    def forward(self, x, links, neighbours, n):
        rows, padded, width = x.shape
        y = torch.relu(around(torch.relu(x), self.first, links))
        here, there = self.second.matrix[:width], self.second.matrix[width:]
        whole = dense(pool(y[:, :n]), self.pool) + self.second.row
        x = torch.addmm(x.view(-1, width), y.view(-1, width), here).view(rows, padded, width)
        return torch.baddbmm(x, neighbours, y @ there) + whole.unsqueeze(1)


class Network(nn.Module):
    def __init__(self, channels, blocks, head=32):
        super().__init__()
        self.config = {"inputs": INPUTS, "told": "plain", "channels": channels, "blocks": blocks, "head": head}
        self.input = Dense(3 * INPUTS, channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.head = Dense(channels, head)
        self.head_pool = Dense(2 * channels, head, biased=False)
        self.policy = Dense(head, 1, biased=False, scale=(1 / head) ** 0.5)
        self.owner = Dense(head, 1, scale=(1 / head) ** 0.5)
        self.passing = Dense(2 * channels, 1, scale=(1 / (2 * channels)) ** 0.5)
        self.hidden = Dense(2 * channels, head)
        self.value = Dense(head, 1, scale=(1 / head) ** 0.5)

    def forward(self, planes, links, board):
        """Returns the policy logits of all points and the pass, the logit of the win, and the ownership.

        planes and links are the inputs that game.cu writes (Games); padding rows do not count."""
        n, rows = board.n, planes.shape[0]
        neighbours = board.neighbours.to(links.dtype).expand(rows, -1, -1)
        x = around(planes, self.input, links)
        for block in self.blocks:
            x = block(x, links, neighbours, n)
        x = torch.relu(x[:, :n])
        both = pool(x)
        head = torch.relu(dense(x, self.head) + dense(both, self.head_pool).unsqueeze(1))
        moves = torch.cat((dense(head, self.policy).squeeze(-1), dense(both, self.passing)), 1)
        win = dense(torch.relu(dense(both, self.hidden)), self.value).squeeze(-1)
        return moves.float(), win.float(), torch.tanh(dense(head, self.owner).squeeze(-1).float())

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
    """Writes the format that moyo gtp --network reads."""
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
    if config.get("straight") or config.get("lead"):
        raise ValueError(f"{file}: a network with parts that are not computed here")
    if config.get("told") != "plain":
        raise ValueError(f"{file}: this network needs input features that cannot be computed here")
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
