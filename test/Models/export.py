#!/usr/bin/env python3
#===- test/Models/export.py - models of the tests, from PyTorch --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes the model folders of this directory.

    build/venv/bin/python test/Models/export.py [NAME...] [--to FOLDER] [--networks]

Each model consists of NAME/model.mlir, NAME/arg<i>.npy (parameters and buffers, then
inputs) and NAME/result<i>.npy, the results of PyTorch's eager mode. Weights are
random with seed 0.
"""

import argparse
from pathlib import Path

import torch
from torch import nn

from networks import NETWORKS
from torch_matrix import arrays, export_linalg


class LinearModule(nn.Module):
    """The layer of the walk-through: weight stored as (in, out)."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out))
        self.bias = nn.Parameter(torch.randn(n_out))

    def forward(self, x):
        return (x @ self.weight) + self.bias


class Attention(nn.Module):
    def forward(self, q, k, v):
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        return torch.softmax(scores, -1) @ v


def layer_norm():
    """Weights with the distribution of a trained network."""
    module = nn.LayerNorm(256)
    module.weight.data.uniform_(0.5, 1.5)
    return module


def rand(*shape, dtype=torch.float32):
    return torch.randn(*shape).to(dtype)


def three(*shape, dtype=torch.float32):
    return [rand(*shape, dtype=dtype) for _ in range(3)]


bf16, f16 = torch.bfloat16, torch.float16
MODELS = {
    "linear-4x3": lambda: (LinearModule(4, 3), [rand(2, 4)]),
    "linear-4x3-vector": lambda: (LinearModule(4, 3), [rand(4)]),
    "mlp-784-f32": lambda: (
        nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128),
                      nn.ReLU(), nn.Linear(128, 10)), [rand(16, 784)]),
    "mlp-gelu-bf16": lambda: (
        nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 256)).to(bf16),
        [rand(64, 256, dtype=bf16)]),
    "mlp-silu-f16": lambda: (
        nn.Sequential(nn.Linear(200, 300), nn.SiLU(), nn.Linear(300, 100)).half(),
        [rand(33, 200, dtype=f16)]),
    "attention-64-f32": lambda: (Attention(), three(64, 64)),
    "attention-heads-bf16": lambda: (Attention(), three(2, 4, 96, 64, dtype=bf16)),
    "softmax-1000-f32": lambda: (nn.Softmax(-1), [rand(64, 1000)]),
    "layernorm-256-f32": lambda: (layer_norm(), [rand(64, 256)]),
}


def export(name: str, folder: Path) -> None:
    torch.manual_seed(0)
    with torch.no_grad():
        module, inputs = {**MODELS, **NETWORKS}[name]()
        results = module.eval()(*inputs)
    linalg, arguments = export_linalg(module, tuple(inputs))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(linalg)
    for i, argument in enumerate(arguments):
        arrays.save(folder / f"arg{i}.npy", argument)
    results = results if isinstance(results, tuple) else (results,)
    for i, result in enumerate(results):
        arrays.save(folder / f"result{i}.npy", result)
    print(f"{name}: {len(arguments)} arguments, {len(results)} results")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="default: the models of this folder, or with --networks the others")
    parser.add_argument("--networks", action="store_true",
                        help="write larger models to build/networks, for utils/bench/performance")
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    known = NETWORKS if options.networks else MODELS
    unknown = set(options.names) - set(known)
    if unknown:
        parser.error(f"no model {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    here = Path(__file__).resolve().parent
    folder = options.to or (here.parents[1] / "build" / "networks" if options.networks else here)
    for name in options.names or known:
        export(name, folder / name)


if __name__ == "__main__":
    main()
