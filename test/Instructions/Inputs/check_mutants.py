#===- check_mutants.py - would a wrong meaning be noticed? -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Changes one operator of a meaning at a time and computes again what
check_tiles.py compares. A mutant with equal results on all operands survives:
the operands are too weak to tell that mistake in the simulator."""

import copy

import numpy as np

from cases import cases_of, expected
from driver import chosen, drive, has_tiles
from mutant_run import MutantInterpreter
from mutants import mutants


SEEN = {}                       # the variant of each instruction and geometry


def check(description, cpu, options) -> list:
    geometry = description.geometry(cpu)
    interpreter = MutantInterpreter(description, geometry)
    by_instruction = {}
    for case in cases_of(description, cpu):
        # Of equal geometry, the operands are the same.
        key = case.instruction.mnemonic, geometry.rows, geometry.row_bytes
        if SEEN.setdefault(key, cpu) != cpu or not chosen(case.instruction, options):
            continue
        right = [expected(interpreter, case, v) for v in case.sets]
        by_instruction.setdefault(case.instruction, []).append((case, right))
    total, survivors = 0, []
    for instruction, cases in by_instruction.items():
        for what, meaning in mutants(instruction.meaning, description.formats):
            total += 1
            if not noticed(interpreter, cases, meaning):
                survivors.append(f"{cpu}: {instruction}: {what}")
    print(f"{cpu}: {total} mutants, {len(survivors)} survive")
    return survivors


def noticed(interpreter, cases, meaning) -> bool:
    for case, right in cases:
        mutant = copy.copy(case)
        mutant.instruction = case.instruction.with_meaning(meaning)
        for values, want in zip(case.sets, right):
            try:
                if not np.array_equal(expected(interpreter, mutant, values), want):
                    return True
            except (AssertionError, IndexError, KeyError, ValueError):
                return True
    return False


if __name__ == "__main__":
    drive(__doc__, check, has_tiles)
