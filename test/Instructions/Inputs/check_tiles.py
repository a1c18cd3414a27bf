#===- check_tiles.py - every tile instruction against the reference --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs all tile instructions of every variant in the simulator and compares each
element with the NumPy reference, bit for bit. Instructions are builtins of LLVM IR or,
with --operations, operations of the dialect. --level is the optimization level of llc.
"""


import numpy as np

from driver import chosen, drive, has_tiles
from programs.operand_sets import cases_of
from programs.tile_cases import access_of, expected
from programs.operation_kernel import OperationKernel
from programs.tile_kernel import TileKernel
from semantics.reference import Interpreter


def check(description, cpu, options) -> list:
    geometry = description.geometry(cpu)
    cases = [c for c in cases_of(description, cpu) if chosen(c.instruction, options)]
    if options.operations:
        cases = [c for c in cases if access_of(c.instruction) is None]
        kernel = OperationKernel(description, cpu, cases, options.work)
    else:
        kernel = TileKernel(cpu, geometry, cases, options.work)
    results = kernel.execute(f"-O{options.level}")
    failures = differences(description, cpu, cases, results)
    wrong = {failure.split(" ")[1].strip(",") for failure in failures}
    names = {c.instruction.mnemonic for c in cases}
    print(f"{cpu}: {len(names)} instructions, {sum(len(c.sets) for c in cases)} "
          f"sets of operands, {len(wrong)} instructions wrong")
    return failures


def differences(description, cpu, cases, results) -> list:
    """Compares results with the reference; describes the first difference of each set.
    """
    interpreter = Interpreter(description, description.geometry(cpu))
    failures = []
    for case, sets in zip(cases, results):
        for number, values in enumerate(case.sets):
            want = expected(interpreter, case, values)
            got = sets[number][:want.nbytes].view(want.dtype).reshape(want.shape)
            if not np.array_equal(got, want):
                failures.append(f"{cpu}: {case}, set {number}: " + difference(
                    case, values, ("simulator", got), ("reference", want)))
    return failures


def difference(case, values, left, right) -> str:
    """Describes the first difference of two named arrays, with the operands at its
    position."""
    (name, got), (other, want) = left, right
    where = tuple(int(i) for i in np.argwhere(got != want)[0])
    text = (f"{np.count_nonzero(got != want)} of {got.size} elements differ, first "
            f"[{']['.join(map(str, where))}]: {name} {int(got[where]):#x}, "
            f"{other} {int(want[where]):#x}")
    for operand in case.instruction.inputs:
        value = values[operand.name]
        if isinstance(value, np.ndarray) and value.shape == want.shape:
            text += f", {operand.name} {int(value[where]):#x}"
        elif isinstance(value, np.ndarray):
            text += f", {operand.name}{row_text(value, where[0])}"
        elif not isinstance(value, np.ndarray):
            text += f", {operand.name} {value:#x}"
    return text


def row_text(tile, row) -> str:
    """The first elements of the row, for an operand of another shape."""
    row = min(row, len(tile) - 1)
    return f"[{row}] {' '.join(f'{int(x):#x}' for x in tile[row][:4])} .."


if __name__ == "__main__":
    drive(__doc__, check, has_tiles, level="2", operations=False)
