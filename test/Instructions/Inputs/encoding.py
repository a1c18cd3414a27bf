#===- encoding.py - operands, text and bits of instructions ----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Encodes instructions by the fields of docs/reference/description-json.md."""

import re

REGISTERS = 32


# --- Operands -----------------------------------------------------------------

def written(instruction) -> list:
    """The operands that occur in the assembly text."""
    return [o for o in instruction.operands
            if re.search(rf"\${{?{o.name}\b", instruction.assembly)]


def choices(instruction, tiles):
    """Values of all operands: every register, in different combinations; then each
    number at its bounds and at each single bit."""
    ranges = {o.name: values_of(o, tiles) for o in written(instruction)}
    middle = {name: values[(7 * place + 3) % len(values)]
              for place, (name, values) in enumerate(ranges.items())}
    registers = {o.name for o in written(instruction) if not is_number(o)}
    for turn in range(max((len(ranges[n]) for n in registers), default=1)):
        yield middle | {name: ranges[name][(turn + 5 * place) % len(ranges[name])]
                        for place, name in enumerate(sorted(registers))}
    for name in ranges.keys() - registers:
        for value in ranges[name]:
            yield {**middle, name: value}


def values_of(operand, tiles) -> list:
    if not is_number(operand):
        return list(range(count_of(operand, tiles)))
    low, high = bounds(operand)
    bits = {1 << n for n in range(operand.width)}
    fields = {low, high, low + 1, high - 1, *bits, *(-b - 1 for b in bits)}
    return [(field << operand.shift) + operand.bias
            for field in sorted(fields) if low <= field <= high]


def count_of(operand, tiles) -> int:
    return tiles if operand.kind == "tile" else REGISTERS


def is_number(operand) -> bool:
    return operand.kind == "immediate"


def bounds(operand) -> tuple:
    """The range of the bit field."""
    if operand.signed:
        return -(1 << operand.width - 1), (1 << operand.width - 1) - 1
    return 0, (1 << operand.width) - 1


# --- Text and bits ------------------------------------------------------------

PREFIXES = {"general": "r", "rows": "r", "f32": "f", "f64": "f", "tile": "t"}


def text(instruction, values) -> str:
    def operand(match):
        found = instruction.operand(match[1] or match[2])
        return PREFIXES.get(found.kind, "") + str(values[found.name])
    return re.sub(r"\$(?:\{(\w+)\}|(\w+))", operand, instruction.assembly)


def word(instruction, values) -> int:
    encoding = instruction.facts["encoding"]
    result = int(encoding["value"], 16)
    for name, runs in encoding["fields"].items():
        operand = instruction.operand(name)
        field = values[name]
        if is_number(operand):
            field = field - operand.bias >> operand.shift
        for bits in runs:
            part = field >> bits["field"] & (1 << bits["width"]) - 1
            result |= part << bits["inst"]
    return result
