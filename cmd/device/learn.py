"""Training samples and training steps."""

import torch

from games import BEFORE, LAST, NONE, PASSES, SIDE, Games

WIN_WEIGHT, OWNER_WEIGHT = 1.0, 1.5  # as in engine/neural/train.go
SEARCH_SHARE = 0.5  # share of the search's value in the target of the win, beside the game's result


class Store:
    """The latest positions of one board, in a ring buffer."""

    def __init__(self, board, room, batch, device):
        self.board, self.room, self.count = board, room, 0
        self.parts = {}
        self.full = torch.zeros((), device=device)  # their number, on the device for recorded steps
        self.seen = Games(board, batch, 1, 1, device)  # the positions of the next step

    def __len__(self):
        return min(self.count, self.room)

    def add(self, **parts):
        rows = next(iter(parts.values())).shape[0]
        if rows == 0:
            return
        for name, values in parts.items():
            if name not in self.parts:
                self.parts[name] = values.new_zeros(self.room, *values.shape[1:])
            at = (torch.arange(rows, device=values.device) + self.count) % self.room
            self.parts[name][at] = values
        self.count += rows
        self.full.fill_(len(self))

    def take(self, count, parts):
        """Continues with the contents of another store."""
        self.count, self.parts = count, parts
        self.full.fill_(len(self))

    def draw(self):
        """Returns random positions for one step; their input features are in seen."""
        device = self.parts["stones"].device
        at = (torch.rand(self.seen.rows, device=device) * self.full).long().clamp(max=self.room - 1)
        part = {name: values[at] for name, values in self.parts.items()}
        for name in ("stones", "komi", "free"):
            getattr(self.seen, name).copy_(part[name])
        for name, place in (("side", SIDE), ("last", LAST), ("before", BEFORE), ("passes", PASSES)):
            self.seen.facts[:, place] = part[name].int()
        self.seen.call("inputs")
        return part


def loss(network, store):
    """Returns the loss and its parts: order, win, owner, best move first."""
    part = store.draw()
    with torch.autocast(store.seen.stones.device.type, torch.bfloat16, enabled=store.seen.planes.dtype == torch.bfloat16):
        logits, win, owner = network(store.seen.planes, store.seen.links, store.board)
    may = torch.nn.functional.pad(part["free"] > 0, (0, 1), value=True)
    logits = torch.where(may, logits, NONE)
    wanted = part["policy"].float()
    order = -(wanted * torch.log_softmax(logits, 1)).sum(1).mean()
    won = torch.nn.functional.binary_cross_entropy_with_logits(win, part["win"].float())
    own = ((owner - part["owner"].float()) ** 2).mean()
    first = (logits.argmax(1) == wanted.argmax(1)).float().mean()
    return order + WIN_WEIGHT * won + OWNER_WEIGHT * own, torch.stack((order, won, own, first)).detach()


class Learner:
    """Adam with decoupled decay, as in engine/neural/train.go, over stores of several boards.

    On a card a step is recorded once per board and then replayed, since launching its kernels one by one takes longer than running them."""

    def __init__(self, network, rate):
        self.network = network
        device = next(network.parameters()).device
        self.card = device.type == "cuda"
        rate = torch.tensor(rate, device=device) if self.card else rate
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4, capturable=self.card)
        self.steps = 0
        self.recorded = {}

    def step(self, store, rate):
        for group in self.optimizer.param_groups:
            if self.card:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self.steps += 1
        if not self.card:
            return self._step(store)
        if store not in self.recorded:
            self.recorded[store] = self._record(store)
        graph, parts = self.recorded[store]
        graph.replay()
        return parts.clone()

    def _step(self, store):
        self.optimizer.zero_grad(set_to_none=True)
        total, parts = loss(self.network, store)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 4.0)
        for p in self.network.parameters():
            p.grad.nan_to_num_()  # skip a bad step instead of losing the network
        self.optimizer.step()
        return parts

    def _record(self, store):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):  # one-time initialization happens here
                self._step(store)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            parts = self._step(store)
        return graph, parts
