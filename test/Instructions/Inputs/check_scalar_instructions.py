#===- check_scalar_instructions.py - each scalar instruction alone ---------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Executes every scalar instruction of every variant, as inline assembly, on all
pairs of special values and on random ones, with immediates at their bounds, and
compares results and memory with NumPy (scalar_reference.py), bit for bit. Results that
the description calls words are sign-extended. Jumps and traps are excluded:
check_scalars.py and every loop execute them. Nodes that scalar_reference.py does not
know are errors with --strict; otherwise their instructions are left out."""

import json

import numpy as np

from driver import chosen, drive
from programs.scalar_cases import ROWS, address_node, cases_of, nodes
from programs.scalar_kernel import ScalarKernel
from semantics.description import Instruction
from semantics.scalar_reference import INSTEAD, Scalar, Unknown


def check(description, cpu, options) -> list:
    every = [i for i in description.of_kind("scalar", cpu) if chosen(i, options)]
    jumping = [i for i in every if jumps(i)]
    unknown = [] if options.strict else [i for i in every if has_unknown_node(i)]
    cases = [case for i in every if i not in jumping + unknown for case in cases_of(i)]
    got = results_of(description, cpu, cases, options.work)
    failures = [f"{cpu}: {text}" for case, results in zip(cases, got)
                if (text := difference(case, *results))]
    if not failures:
        failures += not_noticed(cpu, cases)
    left_out = f"{len(jumping)} that jump" + "".join(
        f", {i} with a node that scalar_reference.py does not know" for i in unknown)
    count = len({case.instruction.mnemonic for case in cases})
    print(f"{cpu}: {count} scalar instructions, {len(cases)} with their immediates, "
          f"{len(failures)} wrong; left out: {left_out}")
    return failures


def results_of(description, cpu, cases, work) -> list:
    """By several programs, if the operands of all cases do not fit into DRAM."""
    dram = next(m["size"] for m in description.variants[cpu]["memories"]
                if m["space"] == "dram")
    most = max(1, dram // 4 // ScalarKernel.SIZE)
    return [result for first in range(0, len(cases), most)
            for result in ScalarKernel(cpu, cases[first:first + most], work).run()]


def has_unknown_node(instruction) -> bool:
    """Whether a description has defined a node in C++ only."""
    if jumps(instruction):
        return False
    case = next(iter(cases_of(instruction)))
    try:
        Scalar(instruction, case.operands(), case.memory).run()
    except Unknown:
        return True
    return False


def not_noticed(cpu, cases) -> list:
    """Wrong nodes that change no result of any case of their instruction."""
    groups = {}
    for case in cases:
        groups.setdefault(case.instruction, []).append(case)
    return [f"{cpu}: {instruction}: {op} for {INSTEAD[op]}: not noticed"
            for instruction, group in groups.items()
            for op in {n["op"] for n in values(instruction) if not ignores_sign(n)}
            & {*INSTEAD}
            if not any(changed_by(case, op) for case in group)]


def values(instruction) -> list:
    """The nodes that compute results: programs compute addresses by the same nodes."""
    addresses = [id(n) for n in nodes(address_node(instruction))]
    return [n for n in nodes(instruction.facts["patterns"]) if id(n) not in addresses]


def ignores_sign(node) -> bool:
    """Whether no operand of a division is negative."""
    return node["op"] in ("udiv", "urem") and all(
        isinstance(arg, dict) and arg["op"] == "and" and isinstance(arg["args"][1], int)
        and arg["args"][1] >= 0 for arg in node["args"])


def changed_by(case, op) -> bool:
    text = json.dumps(case.instruction.facts["patterns"])
    wrong = json.loads(text.replace(f'"{op}"', f'"{INSTEAD[op]}"'))
    results = [Scalar(instruction, case.operands(), case.memory).run()
               for instruction in (case.instruction, Instruction(
                   {**case.instruction.facts, "patterns": wrong}))]
    return any(not np.array_equal(np.asarray(a).tobytes(), np.asarray(b).tobytes())
               for a, b in zip(*results))


def jumps(instruction) -> bool:
    text = str(instruction.facts["patterns"])
    return any(word in text for word in ("'brcond'", "Jump", "'trap'")) or any(
        getattr(o, "pc_relative", False) for o in instruction.operands
        if o.kind == "immediate")


def difference(case, got, memory) -> str:
    try:
        want, stored = Scalar(case.instruction, case.operands(), case.memory).run()
    except Unknown as unknown:
        return f"{case}: the reference does not know the node {unknown}"
    if want is not None:
        want = np.broadcast_to(want, ROWS)
        bits = f"u{want.dtype.itemsize}"
        got = np.ascontiguousarray(got).view(bits).reshape(ROWS, -1)[:, 0]
        for row in np.flatnonzero(got != np.ascontiguousarray(want).view(bits)):
            return (f"{case}: {inputs(case, row)}: {int(got[row]):#x}, reference "
                    f"{int(np.ascontiguousarray(want).view(bits)[row]):#x}")
        if text := no_word(case, np.ascontiguousarray(want)):
            return text
    for row in np.flatnonzero(memory != stored):
        return (f"{case}: {inputs(case, row)}: memory {int(memory[row]):#x}, reference "
                f"{int(stored[row]):#x}")
    return ""


def no_word(case, results) -> str:
    """The first result that is not a word, although the description says so."""
    claim = case.instruction.facts["word"]
    if claim == "any" or results.dtype != np.int64:
        return ""
    wrong = ~is_word(results)
    if claim == "of_words":
        for values in map(np.asarray, case.values.values()):
            wrong &= (values.dtype == np.int64) & is_word(values)
    for row in np.flatnonzero(wrong):
        return (f"{case}: {inputs(case, row)}: {int(results[row]):#x} is not a word, but "
                f"Word is {claim}")
    return ""


def is_word(values):
    return values == values.astype(np.int32)


def inputs(case, row) -> str:
    return ", ".join(f"{name} {values[row]}" for name, values in case.values.items())


if __name__ == "__main__":
    drive(__doc__, check, strict=False)
