#===- check_c_programs.py - random C programs on tiles -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles random C programs with tiles as values (programs/c_program.py) by matrix-cc at
every optimization level and compares their results with the NumPy interpreter of the
semantics, bit for bit.

    check_c_programs.py description.json --cpu=base --first=1 --count=20 --work FOLDER
"""

import subprocess

import numpy as np

from driver import drive, fits, has_tiles
from programs.c_program import RandomProgram
from semantics.reference import Interpreter

LEVELS = ["0", "1", "2", "3", "s", "z"]
TIMEOUT = 120     # seconds
STACK_TILES = 128
TILES = 16        # variables in the scratchpad


def check(description, cpu, options) -> list:
    if not fits(description, cpu, STACK_TILES + TILES):
        print(f"{cpu}: no room for programs")
        return []
    interpreter = Interpreter(description, description.geometry(cpu))
    seeds = range(int(options.first), int(options.first) + int(options.count))
    failures = []
    for seed in seeds:
        level = LEVELS[seed % len(LEVELS)]
        program = RandomProgram(description, cpu, interpreter, seed)
        message = compare(program, cpu, level, options.work / f"{cpu}-{seed}")
        if message:
            failures.append(f"{cpu}: seed {seed} with -O{level}: {message}")
    print(f"{cpu}: {len(seeds)} programs, {len(failures)} wrong")
    return failures


def stack_size(program) -> int:
    """Without optimization, each call of a function has copies of all variables."""
    return max(0x10000, STACK_TILES * program.geometry.bytes)


def compare(program, cpu, level, stem) -> str:
    """Returns the first difference or message, or an empty text."""
    source, elf = f"{stem}.c", f"{stem}.elf"
    with open(source, "w") as file:
        file.write(program.text())
    np.save(f"{stem}.in.npy", program.inputs.reshape(-1).view(np.int32))
    commands = [["matrix-cc", f"-mcpu={cpu}", f"-O{level}", "-ffreestanding", "-w", "-mllvm", "-verify-machineinstrs",
                 f"-Wl,-z,stack-size={stack_size(program)}", source, "-o", elf],
                ["matrix-sim", "--functional", f"--input={stem}.in.npy", f"--output={stem}.out.npy", elf]]
    for command in commands:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return f"{command[0]} does not end within {TIMEOUT} s"
        if done.returncode:
            return f"{command[0]}, status {done.returncode}: {done.stderr[:400]}"
    got, want = np.load(f"{stem}.out.npy"), program.expected()
    wrong = np.flatnonzero(got != want)
    words = program.geometry.bytes // 4
    return f"{len(wrong)} words differ, first in tile {wrong[0] // words}" if len(wrong) else ""


if __name__ == "__main__":
    drive(__doc__, check, has_tiles, first="1", count="6")
