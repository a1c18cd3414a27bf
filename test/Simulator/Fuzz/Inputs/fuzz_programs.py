"""fuzz_programs.py BUILD FOLDER: writes programs of every variant for Fuzz.cpp to FOLDER.

bytes-*.elf      small programs with debug information: a program with calls, a
                 program that traps, a kernel, a compiled model
words-*.elf      initializes registers to valid addresses and counts; marker words follow
transfers-*.elf  starts all descriptors that the host writes to the scratchpad
"""

import json
import subprocess
import sys
from pathlib import Path

build, folder = Path(sys.argv[1]), Path(sys.argv[2])
description = json.loads((build / "description.json").read_text())

COUNT = """
  .globl  _start
_start:
  addi  r5, r0, 100
  addi  r6, r2, -64
loop:
  sd  r5, 0(r6)
  ld  r7, 0(r6)
  addi  r5, r5, -1
  bne  r5, r0, loop
  halt  r0
"""

# The message names the source line; the backtrace names the caller.
TRAP = """
  .globl  _start
_start:
  addi  r5, r0, 3
  jal  r1, below
  halt  r0
below:
  addi  r5, r5, -1
  bne  r5, r0, below
  ld  r6, 1(r5)
  jalr  r0, 0(r1)
"""

MODEL = """
func.func @main(%a: tensor<20x24xf32>, %b: tensor<24x18xf32>) -> tensor<20x18xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<20x18xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<20x18xf32>) -> tensor<20x18xf32>
  %c = linalg.matmul ins(%a, %b : tensor<20x24xf32>, tensor<24x18xf32>)
                     outs(%init : tensor<20x18xf32>) -> tensor<20x18xf32>
  return %c : tensor<20x18xf32>
}
"""

TRANSFERS = """
  .globl  _start
_start:
  csrr  r4, 0
  bne  r4, r0, done
  movz  r5, 0x2000, 2
  addi  r20, r0, 0
  addi  r21, r0, 16
loop:
  dma.start  r8, (r5)
  addi  r5, r5, 64
  addi  r20, r20, 1
  bne  r20, r21, loop
  dma.wait  r8
done:
  halt  r0
"""

KERNEL = """
  .section .matrix.kernel,"",@progbits
  .ascii {signature}
  .text
  .globl  main
main:
  ld  r5, 0(r4)
  ld  r6, 8(r4)
  ld  r7, 0(r5)
  sd  r7, 0(r6)
  jalr  r0, 0(r1)
"""

# DRAM, own scratchpad and scratchpad of core 1, addresses near their ends, counts, handles.
WORDS = """
  .globl  _start
_start:
  movz  r4, 0x2000, 2
  movz  r5, 0x10, 1
  movz  r6, 0x4001, 2
  addi  r7, r2, -64
  addi  r8, r0, 1
  addi  r9, r0, 64
  addi  r10, r0, 8
  addi  r11, r0, -1
  addi  r12, r4, 1024
  movz  r13, 0xffff, 0
  adr  r14, _start
  addi  r15, r4, 64
  movz  r16, 0x8000, 3
  addi  r17, r5, 3
  movz  r18, 1, 0
  movk  r18, 1, 1
  sd  r0, 0(r7)
  sd  r8, 0(r15)
  sw  r9, 4(r15)
  sw  r18, 8(r15)
  sd  r5, 16(r15)
  sd  r12, 24(r15)
  sd  r0, 32(r15)
  sd  r0, 40(r15)
  sw  r18, 48(r15)
  sw  r18, 52(r15)
  sd  r0, 56(r15)
  .rept  150
  .word  0xdeadbeef
  .endr
  halt  r0
"""


def program(name, cpu, text, *link):
    source, obj, elf = (folder / f"{name}-{cpu}{s}" for s in (".s", ".o", ".elf"))
    source.write_text(text)
    for command in (["matrix-mc", f"-mcpu={cpu}", "-g", "-filetype=obj", source, "-o", obj],
                    ["matrix-ld", *link, obj, "-o", elf]):
        subprocess.run(list(map(str, command)), check=True)


def model(cpu):
    source = folder / "model.mlir"
    source.write_text(MODEL)
    subprocess.run(["matrix-compile", source, f"--mcpu={cpu}", "-o",
                    folder / f"bytes-model-{cpu}.elf"], check=True)


def signature():
    args = [{"name": n, "type": "f32", "shape": [4, 2], "dir": d}
            for n, d in (("a", "in"), ("b", "out"))]
    return json.dumps(json.dumps({"mode": "single", "cores": 0, "args": args}))


for variant in description["variants"]:
    cpu = variant["cpu"]
    program("bytes", cpu, COUNT, "--no-start-files")
    program("bytes-trap", cpu, TRAP, "--no-start-files")
    model(cpu)
    if variant.get("dma"):
        program("transfers", cpu, TRANSFERS, "--no-start-files")
    program("bytes-kernel", cpu, KERNEL.format(signature=signature()))
    # Variants without a scratchpad use DRAM only.
    words = WORDS if variant.get("dma") else WORDS.replace("0x2000, 2", "0x20, 1")
    program("words", cpu, words, "--no-start-files")
