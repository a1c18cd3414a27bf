#===- check_vectors.py - results required by the documentation -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Executes the handwritten result vectors of this folder (from assembly, through
matrix-mc, matrix-ld and matrix-sim) and compares every bit.

    check_vectors.py --work FOLDER [--only MNEMONIC] [CPU...]"""

import argparse
import sys
from pathlib import Path

import numpy as np

import contract
import convert
import elementwise
import memory
import misc
from case import MACHINES
from program import Program

GROUPS = [memory, contract, elementwise, convert, misc]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--only", help="one mnemonic, to look into a failure")
    parser.add_argument("cpus", nargs="*")
    options = parser.parse_intermixed_args()
    options.work.mkdir(parents=True, exist_ok=True)
    failures = []
    for machine in MACHINES:
        if not options.cpus or machine.cpu in options.cpus:
            failures += check(machine, options)
    print(*failures[:30], sep="\n")
    sys.exit(bool(failures))


def check(machine, options) -> list:
    cases = [c for c in all_cases(machine) if options.only in (None, c.mnemonic)]
    program = Program(machine, cases)
    failures, wrong = [], set()
    for case, got in zip(program.cases, program.run(options.work)):
        text = difference(case, got)
        if text:
            wrong.add(case.mnemonic)
            failures.append(f"{machine.cpu}: {case.text}: {text}")
    print(f"{machine.cpu}: {len({c.mnemonic for c in cases})} instructions, "
          f"{len(cases)} vectors, {len(wrong)} instructions wrong")
    return failures


def all_cases(machine):
    with np.errstate(all="ignore"):
        return [case for group in GROUPS for case in group.cases(machine)
                if machine.has(case.text)]


def difference(case, got) -> str:
    """Describes the first wrong element, with the operands at its position."""
    if case.want_image is not None:
        for at in np.flatnonzero(got != case.want_image):
            return f"byte {at} of memory: {got[at]:#x}, not {case.want_image[at]:#x}"
        return ""
    (name, want), = case.want.items()
    if name[0] != "t":
        size = 4 if name[0] == "f" else 8
        value, want = int.from_bytes(got[:size], "little"), want & (1 << 8 * size) - 1
        return (f"{name} is {value:#x}, not {want:#x}{inputs(case)}" if value != want
                else "")
    got = got.view(want.dtype).reshape(want.shape)
    wrong = np.argwhere(got != want)
    if not wrong.size:
        return ""
    i, j = where = tuple(int(i) for i in wrong[0])
    return (f"{len(wrong)} of {got.size} elements differ, first [{i}][{j}]: "
            f"{int(got[where]):#x}, not {int(want[where]):#x}{inputs(case, where)}")


def inputs(case, where=None) -> str:
    text = ""
    for name, value in case.registers.items():
        if not isinstance(value, np.ndarray):
            text += f", {name} {value:#x}"
        elif where and all(i < n for i, n in zip(where, value.shape)):
            text += f", {name} {int(value[where]):#x}"
    return text


if __name__ == "__main__":
    main()
