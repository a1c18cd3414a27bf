#===- check_scalar_instructions.py - each scalar instruction alone ---------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Executes every scalar instruction of every variant, as inline assembly, on all
pairs of special values and on random ones, with immediates at their bounds, and
compares results and memory with NumPy (scalar_reference.py), bit for bit. What
jumps or traps is left out: check_scalars.py and every loop execute it."""

import itertools
import json
import re
import zlib
from dataclasses import dataclass

import numpy as np

from driver import chosen, drive
from semantics.description import Instruction
from semantics.scalar_reference import INSTEAD, Scalar, Unknown
from toolchain import Kernel

ROWS = 512
KINDS = {"general": ("i64", "r", "i8"), "f32": ("float", "f", "f4"),
         "f64": ("double", "f", "f8")}
WORDS = [0, 1, 2, 3, 31, 32, 63, 64, 127, 128, 255, 0x7FFF, 0x8000, 0x7FFFFFFF,
         0x80000000, 1 << 32, (1 << 63) - 1, -1, -2, -128, -(1 << 31), -(1 << 63)]
FLOATS = [0.0, 0.5, 1.0, 1.5, 2.5, 3.7, 1e10, 9.3e18, 1e300, 5e-324, 1e-40, 1e-45,
          np.inf, 65504, 65520, 2.0 ** 31, 2.0 ** 63]


@dataclass
class Case:
    instruction: object
    immediates: dict
    values: dict               # arrays by the names of register operands
    memory: np.ndarray

    def operands(self) -> dict:
        numbers = {name: np.int64(value) for name, value in self.immediates.items()}
        return {**self.values, **numbers}

    def __str__(self):
        text = ", ".join(f"{n} = {v}" for n, v in self.immediates.items())
        return f"{self.instruction}{f' ({text})' if text else ''}"


def check(description, cpu, options) -> list:
    every = [i for i in description.of_kind("scalar", cpu) if chosen(i, options)]
    jumping = [i for i in every if jumps(i)]
    cases = [case for i in every if i not in jumping for case in cases_of(i)]
    got = Program(cpu, cases, options.work).run() if cases else []
    failures = [f"{cpu}: {text}" for case, results in zip(cases, got)
                if (text := difference(case, *results))]
    if not failures:
        failures += not_noticed(cpu, cases)
    print(f"{cpu}: {len(every) - len(jumping)} scalar instructions, {len(cases)} with "
          f"their immediates, {len(failures)} wrong; {len(jumping)} that jump left out")
    return failures


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


# --- Operands -----------------------------------------------------------------

def cases_of(instruction):
    immediates = [o for o in instruction.inputs if o.kind == "immediate"]
    choices = [sorted({o.minimum, o.maximum, *(n for n in (-1, 0, 1)
                                               if o.minimum <= n <= o.maximum)})
               for o in immediates]
    for numbers in itertools.product(*choices):
        rng = np.random.default_rng(zlib.crc32(instruction.mnemonic.encode()))
        values = {o.name: table(o.kind, place, rng)
                  for place, o in enumerate(registers(instruction))}
        yield Case(instruction, dict(zip((o.name for o in immediates), numbers)), values,
                   table("general", 2, rng))


def registers(instruction) -> list:
    """Inputs in registers, the address of memory apart."""
    return [o for o in instruction.inputs if o.kind != "immediate"
            and o.name != address_of(instruction)]


def address_node(instruction):
    """The address of a load or store, or None."""
    return next((node["args"][-1] for node in nodes(instruction.facts["patterns"])
                 if re.search(r"load|store", node["op"])), None)


def address_of(instruction):
    """The operand that is the base of the address in a load or store."""
    place = address_node(instruction)
    while place and place["op"] != "Operand":
        place = place["args"][0]
    return place["name"] if place else None


def nodes(pattern):
    if isinstance(pattern, list):
        for one in pattern:
            yield from nodes(one)
    elif isinstance(pattern, dict):
        yield pattern
        yield from nodes(pattern.get("args", []))


def table(kind, place, rng):
    """Every pair of special values, then random bits and numbers."""
    dtype = np.dtype(KINDS[kind][2])
    special = np.array(WORDS, dtype)
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            special = np.array([*FLOATS, *(-x for x in FLOATS), np.nan, -np.nan], dtype)
    index = np.arange(ROWS)
    index = [index, index // len(special), rng.permutation(index)][place % 3]
    values = special[index % len(special)]
    half = ROWS // 8
    values[-half:] = np.frombuffer(rng.bytes(half * dtype.itemsize), dtype)
    if dtype.kind == "f":
        values[-half // 2:] = (rng.normal(size=half // 2) * 2.0 ** rng.integers(
            -12, 12, half // 2)).astype(dtype)
    return values


# --- The program --------------------------------------------------------------

class Program:
    """Rows of 8 words: operands, memory, and after it result and memory again."""

    def __init__(self, cpu, cases, work):
        self.kernel = Kernel(cpu, work, "scalar-instructions")
        self.cases = cases
        self.size = ROWS * 64

    def run(self):
        main = ""
        for number, case in enumerate(self.cases):
            self.kernel.functions.append(self.function(number, case))
            main += (f"  %in{number} = getelementptr i8, ptr %in, i64 "
                     f"{number * self.size}\n"
                     f"  %out{number} = getelementptr i8, ptr %out, i64 "
                     f"{number * self.size}\n"
                     f"  call void @case{number}(ptr %in{number}, ptr %out{number})\n")
        operands = np.concatenate([self.block(case) for case in self.cases])
        results = self.kernel.execute(main, operands, len(operands), "-O1")
        rows = results.view(np.int64).reshape(len(self.cases), ROWS, 8)
        return [(case[:, 0], case[:, 1]) for case in rows]

    @staticmethod
    def block(case):
        rows = np.zeros((ROWS, 8), np.int64)
        for column, values in enumerate(case.values.values()):
            bits = values.view(f"u{values.dtype.itemsize}").astype(np.uint64)
            rows[:, column] = bits.view(np.int64)
        rows[:, 7] = case.memory
        return rows.reshape(-1).view(np.uint8)

    def function(self, number, case) -> str:
        return f"""; {case}
define internal void @case{number}(ptr %in, ptr %out) noinline {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %at = mul i64 %i, 64
  %row = getelementptr i8, ptr %in, i64 %at
  %to = getelementptr i8, ptr %out, i64 %at
  %memory.in = getelementptr i8, ptr %row, i64 56
  %memory = getelementptr i8, ptr %to, i64 8
  %content = load i64, ptr %memory.in
  store i64 %content, ptr %memory
{self.body(case)}
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, {ROWS}
  br i1 %again, label %loop, label %done
done:
  ret void
}}
"""

    def body(self, case) -> str:
        instruction, lines, arguments = case.instruction, [], []
        places, constraints = {}, []
        result = instruction.result
        if result:
            places[result.name] = "$0"
            constraints.append("=&" + KINDS[result.kind][1])
        for operand in instruction.inputs:
            if operand.kind == "immediate":
                places[operand.name] = str(case.immediates[operand.name])
                continue
            ir_type, constraint, _ = KINDS[operand.kind]
            places[operand.name] = f"${len(constraints)}"
            constraints.append("0" if operand.tied is not None else constraint)
            arguments.append(self.argument(case, operand, ir_type, lines))
        text = re.sub(r"\$(?:\{(\w+)\}|(\w+))",
                      lambda m: places[m[1] or m[2]], instruction.assembly)
        ir_type = KINDS[result.kind][0] if result else "void"
        call = (f'call {ir_type} asm sideeffect "{text}", '
                f'"{",".join(constraints + ["~{memory}"])}"({", ".join(arguments)})')
        lines.append(f"%value = {call}" if result else call)
        if result:
            lines.append(f"store {ir_type} %value, ptr %to")
        return "\n".join("  " + line.replace("\t", " ") for line in lines)

    @staticmethod
    def argument(case, operand, ir_type, lines) -> str:
        name = operand.name
        if name == address_of(case.instruction):
            offset = Program.offset(case, address_node(case.instruction), lines)
            lines.append(f"%distance = sub i64 0, {offset}")
            lines.append(f"%{name} = getelementptr i8, ptr %memory, i64 %distance")
            return f"ptr %{name}"
        Program.load(case, name, ir_type, name, lines)
        return f"{ir_type} %{name}"

    @staticmethod
    def load(case, name, ir_type, value, lines) -> None:
        column = list(case.values).index(name)
        lines.append(f"%at.{value} = getelementptr i8, ptr %row, i64 {8 * column}")
        lines.append(f"%{value} = load {ir_type}, ptr %at.{value}")

    @staticmethod
    def offset(case, node, lines) -> str:
        """Computes the address if the base is 0."""
        if isinstance(node, int):
            return str(node)
        if node["op"] != "Operand":
            parts = [Program.offset(case, arg, lines) for arg in node["args"]]
            operation = {"shl": "shl", "add": "add", "Address": "add"}[node["op"]]
            value = f"%offset{len(lines)}"
            lines.append(f"{value} = {operation} i64 {', '.join(parts)}")
            return value
        name = node["name"]
        if name == address_of(case.instruction):
            return "0"
        if name in case.immediates:
            return str(case.immediates[name])
        Program.load(case, name, "i64", f"offset.{name}", lines)
        return f"%offset.{name}"


# --- Comparison ---------------------------------------------------------------

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
    for row in np.flatnonzero(memory != stored):
        return (f"{case}: {inputs(case, row)}: memory {int(memory[row]):#x}, reference "
                f"{int(stored[row]):#x}")
    return ""


def inputs(case, row) -> str:
    return ", ".join(f"{name} {values[row]}" for name, values in case.values.items())


if __name__ == "__main__":
    drive(__doc__, check)
