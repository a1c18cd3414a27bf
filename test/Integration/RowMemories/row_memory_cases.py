#!/usr/bin/env python3
#===- row_memory_cases.py - programs for row memories ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Linalg programs for accelerators without tile registers, and their reference results
by NumPy.

    row_memory_cases.py                          list "VARIANT NAME"
    row_memory_cases.py NAME FOLDER              write FOLDER/model.mlir, arg<i>.npy, expect.npy
    row_memory_cases.py NAME FOLDER --compare F  compare the array in file F with FOLDER/expect.npy

Integers must be equal. bfloat16 (stored as words) may differ by one unit in the
last place in one of 1000 elements: scalar code calls exp of a library.
"""

import sys
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:     # lit's Python only needs the names
    np = None

sys.path.insert(0, str(Path(__file__).resolve().parent))
from row_attention import Attention, Softmax, SpecialAttention  # noqa: E402
from row_elements import widen  # noqa: E402
from row_products import Product, Quantized  # noqa: E402

CASES = {
    "attention": Attention(64, 64, 64, 64),
    "attention-spread": Attention(64, 64, 64, 64, softmax="spread"),
    "attention-odd": Attention(50, 37, 40, 40),
    "attention-odd-spread": Attention(50, 37, 40, 23, softmax="spread"),
    "attention-odd-full-depth": Attention(50, 37, 64, 64),
    "attention-many-queries": Attention(200, 64, 64, 64),
    "attention-many-keys": Attention(40, 100, 64, 64),
    "attention-wide": Attention(70, 30, 33, 150),
    "attention-scaled": Attention(64, 64, 64, 64, scaled="sums"),
    "attention-scaled-scores": Attention(64, 64, 64, 64, scaled="scores", softmax="spread"),
    "attention-scaled-division": Attention(50, 37, 16, 40, scaled="division"),
    "attention-scaled-heads": Attention(33, 20, 16, 40, heads=(2, 3), scaled="sums"),
    "attention-scaled-odd-factor": Attention(20, 30, 40, 20, scaled="sums", scale=.1),
    "attention-full-depth": Attention(64, 50, 64, 64),
    "attention-full-depth-spread": Attention(130, 9, 64, 40, softmax="spread"),
    "attention-full-depth-scaled": Attention(64, 50, 64, 64, scaled="sums"),
    "attention-full-depth-heads": Attention(5, 50, 64, 64, heads=(7,), scaled="sums"),
    "attention-odd-factor": Attention(64, 64, 48, 48, scaled="sums"),
    "attention-odd-factor-scores": Attention(64, 64, 64, 64, scaled="scores", scale=.1),
    "attention-odd-factor-both": Attention(40, 50, 64, 64, scaled="scores", scale=.3,
                                           softmax="spread"),
    "attention-special": SpecialAttention(64, 64, 64, 64),
    "attention-special-full-depth": SpecialAttention(50, 37, 64, 64),
    "attention-special-full-depth-spread": SpecialAttention(64, 50, 64, 40, softmax="spread"),
    "attention-special-odd": SpecialAttention(50, 37, 40, 23, softmax="spread"),
    "attention-heads": Attention(64, 64, 64, 64, heads=(4,)),
    "attention-batch-heads-odd": Attention(33, 20, 40, 40, heads=(2, 3)),
    "softmax": Softmax(64, 64),
    "softmax-odd": Softmax(3, 70, 50),
    "product": Product(64, 64, 64),
    "product-blocks": Product(128, 64, 192),
    "product-odd": Product(75, 51, 90),
    "product-long": Product(64, 200, 64),
    "product-transposed": Product(64, 64, 64, transposed=True),
    "product-transposed-odd": Product(75, 51, 90, transposed=True),
    "quantized": Quantized(64, 64, 64),
    "quantized-relu": Quantized(64, 64, 48, relu="sums"),
    "quantized-relu-last": Quantized(64, 64, 48, relu="last"),
    "quantized-relu-last-odd": Quantized(33, 47, 95, relu="last"),
    "quantized-relu-clamp": Quantized(64, 64, 48, relu="clamp"),
    "quantized-relu-clamp-small": Quantized(3, 5, 7, relu="clamp"),
    "quantized-relu-clamp-row": Quantized(1, 100, 30, relu="clamp", bias=False),
    "quantized-relu-scaled": Quantized(40, 70, 50, relu="scaled"),
    "quantized-relu-rounded": Quantized(17, 33, 65, relu="rounded"),
    "quantized-no-bias": Quantized(32, 32, 32, bias=False, relu="sums"),
    "quantized-tiny": Quantized(1, 1, 1),
    "quantized-row": Quantized(1, 100, 30),
    "quantized-column": Quantized(30, 7, 1),
    "quantized-small": Quantized(3, 5, 7, relu="sums"),
    "quantized-17": Quantized(17, 17, 17),
    "quantized-odd": Quantized(33, 47, 95, relu="sums"),
    "quantized-odd-no-bias": Quantized(15, 31, 63, bias=False),
    "quantized-100": Quantized(100, 100, 100),
    "quantized-99-1-97": Quantized(99, 1, 97),
    "quantized-deep": Quantized(40, 500, 50),
    "quantized-deep-row": Quantized(1, 1000, 16, relu="last"),
    "quantized-deep-wide": Quantized(90, 272, 170, bias=False),
}


def generate(name: str):
    random = np.random.default_rng(zlib.crc32(name.encode()))
    arguments = CASES[name].arguments(random)
    with np.errstate(all="ignore"):
        return arguments, CASES[name].expect(*arguments)


def write(name: str, folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    arguments, expected = generate(name)
    (folder / "model.mlir").write_text(CASES[name].mlir())
    for i, argument in enumerate(arguments):
        np.save(folder / f"arg{i}.npy", argument)
    np.save(folder / "expect.npy", expected)


def quiet(words):
    """Canonicalizes NaNs."""
    return np.where(np.isnan(widen(words)), 0x7FC0, words) if words.dtype == np.uint16 else words


def allowed(words) -> int:
    return words.size // 1000 if words.dtype == np.uint16 else 0


def compare(folder: Path, file: Path) -> int:
    got, expected = np.load(file), np.load(folder / "expect.npy")
    if got.shape != expected.shape or got.dtype != expected.dtype:
        print(f"{got.shape} {got.dtype} instead of {expected.shape} {expected.dtype}")
        return 1
    got, expected = quiet(got), quiet(expected)
    wrong = np.count_nonzero(got != expected)
    units = np.abs(got.astype(np.int64) - expected.astype(np.int64)).max()
    print(f"{wrong} of {got.size} elements differ, by {units} at most; "
          f"allowed {allowed(got)}, by 1")
    return int(wrong > allowed(got) or units > 1)


def main(arguments) -> int:
    if not arguments:
        print("\n".join(f"{case.variant} {name}" for name, case in CASES.items()))
    elif len(arguments) == 2:
        write(arguments[0], Path(arguments[1]))
    else:
        return compare(Path(arguments[1]), Path(arguments[3]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
