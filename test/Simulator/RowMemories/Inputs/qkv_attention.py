"""Inputs and a NumPy reference for qkv-attention.s.

    qkv_attention.py make FOLDER    writes q.npy, k.npy, v.npy (bf16 words)
    qkv_attention.py check FOLDER   compares o.npy with the reference
"""

import pathlib
import sys

import numpy as np


def to_bf16(x):
    """Rounds float32 to bf16 words, to nearest even."""
    bits = np.asarray(x, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(words):
    return (words.astype(np.uint32) << 16).view(np.float32)


def gemm(a, b):
    """acc = fma(a_k, b_k, acc), k ascending; rounded once to bf16."""
    acc = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        product = np.outer(a[:, k].astype(np.float64), b[k].astype(np.float64))
        acc = (acc.astype(np.float64) + product).astype(np.float32)
    return from_bf16(to_bf16(acc))


def softmax(x):
    e = np.exp(x.astype(np.float64)).astype(np.float32)
    total = e[:, 0].copy()
    for k in range(1, e.shape[1]):
        total += e[:, k]
    return from_bf16(to_bf16(e / total[:, None]))


def make(folder):
    random = np.random.default_rng(7)
    for name in "qkv":
        np.save(folder / f"{name}.npy", to_bf16(random.uniform(-0.5, 0.5, (64, 64))))


def check(folder):
    q, k, v = (from_bf16(np.load(folder / f"{name}.npy")) for name in "qkv")
    want = to_bf16(gemm(softmax(gemm(q, k.T)), v))
    got = np.load(folder / "o.npy").view(np.uint16)
    if got.shape != want.shape:
        sys.exit(f"o.npy has shape {got.shape}, not {want.shape}")
    wrong = int(np.count_nonzero(got != want))
    print(f"{wrong} of {want.size} elements differ")
    # exp of another libm may round one element differently.
    close = np.allclose(from_bf16(got), from_bf16(want), rtol=2 ** -7, atol=1e-6)
    sys.exit(0 if wrong <= 4 and close else 1)


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](pathlib.Path(sys.argv[2]))
