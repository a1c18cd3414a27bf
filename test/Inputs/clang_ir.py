"""Compiles C to LLVM IR for `llc -mtriple=matrix`, with clang for RISC-V.

    clang_ir.py SOURCE.c OUTPUT.ll [OPTION OF CLANG...]

Removes the triple, the data layout and the attributes of the processor.
"""

import argparse
import re
import subprocess
from pathlib import Path

RISCV = ["clang", "--target=riscv64-unknown-elf", "-march=rv64imfd", "-mabi=lp64d",
         "-ffreestanding", "-fno-builtin", "-S", "-emit-llvm", "-o", "-"]
OF_RISCV = re.compile(r'^target .*\n|"(target-cpu|target-features|tune-cpu)"="[^"]*"', re.M)

parser = argparse.ArgumentParser(usage="%(prog)s SOURCE.c OUTPUT.ll [OPTION OF CLANG...]")
parser.add_argument("source", type=Path)
parser.add_argument("output", type=Path)
args, options = parser.parse_known_args()

text = subprocess.run([*RISCV, *options, args.source], check=True, stdout=subprocess.PIPE,
                      text=True).stdout
args.output.write_text(OF_RISCV.sub("", text))
