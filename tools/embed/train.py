"""Moves the distilled vectors to where retrieval wants them: a question near what answers it, and both as the teacher sees them.

One table of vectors is learned, nothing else: the length of a row is the token's weight. Needs PyTorch; a GPU makes it
minutes instead of hours.
"""

import json
import random
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

TEACHER_TOKENS, STUDENT_TOKENS = 256, 512
REPEAT = 0.5
LAYERS, HEADS, WIDTH = 6, 12, 384
# How often a batch is drawn from each kind of pair.
MIX = {"code": 4, "name": 1, "section": 3, "cloze": 2, "meaning": 2, "example": 3, "talk": 4}


class Teacher:
    """The source model in half precision."""

    def __init__(self, weights, device):
        self.w = {k: torch.from_numpy(v.astype(np.float16)).to(device) for k, v in weights.items() if v.dtype.kind == "f"}
        self.device = device

    def norm(self, x, name):
        return F.layer_norm(x, (WIDTH,), self.w[name + ".weight"], self.w[name + ".bias"], 1e-12)

    def linear(self, x, name):
        return F.linear(x, self.w[name + ".weight"], self.w[name + ".bias"])

    @torch.no_grad()
    def batch(self, rows):
        n, t = len(rows), max(map(len, rows))
        ids = torch.zeros(n, t, dtype=torch.long)
        mask = torch.zeros(n, t, dtype=torch.bool)
        for i, r in enumerate(rows):
            ids[i, : len(r)] = torch.tensor(r)
            mask[i, : len(r)] = True
        ids, mask = ids.to(self.device), mask.to(self.device)
        w = self.w
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:t]
        x = self.norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for i in range(LAYERS):
            p = f"encoder.layer.{i}."
            q, k, v = (self.linear(x, f"{p}attention.self.{s}").view(n, t, HEADS, -1).transpose(1, 2) for s in ("query", "key", "value"))
            h = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :]).transpose(1, 2).reshape(n, t, WIDTH)
            x = self.norm(x + self.linear(h, p + "attention.output.dense"), p + "attention.output.LayerNorm")
            x = self.norm(x + self.linear(F.gelu(self.linear(x, p + "intermediate.dense")), p + "output.dense"), p + "output.LayerNorm")
        x = (x.float() * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return F.normalize(x, dim=1).half()

    def embed(self, rows, budget=65_536):
        """Sentence vectors of many token lists; batches of like length."""
        rows = [[101] + r[: TEACHER_TOKENS - 2] + [102] for r in rows]
        order = sorted(range(len(rows)), key=lambda i: -len(rows[i]))
        out = torch.empty(len(rows), WIDTH, dtype=torch.float16, device=self.device)
        at = 0
        while at < len(order):
            part = order[at : at + max(1, budget // len(rows[order[at]]))]
            out[torch.tensor(part, device=self.device)] = self.batch([rows[i] for i in part])
            at += len(part)
        return out


class Bags:
    """Token lists laid end to end, so that a batch is gathered without a loop."""

    def __init__(self, rows, device):
        rows = [Counter(r[:STUDENT_TOKENS]) for r in rows]
        lengths = torch.tensor([len(r) for r in rows])
        self.flat = torch.tensor([t for r in rows for t in r], dtype=torch.int32).to(device)
        # A token that is there four times counts twice; see `embed` in pack.py.
        self.count = torch.tensor([c for r in rows for c in r.values()], dtype=torch.float32).to(device) ** REPEAT
        self.length = lengths.to(device)
        self.start = (torch.cumsum(lengths, 0) - lengths).to(device)

    def sums(self, table, which):
        length, start = self.length[which], self.start[which]
        offsets = torch.cumsum(length, 0) - length
        place = torch.arange(int(length.sum()), device=table.device) - torch.repeat_interleave(offsets, length)
        at = torch.repeat_interleave(start, length) + place
        return F.embedding_bag(self.flat[at].long(), table, offsets, mode="sum", per_sample_weights=self.count[at])


def load_pairs(path):
    kinds, queries, documents = [], [], []
    with open(path) as f:
        for line in f:
            k, q, d = json.loads(line)
            kinds.append(k)
            queries.append(q)
            documents.append(d)
    return kinds, queries, documents


class Lesson:
    """Pairs, tokenised for both models, with the teacher's vectors of both sides."""

    def __init__(self, kinds, queries, documents, words, teacher_ids, teacher):
        device = teacher.device
        self.q, self.d = Bags(words.batch(queries), device), Bags(words.batch(documents), device)
        self.tq, self.td = teacher.embed(teacher_ids(queries)), teacher.embed(teacher_ids(documents))
        usable = (self.q.length > 0) & (self.d.length > 0)
        self.of = {}
        for kind in MIX:
            which = torch.tensor([i for i, k in enumerate(kinds) if k == kind], device=device)
            self.of[kind] = which[usable[which]]


def train(table, lesson, steps, batch, rate, teach, label, warm, seed=1, note=None):
    """Learns a table from `table`. Loss: `label` × InfoNCE + `teach` × divergence from the teacher's similarities."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    device = lesson.tq.device
    table = torch.tensor(table, device=device, requires_grad=True)
    optimiser = torch.optim.Adam([table], lr=rate, betas=(0.9, 0.99))
    kinds = [k for k in MIX if len(lesson.of[k])]
    weights = [MIX[k] for k in kinds]
    g = torch.Generator(device=device).manual_seed(seed)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / steps))
        of = lesson.of[rng.choices(kinds, weights)[0]]
        which = of[torch.randint(len(of), (min(batch, len(of)),), device=device, generator=g)].unique()
        q, d = F.normalize(lesson.q.sums(table, which), dim=1), F.normalize(lesson.d.sums(table, which), dim=1)
        tq, td = lesson.tq[which].float(), lesson.td[which].float()
        own = torch.arange(len(which), device=device)
        loss = 0
        for a, b, ta, tb in ((q, d, tq, td), (d, q, td, tq)):
            scores = a @ b.T / warm
            loss = loss + label * F.cross_entropy(scores, own) + teach * divergence(scores, ta @ tb.T / warm)
        # Documents among themselves, without the diagonal: what the teacher thinks is alike.
        hide = torch.eye(len(which), device=device).bool()
        loss = loss + teach * divergence((d @ d.T / warm).masked_fill(hide, -1e4), (td @ td.T / warm).masked_fill(hide, -1e4))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        if note and (step + 1) % note == 0:
            print(f"  step {step + 1}: loss {loss.item():.3f}", flush=True)
    return table.detach().cpu().numpy()


def divergence(scores, wanted):
    return F.kl_div(F.log_softmax(scores, 1), F.softmax(wanted, 1), reduction="batchmean")
