#===- tile_sequence.py - a long sequence of tiles --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes LLVM IR in which as many tiles are live at once as there are registers, most of
them for a few instructions, some for many, and one throughout. Exponentials are in front of
sums that could issue before them.
"""

import random
import sys

TILE = "<256 x i32>"
REGISTERS, STEPS = int(sys.argv[1]), 240

print(f"declare {TILE} @matrix.tadd.f32({TILE}, {TILE})\ndeclare {TILE} @matrix.texp.f32({TILE})")
print("define void @sequence(ptr addrspace(1) %p) {")
for i in range(REGISTERS):
    print(f"  %p{i} = getelementptr {TILE}, ptr addrspace(1) %p, i64 {i}\n"
          f"  %t{i} = load {TILE}, ptr addrspace(1) %p{i}")
chosen, live = random.Random(1), [f"%t{i}" for i in range(1, REGISTERS)]
for i in range(STEPS):
    place = min(chosen.randrange(len(live)) for _ in range(3))
    operation = f"texp.f32({TILE} {live[place]}" if i % 3 else f"tadd.f32({TILE} {live[place]}, {TILE} %t0"
    print(f"  %r{i} = call {TILE} @matrix.{operation})")
    live[place] = f"%r{i}"
for i, tile in enumerate(live):
    print(f"  store {TILE} {tile}, ptr addrspace(1) %p{i}")
print("  ret void\n}")
