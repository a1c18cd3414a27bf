#===- check_expansion.py - the compiler's reference against NumPy's --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the reference expansion (--matrix-expand) of every tile operation on the
host and compares it with the NumPy reference, bit for bit but for what the host
leaves open: which NaN, and in maxima and minima the sign of zero."""

import sys

import numpy as np

from check_tiles import difference
from driver import chosen, drive, has_tiles
from programs.operand_sets import ELEMENTWISE, cases_of
from programs.tile_cases import expected
from programs.expansion import Expansion, can_expand
from semantics.description import nodes
from semantics.reference import Interpreter


def check(description, cpu, options) -> list:
    cases = list(one_block(c for c in cases_of(description, cpu)
                           if can_expand(description, c)
                           and chosen(c.instruction, options)))
    cases.sort(key=lambda c: c.instruction.mnemonic in EXPANDED)
    cases = [c for c in cases if is_new(c.instruction, description, cpu)]
    if not cases:
        print(f"{cpu}: 0 operations expanded, all as in other variants")
        return []
    results = Expansion(description, cpu, cases, options.work).execute()
    interpreter = Interpreter(description, description.geometry(cpu))
    failures, wrong = [], set()
    for case, sets in zip(cases, results):
        fmt = description.formats[case.instruction.semantics["format"]]
        for number, values in enumerate(case.sets):
            want = expected(interpreter, case, values)
            got = sets[number][:want.nbytes].view(want.dtype).reshape(want.shape)
            got = np.where(same(case, fmt, got, want), want, got)
            if not np.array_equal(got, want):
                wrong.add(case.instruction.mnemonic)
                failures.append(f"{cpu}: {case}, set {number}: " + difference(
                    case, values, ("expansion", got), ("reference", want)))
    names = {c.instruction.mnemonic for c in cases}
    print(f"{cpu}: {len(names)} operations expanded, {len(wrong)} wrong")
    return failures


def is_new(instruction, description, cpu) -> bool:
    """Limits the time to compile expansions, whose code is long for large tiles. Each
    instruction is expanded in the first variant that has it, and in each further
    geometry one instruction for every combination of operators that depend on the
    geometry. Only the first variant's tiles expand every contraction; elsewhere one
    contraction represents all."""
    structure = frozenset(n["op"] for n in nodes(instruction.semantics)
                          if n["op"] not in ELEMENTWISE
                          and n["op"] not in description.operators)
    geometry = description.geometry(cpu)
    shape = geometry.rows, geometry.row_bytes
    keys = {instruction.mnemonic, (*shape, structure)}
    first = all(isinstance(k, str) or k[:2] == shape for k in EXPANDED)
    if "Contract" in structure and not first:
        keys.remove(instruction.mnemonic)
    new = not keys <= EXPANDED
    EXPANDED.update(keys)
    return new


EXPANDED = set()


def one_block(cases):
    """One column block of each instruction, alternately the last and the first: the
    code of every block takes time to compile."""
    by_instruction = {}
    for case in cases:
        by_instruction.setdefault(case.instruction.mnemonic, []).append(case)
    for number, of_one in enumerate(by_instruction.values()):
        yield of_one[-1 if number % 2 else 0]


def same(case, fmt, got, want):
    """NaNs may differ in payload and sign, and upstream's expansion of maximumf and
    minimumf does not distinguish -0 from +0."""
    if not fmt.float:
        return got == want
    equal = (got == want) | fmt.is_nan(got) & fmt.is_nan(want)
    if case.instruction.uses("Max") or case.instruction.uses("Min"):
        equal |= (fmt.decode(got) == 0) & (fmt.decode(want) == 0)
    return equal


def has_large_tiles(description, cpu) -> bool:
    """Whether tiles are larger than the first variant's. An expansion has code for
    every element."""
    sizes = [geometry.bytes for variant in description.variants
             if (geometry := description.geometry(variant))]
    return has_tiles(description, cpu) and description.geometry(cpu).bytes > sizes[0]


if __name__ == "__main__":
    large = "--large" in sys.argv
    drive(__doc__, check, has_large_tiles if large else has_tiles, large=False)
