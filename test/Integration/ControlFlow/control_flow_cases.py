#!/usr/bin/env python3
#===- control_flow_cases.py - loops that carry tensors -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs with loops, branches and calls around tile code, and their reference results
by NumPy.

    control_flow_cases.py                 list the names
    control_flow_cases.py NAME FOLDER     write FOLDER/model.mlir, arg<i>.npy, result<i>.npy

The program of a case is Inputs/NAME.mlir; that of `chain-of-layers` is generated.
"""

import sys
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

INPUTS = Path(__file__).resolve().parent / "Inputs"
CHAIN = "chain-of-layers"
LAYERS = 70     # more groups than are compiled inline: equal ones are outlined


def text_of(name: str) -> str:
    return chain_of_layers() if name == CHAIN else (INPUTS / f"{name}.mlir").read_text()


def chain_of_layers() -> str:
    layers = "".join(f"""\
  %z{i} = linalg.fill ins(%zero : f32) outs(%e : !T) -> !T
  %m{i} = linalg.matmul ins(%t{i}, %w : !T, !T) outs(%z{i} : !T) -> !T
  %t{i + 1} = linalg.tanh ins(%m{i} : !T) outs(%e : !T) -> !T
""" for i in range(LAYERS))
    return f"""\
!T = tensor<16x16xf32>

func.func @main(%t0: !T, %w: !T) -> !T {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !T
{layers}\
  %r = linalg.add ins(%t{LAYERS}, %t1 : !T, !T) outs(%e : !T) -> !T
  return %r : !T
}}
"""


# --- Reference results ----------------------------------------------------------

def fibonacci(x, y):
    for _ in range(6):
        x, y = y, np.tanh(x + y)
    return x, y


def halve(x):
    steps = 0
    while np.abs(x).sum(dtype=np.float32) > 8:
        x, steps = x * np.float32(0.5), steps + 1
    return x, np.array(steps, np.int32)


def rnn(x, w, h):
    for row in x:
        h = np.tanh(row @ w + h @ w)
    return (h,)


def nested(a, b):
    total = np.float32(1)
    for i in range(6):
        for j in range(2):
            if (i + j) % 2:
                a, b = b, np.tanh(a)
            else:
                a, b = (a @ b) * np.float32(0.5), a
        total = total + a[1, 2]
        b = b.copy()
        b[0, 0] = total
    return a, b


def trace(x):
    sums = np.cumsum(np.diagonal(x), dtype=np.float32)
    return sums, np.tanh(x) if sums[-1] > 0 else x + x


def permute(a, b):
    for _ in range(3):
        a, b = b, np.tanh(a)
    return b, a


def exchange_rows(a, b):
    for _ in range(3):
        a, b = b, np.concatenate([a[:1], b[1:]])
    return a, b


def maximum(a):
    best = np.float32(0)
    for _ in range(6):
        a = np.tanh(a)
        value = a.max()
        a, best = (a + np.float32(0.5), value) if value > best else (a + a, best)
    return a, np.array(best)


def history(x, count):
    kept = np.zeros((6, *x.shape), np.float32)
    for i in range(count):
        kept[i], x = x, np.tanh(x)
    return kept, x


def chain(x, w):
    first = np.tanh(x @ w)
    x = first
    for _ in range(LAYERS - 1):
        x = np.tanh(x @ w)
    return (x + first,)


def repeat(times, x):
    for _ in range(times):
        x = np.tanh(x)
    return x


SQUARE = (16, 16)
FOUR = 4     # an argument: this number
CASES = {   # name: shapes of the arguments, their scale, function
    CHAIN: ([SQUARE] * 2, 0.3, chain),
    "permute-iteration-arguments": ([SQUARE] * 2, 1, permute),
    "exchange-rows": ([SQUARE] * 2, 1, exchange_rows),
    "branch-on-maximum": ([SQUARE], 1, maximum),
    "insert-each-iteration": ([SQUARE, FOUR], 1, history),
    "forall-blocks": ([SQUARE], 1, lambda x: (np.tanh(x), x + x)),
    "index-switch": ([SQUARE, FOUR], 1, lambda x, n: (x + x,)),
    "initial-value-after-loop": ([SQUARE], 1, lambda x: (repeat(3, x), 2 * np.tanh(x))),
    "swap-iteration-arguments": ([SQUARE] * 2, 1, lambda x, y: (y, x)),
    "fibonacci": ([SQUARE] * 2, 1, fibonacci),
    "while-counter": ([SQUARE], 1, lambda x: (x * 8,)),
    "while-sum-above-limit": ([SQUARE], 1, halve),
    "rnn": ([(6, 16, 16), SQUARE, SQUARE], 0.25, rnn),
    "cumsum": ([SQUARE], 1, lambda x: (np.cumsum(x, 0), np.cumsum(x, 0)[-1:])),
    "accumulate-products": ([SQUARE] * 3, 1, lambda x, y, c: (c + 6 * (x @ y),)),
    "nested-loops": ([SQUARE] * 2, 0.5, nested),
    "branch-on-trace": ([SQUARE], 1, trace),
    "calls-in-loop": ([SQUARE] * 2, 1,
              lambda x, y: (repeat(4, x), repeat(4, y), repeat(1, y))),
}


def write(name: str, folder: Path) -> None:
    shapes, scale, function = CASES[name]
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    arguments = [np.array(shape, np.int32) if shape == FOUR else
                 (rng.standard_normal(shape) * scale).astype(np.float32) for shape in shapes]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(text_of(name))
    for i, array in enumerate(arguments):
        np.save(folder / f"arg{i}.npy", array)
    for i, array in enumerate(function(*arguments)):
        np.save(folder / f"result{i}.npy", array)


def main() -> int:
    if len(sys.argv) == 1:
        print("\n".join(CASES))
    elif len(sys.argv) == 3 and sys.argv[1] in CASES:
        write(sys.argv[1], Path(sys.argv[2]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
