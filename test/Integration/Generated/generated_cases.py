#!/usr/bin/env python3
#===- generated_cases.py - shapes x types ------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Linalg programs of many shapes and types, with random arguments.

    generated_cases.py                list the names
    generated_cases.py NAME FOLDER    write FOLDER/model.mlir and FOLDER/arg<i>.npy

Arguments depend on the name only. Each case is compiled, simulated and compared
with CPU execution of the same MLIR (`matrix-run --check`) by program_format.py.
"""

import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from generated_operations import (ACTIVATIONS, Case, binary, broadcast, convert,  # noqa: E402
                                  fill, linear, matmul, matmul_relu, reduction, softmax,
                                  unary)
from generated_programs import programs  # noqa: E402


# --- The table ----------------------------------------------------------------

# m, n, k: one, primes, below, at and above a tile, and very thin shapes.
SIZES = [(1, 1, 1), (2, 3, 5), (7, 11, 13), (16, 16, 16), (17, 31, 33), (32, 64, 48),
         (61, 67, 71), (128, 96, 160), (5, 300, 7), (300, 5, 7), (3, 2, 1031)]
NARROW_SIZES = [(1, 1, 1), (7, 11, 13), (16, 16, 64), (33, 47, 65), (100, 70, 130)]
PLANES = [(1, 1), (3, 5), (16, 16), (17, 67), (130, 259)]


def cases() -> list[Case]:
    found = [matmul("nn", *size, "f32") for size in SIZES]
    found += [matmul(form, *size, "f32") for form in ("tn", "nt", "tt")
              for size in ((1, 1, 1), (19, 37, 23), (64, 48, 80))]
    found += [matmul("nn", *size, kind) for kind in ("f16", "bf16", "i8")
              for size in NARROW_SIZES]
    found += [matmul(form, 33, 20, 70, kind) for form in ("tn", "nt", "tt")
              for kind in ("f16", "bf16", "i8")]
    # An argument larger than a core's scratchpad.
    found += [matmul("nn", 70, 700, 1100, "f32"), matmul("nt", 40, 1500, 1300, "bf16"),
              matmul("nn", 300, 900, 1700, "i8")]
    # Several blocks for each core of a grid, some beyond the edge; several steps of depth.
    found += [matmul("nn", 330, 330, 300, "bf16"), matmul("tt", 90, 350, 310, "f32"),
              matmul("nn", 190, 450, 520, "i8"), matmul("nn", 70, 90, 200, "bf16", batch=(4,))]
    found += [matmul(form, 17, 23, 19, "f32", batch=(3,)) for form in ("nn", "nt")]
    found += [matmul("nn", 40, 24, 56, kind, batch=(5,)) for kind in ("f16", "bf16", "i8")]
    found += [linear(activation, 37, 53, 29, kind) for activation in ACTIVATIONS
              for kind in ("f32", "f16", "bf16")]
    found += [linear("relu", 1, 10, 300, "f32"), linear("silu", 90, 200, 100, "bf16")]
    found += [matmul_relu(50, 40, 20), matmul_relu(30, 60, 90)]
    found += [fill("f32", "1.5", 1, 1), fill("f32", "-2.0", 37, 41),
              fill("bf16", "3.0", 5, 130), fill("i32", "7", 19), fill("f16", "0.5", 2, 3, 17)]
    found += [binary("arith.addf", "f32", *plane) for plane in PLANES]
    found += [binary(op, "f32", 29, 43) for op in
              ("arith.subf", "arith.mulf", "arith.divf", "arith.maximumf", "arith.minimumf")]
    found += [binary(op, kind, 23, 65) for op in ("arith.addf", "arith.mulf")
              for kind in ("f16", "bf16")]
    found += [binary("arith.addi", "i32", 23, 65), binary("arith.maxsi", "i32", 3, 5, 7)]
    found += [unary(op, "f32", 29, 43) for op in
              ("math.exp", "math.tanh", "math.erf", "math.absf", "arith.negf")]
    found += [unary(op, "f32", 29, 43, positive=True) for op in
              ("math.sqrt", "math.rsqrt", "math.log")]
    found += [unary("math.exp", kind, 17, 70) for kind in ("f16", "bf16")]
    found += [convert("arith.extf", "bf16", "f32", 21, 50), convert("arith.truncf", "f32", "f16", 21, 50),
              convert("arith.truncf", "f32", "bf16", 64, 64), convert("arith.sitofp", "i32", "f32", 9, 33)]
    found += [broadcast(along, kind, 31, 45) for along in ("row", "column", "scalar")
              for kind in ("f32", "bf16")]
    found += [reduction(which, dimension, "f32", m, n) for which in ("sum", "max")
              for dimension in (0, 1) for m, n in ((1, 1), (19, 77), (70, 300))]
    found += [reduction("isum", 1, "i32", 19, 77), reduction("imax", 1, "i32", 19, 77)]
    found += [softmax("f32", *shape) for shape in ((1, 1), (5, 7), (16, 16), (33, 100), (2, 3, 50))]
    found += [softmax("f32", 300, 1000)]
    return found + programs()


# --- Writing ------------------------------------------------------------------

def write(case: Case, folder: Path) -> None:
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(case.mlir())
    rng = np.random.default_rng(zlib.crc32(case.name.encode()))
    for i, type_ in enumerate(case.arguments):
        np.save(folder / f"arg{i}.npy", random_array(rng, type_, case.positive))


def random_array(rng, type_: str, positive: bool):
    import numpy as np

    *shape, kind = type_.rstrip(">").split("<")[1].split("x")
    shape = [int(extent) for extent in shape]
    if kind.startswith("i"):
        limit = 128 if kind == "i8" else 1 << 20
        return rng.integers(-limit, limit, shape).astype(f"int{kind[1:]}")
    values = rng.uniform(0.1, 2, shape) if positive else rng.standard_normal(shape)
    if kind == "bf16":            # no NumPy type: words, rounded by truncation
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype({"f16": np.float16, "f32": np.float32}[kind])


def main():
    table = {case.name: case for case in cases()}
    if len(sys.argv) == 1:
        print("\n".join(table))
    elif len(sys.argv) == 3 and sys.argv[1] in table:
        write(table[sys.argv[1]], Path(sys.argv[2]))
    else:
        sys.exit("usage: generated_cases.py [NAME FOLDER]; without arguments: the names")


if __name__ == "__main__":
    main()
