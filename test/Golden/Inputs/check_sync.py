#===- check_sync.py - results of DMA, barriers and semaphores --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the programs of this folder and compares their results with those required by
docs/contracts.md.

    check_sync.py FOLDER --work FOLDER [PROGRAM...]"""

import argparse
import sys
from pathlib import Path

import numpy as np

from program import tool


def dma():
    x = np.arange(80, dtype=np.int32).reshape(8, 10) * 1001
    y = np.full((7, 9), 0x12345678, np.int32)
    y[1:5, 2:8] = x[1:5, 2:8]
    # Handles start at 1 and are complete after the wait; handle 0 is always complete.
    return [x], [y, np.array([1, 1, 2, 1, 1])]


def barrier():
    return [], [np.array([100, 101, 102, 103]), np.array([103, 102, 101, 100])]


def semaphores():
    total = 11 ** 2 + 12 ** 2 + 13 ** 2
    return [], [np.array([total, 11 ** 2, 12 ** 2, 13 ** 2]),
                np.array([0, total + 1, total + 2, total + 3])]


PROGRAMS = {"dma.s": dma, "barrier.s": barrier, "semaphores.s": semaphores}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_intermixed_args()
    options.work.mkdir(parents=True, exist_ok=True)
    wrong = [name for name in options.programs or PROGRAMS
             if not right(options.folder / name, options.work)]
    sys.exit(bool(wrong))


def right(source: Path, work: Path) -> bool:
    given, want = PROGRAMS[source.name]()
    base = work / source.stem
    inputs = [base.with_suffix(f".in{n}.npy") for n in range(len(given))]
    outputs = [base.with_suffix(f".out{n}.npy") for n in range(len(want))]
    for path, array in zip(inputs, given):
        np.save(path, array)
    tool("matrix-mc", "-mcpu=base", "-filetype=obj", source, "-o", base.with_suffix(".o"))
    tool("matrix-ld", base.with_suffix(".o"), "-o", base.with_suffix(".elf"))
    tool("matrix-sim", *(f"--input={p}" for p in inputs), *(f"--output={p}" for p in outputs),
         base.with_suffix(".elf"))
    for number, (path, array) in enumerate(zip(outputs, want)):
        got = np.load(path)
        if not np.array_equal(got, array):
            print(f"{source.name}: result {number} is\n{got}\nnot\n{array}")
            return False
    print(f"{source.name}: right")
    return True


if __name__ == "__main__":
    main()
