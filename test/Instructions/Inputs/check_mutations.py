#===- check_mutations.py - detection of wrong semantics --------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Mutates one operator of the semantics at a time and evaluates the mutant on the
operands of check_tiles.py. A mutant survives if its results are equal on all of these
operands but differ on others that a search finds: then the operands are too weak to
detect that error in the simulator. A mutant that no operands distinguish, such as x - x
for x xor x, is equivalent and only counted.

No mutant of an instruction in td/ survives (semantics-mutations.test). For other
records, whose operands are not chosen for their semantics, a few survivors are listed
without failing the test."""

import copy

import numpy as np

from driver import chosen, drive, has_tiles
from programs.operand_sets import cases_of, cases_of_one
from programs.tile_cases import expected
from semantics.mutant_run import MutantInterpreter
from semantics.mutants import mutants


SEARCHES = 12                   # sets of operands that the search tries
TOLERATED = 50                  # one mutant in this number may survive
SEEN = {}                       # the variant of each instruction and geometry


def check(description, cpu, options) -> list:
    geometry = description.geometry(cpu)
    interpreter = MutantInterpreter(description, geometry)
    by_instruction = {}
    for case in cases_of(description, cpu):
        # Operands depend on the geometry only.
        key = case.instruction.mnemonic, geometry.rows, geometry.row_bytes
        if SEEN.setdefault(key, cpu) != cpu or not chosen(case.instruction, options):
            continue
        right = [expected(interpreter, case, v) for v in case.sets]
        by_instruction.setdefault(case.instruction, []).append((case, right))
    total, equal, survivors = 0, 0, []
    for instruction, cases in by_instruction.items():
        for what, semantics in mutants(instruction.semantics, description.formats):
            total += 1
            if noticed(interpreter, cases, semantics):
                continue
            if differs(description, cpu, interpreter, instruction, semantics):
                survivors.append(f"{cpu}: {instruction}: {what}")
            else:
                equal += 1
    print(f"{cpu}: {total} mutants, {len(survivors)} survive, {equal} are equal")
    if len(survivors) * TOLERATED > total:
        return survivors
    for survivor in survivors:
        print(survivor)
    return []


def differs(description, cpu, interpreter, instruction, semantics) -> bool:
    """Whether a search finds operands that distinguish the mutant."""
    for salt in range(1, SEARCHES):
        cases = [(case, [expected(interpreter, case, v) for v in case.sets])
                 for case in cases_of_one(description, cpu, instruction, salt)]
        if noticed(interpreter, cases, semantics):
            return True
    return False


def noticed(interpreter, cases, semantics) -> bool:
    for case, right in cases:
        mutant = copy.copy(case)
        mutant.instruction = case.instruction.with_semantics(semantics)
        for values, want in zip(case.sets, right):
            try:
                if not np.array_equal(expected(interpreter, mutant, values), want):
                    return True
            except (AssertionError, IndexError, KeyError, ValueError):
                return True
    return False


if __name__ == "__main__":
    drive(__doc__, check, has_tiles)
