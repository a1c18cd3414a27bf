#===- check_encodings.py - text, bytes, text, bytes ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Assembles every instruction of every variant with each operand at its bounds
and at every single bit, and compares the bytes with those that follow from the
encodings in the description. The disassembly, assembled again, must give the
same bytes."""

import argparse
import re
import sys
from pathlib import Path

import numpy as np

from description import Description
from toolchain import run

REGISTERS = 32


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("description", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    description = Description.load(options.description)
    wrong = sum(check(description, cpu, options.work) for cpu in description.variants)
    sys.exit(bool(wrong))


def check(description, cpu, work) -> int:
    geometry = description.geometry(cpu)
    tiles = geometry.registers if geometry else 0
    instructions = [i for i in description.instructions if i.available(cpu)]
    lines, words = [], []
    for instruction in instructions:
        for values in choices(instruction, tiles):
            lines.append(text(instruction, values))
            words.append(word(instruction, values))
    got = assemble(cpu, work / f"{cpu}.s", lines)
    printed = disassemble(cpu, work / f"{cpu}.o")
    again = assemble(cpu, work / f"{cpu}.again.s", printed)
    failures = differences(lines, words, got, printed, again)
    print(f"{cpu}: {len(instructions)} instructions, {len(lines)} encodings, "
          f"{len(failures)} wrong", *failures[:20], sep="\n")
    return len(failures)


def differences(lines, words, got, printed, again) -> list:
    if not len(lines) == len(got) == len(printed) == len(again):
        return [f"{len(lines)} lines assemble to {len(got)} words, print as "
                f"{len(printed)} lines, assemble to {len(again)} words"]
    return [f"{line.strip()}: expected {want:08x}, assembles to {have:08x}, prints as "
            f"'{back.strip()}', which assembles to {second:08x}"
            for line, want, have, back, second in zip(lines, words, got, printed, again)
            if not want == have == second]


# --- Operands -----------------------------------------------------------------

def choices(instruction, tiles):
    """All operands in the middle; then each in turn at bounds and single bits."""
    written = [o for o in instruction.operands
               if re.search(rf"\${{?{o.name}\b", instruction.assembly)]
    ranges = {o.name: values_of(o, tiles) for o in written}
    middle = {name: values[(7 * place + 3) % len(values)]
              for place, (name, values) in enumerate(ranges.items())}
    yield middle
    for name, values in ranges.items():
        for value in values:
            yield {**middle, name: value}


def values_of(operand, tiles) -> list:
    if not is_number(operand):
        count = tiles if operand.kind == "tile" else REGISTERS
        return sorted({n for n in (0, 1, 2, 4, 8, 16, count - 1) if n < count})
    low, high = bounds(operand)
    bits = {1 << n for n in range(operand.width)}
    fields = {low, high, low + 1, high - 1, *bits, *(-b - 1 for b in bits)}
    return [(field << operand.shift) + operand.bias
            for field in sorted(fields) if low <= field <= high]


def is_number(operand) -> bool:
    return operand.kind == "immediate"


def bounds(operand) -> tuple:
    """Of the field."""
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


# --- Tools --------------------------------------------------------------------

def assemble(cpu, source: Path, lines) -> list:
    source.write_text("".join(f"\t{line.strip()}\n" for line in lines))
    binary = source.with_suffix(".bin")
    run("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source,
        "-o", source.with_suffix(".o"))
    run("llvm-objcopy", "-O", "binary", "--only-section=.text",
        source.with_suffix(".o"), binary)
    return [int(w) for w in np.fromfile(binary, "<u4")]


def disassemble(cpu, object_file) -> list:
    printed = run("matrix-objdump", "-d", f"--mcpu={cpu}", "--no-show-raw-insn",
                  object_file)
    found = (re.match(r"\s+([0-9a-f]+):\s+(.*)", line) for line in printed.splitlines())
    return [relative(int(f[1], 16), f[2]) for f in found if f]


def relative(address: int, line: str) -> str:
    """Branches are printed with the address that they go to, `0x40 <.text+0x40>`;
    as a number the assembler takes the distance."""
    def distance(match):
        target = int(match[1], 16) - address
        return str((target + (1 << 63)) % (1 << 64) - (1 << 63))
    return re.sub(r"(0x[0-9a-f]+)(?: <.*>)?$", distance, line)


if __name__ == "__main__":
    main()
