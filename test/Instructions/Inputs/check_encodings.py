#===- check_encodings.py - text, bytes, text, bytes ------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Assembles every instruction of every variant with every register of the variant and
every number at its bounds and at each single bit. The bytes must equal those computed
from the encodings in the description, and the disassembly, assembled again, must give
the same bytes.

The assembler must reject operands just outside their range, at their column: the first
register that the variant does not have, a number beyond its bounds or between two
multiples, a register of another kind. The disassembler must reject words that encode no
instruction."""

import re
from pathlib import Path

import numpy as np

from driver import chosen, drive
from encoding import choices, text, word
from rejections import non_instructions, not_rejected, rejections
from toolchain import run

def check(description, cpu, options) -> list:
    geometry = description.geometry(cpu)
    tiles = geometry.registers if geometry else 0
    work = options.work
    every = [i for i in description.instructions if i.available(cpu)]
    instructions = [i for i in every if chosen(i, options)]
    lines, words = [], []
    for instruction in instructions:
        for values in choices(instruction, tiles):
            lines.append(text(instruction, values))
            words.append(word(instruction, values))
    got = assemble(cpu, work / f"{cpu}.s", lines)
    printed = disassemble(cpu, work / f"{cpu}.o")
    again = assemble(cpu, work / f"{cpu}.again.s", [
        ".4byte 0" if line == "<unknown>" else line for line in printed])
    failures = differences(lines, words, got, printed, again)
    outside = list(rejections(instructions, tiles))
    failures += not_rejected(cpu, work / f"{cpu}.rejected.s", outside)
    no_words = list(non_instructions(instructions, every, tiles, description.pairs))
    failures += disassembled(cpu, work / f"{cpu}.words.s", no_words)
    print(f"{cpu}: {len(instructions)} instructions, {len(lines)} encodings, "
          f"{len(outside)} operands rejected, {len(no_words)} words rejected, "
          f"{len(failures)} wrong")
    return [f"{cpu}: {failure}" for failure in failures]


def differences(lines, words, got, printed, again) -> list:
    if not len(lines) == len(got) == len(printed) == len(again):
        return [f"{len(lines)} lines assemble to {len(got)} words, print as "
                f"{len(printed)} lines, assemble to {len(again)} words"]
    wrong = {}
    for line, want, have, back, second in zip(lines, words, got, printed, again):
        if not want == have == second:
            line, back = (" ".join(text.split()) for text in (line, back))
            wrong.setdefault(line.split()[0], []).append(
                f"{line}: expected {want:08x}, assembles to {have:08x}, prints as "
                f"'{back}', which assembles to {second:08x}")
    return [f"{of_one[0]} ({len(of_one)} such lines)" for of_one in wrong.values()]


def disassembled(cpu, source, words) -> list:
    """Reports the words that print as instructions."""
    assemble(cpu, source, [f".4byte {w:#010x}" for w, _ in words])
    printed = disassemble(cpu, source.with_suffix(".o"))
    if len(printed) != len(words):
        return [f"{len(words)} words print as {len(printed)} lines"]
    return [f"{word:08x} ({why}) prints as '{line}'"
            for (word, why), line in zip(words, printed) if line != "<unknown>"]


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
    drive(__doc__, check)
