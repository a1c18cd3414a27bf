#===- program.py - cases as one assembly program ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Each case is a few lines of assembly: its block of operands is copied to the
scratchpad, registers are loaded, the instruction is executed, its results
are stored and copied back.

  scratchpad   | operands: tiles, registers, image | results |

r20 and r21 point to the operands and the results in memory, r22 to the
scratchpad; cases use r24 to r27."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from case import generator

SCRATCHPAD = 0x2000             # halfword 2 of 2^45
LINE = 64
REGISTER = r"(?<![.\w])[trf]\d+\b"     # formats follow a dot

HEAD = """  .section .matrix.kernel,"",@progbits
  .ascii {signature}
  .text
copy:                       # r12 bytes from r11 to r10
  ld r13, 0(r11)
  sd r13, 0(r10)
  addi r10, r10, 8
  addi r11, r11, 8
  addi r12, r12, -8
  bne r12, r0, copy
  jalr r0, 0(r9)
  .globl main
  .type main,@function
main:
  ld r20, 0(r4)
  ld r21, 8(r4)
  movz r22, {scratchpad}, 2
  addi r23, r0, {row_bytes}
"""


class Program:
    def __init__(self, machine, cases):
        self.machine = machine
        self.cases = [renamed(case, machine) for case in cases]
        self.tile_bytes = machine.rows * machine.row_bytes
        self.operands, self.text, self.sizes = [], "", []
        for case in self.cases:
            self.add(case)

    def run(self, work: Path) -> list:
        """Returns the bytes of the results of each case."""
        source, given, got = (work / f"{self.machine.cpu}{s}"
                              for s in (".s", ".in.npy", ".out.npy"))
        operands = np.concatenate(self.operands).view(np.int64)
        np.save(given, operands)
        source.write_text(self.head(len(operands)) + self.text
                          + "  jalr r0, 0(r1)\n  .size main, .-main\n")
        tool("matrix-mc", f"-mcpu={self.machine.cpu}", "-filetype=obj", source,
             "-o", source.with_suffix(".o"))
        tool("matrix-ld", source.with_suffix(".o"), "-o", source.with_suffix(".elf"))
        run = ["matrix-sim", f"--input={given}", f"--output={got}", source.with_suffix(".elf")]
        tool(run[0], "--functional", *run[1:])
        results = np.load(got).view(np.uint8)
        tool(*run)
        if not np.array_equal(results, np.load(got).view(np.uint8)):
            sys.exit(f"{self.machine.cpu}: results differ with and without time")
        return np.split(results, np.cumsum(self.sizes)[:-1])

    def head(self, words_in) -> str:
        sizes = ("operands", words_in, "in"), ("results", sum(self.sizes) // 8, "out")
        signature = json.dumps({"mode": "single", "cores": 1, "args": [
            {"name": n, "type": "i64", "shape": [w], "dir": d} for n, w, d in sizes]})
        return HEAD.format(signature=json.dumps(signature), scratchpad=SCRATCHPAD,
                           row_bytes=self.machine.row_bytes)

    # --- One case ---------------------------------------------------------------

    def add(self, case):
        block, places = self.block(case)
        lines = self.copied("r22", "r20", len(block))
        for name, place in places.items():
            lines += self.load(case, name, place, places)
        lines.append(f"{case.text}    # {len(self.sizes)}")
        result, size = self.results(case, lines, len(block), places)
        lines += self.advanced("r20", len(block))
        lines += [*number("r11", result), "add r11, r22, r11"]
        lines += self.copied("r21", None, size) + self.advanced("r21", size)
        self.text += "".join(f"  {line}\n" for line in lines)
        self.operands.append(block)
        self.sizes.append(size)

    def block(self, case):
        """Bytes of the operands, and the offset of each."""
        places, parts, at = {}, [], 0
        contents = dict(case.registers)
        contents.update(case.addresses)
        if case.image is not None:
            contents["image"] = case.image
        for name, value in contents.items():
            if not isinstance(value, np.ndarray):
                value = np.array([int(value) & (1 << 64) - 1], np.uint64)
            part = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
            part = np.pad(part, (0, -len(part) % LINE))
            places[name] = at
            parts.append(part)
            at += len(part)
        return np.concatenate(parts or [np.zeros(LINE, np.uint8)]), places

    def load(self, case, name, place, places) -> list:
        at = [*number("r13", place), "add r13, r22, r13"]
        if name[0] == "t":
            return at + [f"tld {name}, 0(r13), r23"]
        if name[0] == "f":
            return at + [f"flw {name}, 0(r13)"]
        if name not in case.addresses:
            return at + [f"ld {name}, 0(r13)"] if name[0] == "r" else []
        return at + [f"ld {name}, 0(r13)", *number("r13", places["image"]),
                     "add r13, r22, r13", f"add {name}, {name}, r13"]

    def results(self, case, lines, free, places):
        """Offset in the scratchpad and size in bytes."""
        if case.want_image is not None:
            return places["image"], len(case.image)
        name, = case.want
        lines += [*number("r13", free), "add r13, r22, r13"]
        if name[0] == "t":
            lines.append(f"tst {name}, 0(r13), r23")
            return free, self.tile_bytes
        lines.append(f"fsw {name}, 0(r13)" if name[0] == "f" else f"sd {name}, 0(r13)")
        return free, LINE

    # --- Pieces -----------------------------------------------------------------

    @staticmethod
    def copied(to, source, size) -> list:
        lines = [f"addi r10, {to}, 0", *number("r12", size), "jal r9, copy"]
        return [f"addi r11, {source}, 0", *lines] if source else lines

    @staticmethod
    def advanced(register, size) -> list:
        return [*number("r12", size), f"add {register}, {register}, r12"]


def renamed(case, machine):
    """The same case with other registers, so that each occurs in every field. The
    program itself uses r1, r4 and r9 to r23; r2 is the stack pointer."""
    free = {"t": [f"t{n}" for n in range(machine.tiles)],
            "r": [f"r{n}" for n in (3, 5, 6, 7, 8, *range(24, 32))],
            "f": [f"f{n}" for n in range(32)]}
    used = sorted(set(re.findall(REGISTER, case.text)) - {"r0"})
    rng = generator(f"{case.text} {len(case.registers)} {case.addresses}")
    names = {"r0": "r0"}
    for kind, candidates in free.items():
        old = [name for name in used if name[0] == kind]
        names.update(zip(old, map(str, rng.permutation(candidates))))

    def new(values):
        return {names.get(name, name): value for name, value in values.items()}
    return replace(case, text=re.sub(REGISTER, lambda m: names[m[0]], case.text),
                   registers=new(case.registers), want=new(case.want),
                   addresses=new(case.addresses))


def number(register, value) -> list:
    """A number of 32 bits."""
    lines = [f"movz {register}, {value & 0xFFFF}, 0"]
    return lines + ([f"movk {register}, {value >> 16}, 1"] if value >> 16 else [])


def tool(*command):
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n"
                 f"{done.stderr[-4000:]}")
