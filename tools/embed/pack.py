"""The model file: what `crates/search/src/embed/file.rs` reads, byte for byte.

Little endian, in this order: header, fold table, class ranges, word offsets, word bytes, hash slots, scales, rows.
The slots are baked so that the reader builds nothing at start.
"""

import struct
from collections import Counter

import numpy as np

MAGIC = b"PALVEC01"
EMPTY = 0xFFFF


def fnv(word: bytes) -> int:
    h = 0x811C9DC5
    for b in word:
        h = ((h ^ b) * 0x01000193) & 0xFFFFFFFF
    return h


def slot(h: int, mask: int) -> int:
    return (h ^ (h >> 15)) & mask


def quantise(matrix):
    """Each row as int8 with its own scale."""
    scales = (np.abs(matrix).max(1) / 127).astype(np.float32)
    scales[scales == 0] = 1
    rows = np.clip(np.rint(matrix / scales[:, None]), -127, 127).astype(np.int8)
    return rows, scales


def pack(names, matrix, ranges, folds) -> bytes:
    rows, scales = quantise(matrix)
    words = [n.encode() for n in names]
    if len(words) >= EMPTY:
        raise SystemExit(f"{len(words)} words do not fit 16-bit slots")
    size = 1 << (len(words) * 2 - 1).bit_length()
    slots = np.full(size, EMPTY, np.uint16)
    for i, w in enumerate(words):
        at = slot(fnv(w), size - 1)
        while slots[at] != EMPTY:
            at = (at + 1) & (size - 1)
        slots[at] = i
    offsets = np.cumsum([0] + [len(w) for w in words]).astype("<u4")
    text = b"".join(words)
    text += b"\0" * (-len(text) % 4)
    head = MAGIC + struct.pack("<6I", len(words), matrix.shape[1], len(folds), len(ranges), len(text), size)
    return b"".join([
        head, np.array(folds, "<u4").tobytes(), np.array(ranges, "<u4").tobytes(), offsets.tobytes(), text,
        slots.astype("<u2").tobytes(), scales.astype("<f4").tobytes(), rows.tobytes(),
    ])  # fmt: skip


def embed(rows, scales, ids):
    """The reference vector of a token list: summed in f32 by ascending token, normalised, times 127, rounded half away from zero.

    A token that is there n times counts sqrt(n) times: the tenth `self` of a function says little more than the third.
    """
    total = np.zeros(rows.shape[1], np.float32)
    for i, n in sorted(Counter(ids).items()):
        total += rows[i].astype(np.float32) * (scales[i] * np.sqrt(np.float32(n)))
    norm = np.float32(0)
    for x in total:
        norm += x * x
    if norm == 0:
        return total.astype(np.int8)
    scaled = total * (np.float32(127) / np.sqrt(norm))
    return np.trunc(scaled + np.copysign(np.float32(0.5), scaled)).astype(np.int8)
