#===- rejections.py - invalid operands and words ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Lines that the assembler must reject, with the column of the error, and words that
encode no instruction of the variant."""

import re
import subprocess

from encoding import (PREFIXES, bounds, choices, count_of, is_number, text, word,
                      written)


# --- Operands -----------------------------------------------------------------

def rejections(instructions, tiles):
    """Lines with one invalid operand, and its column."""
    for instruction in instructions:
        middle = next(choices(instruction, tiles))
        for operand in written(instruction):
            for wrong in wrong_values(operand, tiles):
                yield with_text(instruction, middle, operand, wrong)


def wrong_values(operand, tiles) -> list:
    if not is_number(operand):
        prefix = PREFIXES[operand.kind]
        others = {"r": "t0", "f": "r1", "t": "f1"}
        return [f"{prefix}{count_of(operand, tiles)}", others[prefix]]
    low, high = ((n << operand.shift) + operand.bias for n in bounds(operand))
    step = 1 << operand.shift
    return [str(n) for n in [low - step, high + step, *([low + 1] if step > 1 else [])]]


def with_text(instruction, values, operand, wrong):
    marked = text(instruction, {**values, operand.name: "@"}).replace("\t", " ")
    prefix = PREFIXES.get(operand.kind, "")
    column = marked.index(prefix + "@") + 1
    return marked.replace(prefix + "@", wrong), column


def not_rejected(cpu, source, lines) -> list:
    """Lines without an error in the expected column."""
    source.write_text("".join(f"{line}\n" for line, _ in lines))
    done = subprocess.run(["matrix-mc", f"-mcpu={cpu}", "-filetype=null", source],
                          text=True, capture_output=True)
    found = {}
    for match in re.finditer(r":(\d+):(\d+): error: (.*)", done.stderr):
        found.setdefault(int(match[1]), (int(match[2]), match[3]))
    failures = []
    for number, (line, column) in enumerate(lines, 1):
        at, message = found.get(number, (0, "accepted"))
        if at != column:
            failures.append(f"'{line}': an error in column {column} was expected, "
                            f"{f'column {at}: ' if at else ''}{message}")
    return failures


# --- Words --------------------------------------------------------------------

def non_instructions(instructions, every, tiles, pairs):
    """Words with one fixed bit inverted, and with the first tile register that does not
    exist, except words of other instructions and of two."""
    known = [(int(i.facts["encoding"]["mask"], 16), int(i.facts["encoding"]["value"], 16),
              i) for i in every]
    for instruction in instructions:
        values = next(choices(instruction, tiles))
        mask = int(instruction.facts["encoding"]["mask"], 16)
        right = word(instruction, values)
        for bit in range(32):
            wrong = right ^ (mask & 1 << bit)
            is_pair = wrong & pairs["mask"] == pairs["value"]
            if wrong != right and not is_pair and not any(is_word_of(wrong, *k, tiles) for k in known):
                yield wrong, f"{instruction} with bit {bit} inverted"
        for operand in written(instruction):
            if operand.kind == "tile" and tiles < 1 << 5:
                wrong = word(instruction, {**values, operand.name: tiles})
                yield wrong, f"{instruction} with t{tiles}"


def is_word_of(candidate, mask, value, instruction, tiles) -> bool:
    return candidate & mask == value and all(
        field_of(candidate, instruction, o) < tiles
        for o in written(instruction) if o.kind == "tile")


def field_of(candidate, instruction, operand) -> int:
    runs = instruction.facts["encoding"]["fields"][operand.name]
    return sum((candidate >> r["inst"] & (1 << r["width"]) - 1) << r["field"]
               for r in runs)
