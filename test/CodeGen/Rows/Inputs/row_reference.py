#===- row_reference.py - NumPy references of row programs -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Inputs and expected results of the programs in the parent folder, bf16 as words.

    row_reference.py make PROGRAM FOLDER     writes in0.npy, in1.npy, ...
    row_reference.py check PROGRAM FOLDER    compares out.npy
"""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "Simulator" / "RowMemories" / "Inputs"))
from qkv_attention import from_bf16, gemm, softmax, to_bf16  # noqa: E402


def attention(q, k, v):
    return gemm(softmax(gemm(q, k.T)), v)


def heads(q, k, v):
    return np.stack([attention(*head) for head in zip(q, k, v)])


def spill(a, b, c):
    return gemm(gemm(a, b), gemm(a, c))


def transposed(a, b):
    return gemm(a.T, b).T


# Shapes of the inputs, result, number of elements that may round differently with
# another exp.
PROGRAMS = {
    "attention": ([(64, 64)] * 3, attention, 4),
    "heads": ([(3, 64, 64)] * 3, heads, 12),
    "spill": ([(64, 64)] * 3, spill, 0),
    "transposed": ([(64, 64)] * 2, transposed, 0),
}


def make(shapes, folder):
    random = np.random.default_rng(11)
    for number, shape in enumerate(shapes):
        np.save(folder / f"in{number}.npy", to_bf16(random.uniform(-0.5, 0.5, shape)))


def check(shapes, result, allowed, folder):
    inputs = [from_bf16(np.load(folder / f"in{n}.npy")) for n in range(len(shapes))]
    want = to_bf16(result(*inputs))
    got = np.load(folder / "out.npy").view(np.uint16)
    if got.shape != want.shape:
        sys.exit(f"out.npy has shape {got.shape}, not {want.shape}")
    wrong = int(np.count_nonzero(got != want))
    close = np.allclose(from_bf16(got), from_bf16(want), rtol=2 ** -7, atol=1e-6)
    print(f"{wrong} of {want.size} elements differ")
    sys.exit(0 if wrong <= allowed and close else 1)


def main():
    command, program, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    shapes, result, allowed = PROGRAMS[program]
    folder.mkdir(parents=True, exist_ok=True)
    if command == "make":
        make(shapes, folder)
    else:
        check(shapes, result, allowed, folder)


main()
