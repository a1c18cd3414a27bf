#===- check_modified_machines.py - the tests on other records --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Modifies a machine of the description, and generates the test program of its
instructions on rows: with tiles of 128 columns, and with a stride that is configuration
state. The reference executes the program and detects mutants of the semantics.

    check_modified_machines.py TD MATRIX_ALL LLVM_INCLUDE WORK"""

import shutil
import subprocess
import sys
from pathlib import Path

from check_rows import check_mutants, program_of
from programs import state_program
from semantics.description import Description

# Replacements in the record file of the machine without state.
WIDE = {'RowSpace<"d1", 11, rows=128, rowSize=128>': 'RowSpace<"d1", 11, rows=256, rowSize=256>',
        'RowSpace<"d2", 12, rows=64, rowSize=128>': 'RowSpace<"d2", 12, rows=128, rowSize=256>',
        "defvar QkvBlock = 64;": "defvar QkvBlock = 128;"}
STRIDED = {'def DramRows : InRegister<Dram, FmtBF16, "n", QkvExtent>;':
           'def QkvStride : ScalarState<"qkv.stride", "int64_t", 128>;\n'
           'def DramRows : InRegister<Dram, FmtBF16, "n", QkvExtent> '
           '{ let Stride = QkvStride; }',
           "def QKV_LOAD_RM":
           "let Defs = [QkvStride] in\n"
           'def QKV_STRIDE : QkvInst<7, "stride", (ins XReg:$ra), "$ra", '
           "TimeQkvMove, (Set QkvStride, $ra)>;\n"
           "let Uses = [QkvStride] in\ndef QKV_LOAD_RM",
           "def QKV_STORE_RM": "let Uses = [QkvStride] in\ndef QKV_STORE_RM"}


def changed(edits, td, everything, include, work) -> Description:
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(td, work / "td")
    machine = work / "td" / "Variants" / "Qkv.td"
    text = machine.read_text()
    for old, new in edits.items():
        assert old in text, old
        text = text.replace(old, new)
    machine.write_text(text)
    subprocess.run(["matrix-tblgen", "-dump-description", "-I", work / "td", "-I", include,
                    everything, "-o", work / "description.json"], check=True)
    return Description.load(work / "description.json")


def main(td, everything, include, work, *names) -> bool:
    state_program.ROUNDS = 100
    survivors = []
    for name in names:
        edits = {"wide": WIDE, "strided": STRIDED}[name]
        description = changed(edits, td, everything, include, Path(work) / name)
        print(f"{name}: ", end="", flush=True)
        program = program_of(description, "qkv")
        survivors += check_mutants(description, "qkv", program, program.instructions)
    print(*survivors, sep="\n")
    return not survivors


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
