#===- tile_sequence.py - a long sequence of tiles --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes LLVM IR in which as many tiles are live at once as there are registers, most of
them for a few instructions, some for many, and one throughout. Exponentials are before
sums that could issue before them. Operands: the number of tiles, and optionally that of
instructions; with --debug, a variable has the value of each.
"""

import random
import sys

TILE = "<256 x i32>"
NUMBERS = [int(word) for word in sys.argv[1:] if word != "--debug"]
REGISTERS, STEPS = (*NUMBERS, 240)[:2]
DEBUG = "--debug" in sys.argv
METADATA = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "sequence", scope: !1, file: !1, type: !4, unit: !0,
                            spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", scope: !3, file: !1, type: !5)
!7 = !DILocation(line: 3, column: 1, scope: !3)"""

print(f"declare {TILE} @matrix.tadd.f32({TILE}, {TILE})\ndeclare {TILE} @matrix.texp.f32({TILE})")
print(f"define void @sequence(ptr addrspace(1) %p) {'!dbg !3 ' if DEBUG else ''}{{\n"
      '  call void @llvm.sideeffect() [ "matrix-ordered-tiles"() ]'
      f"{', !dbg !7' if DEBUG else ''}")
for i in range(REGISTERS):
    print(f"  %p{i} = getelementptr {TILE}, ptr addrspace(1) %p, i64 {i}\n"
          f"  %t{i} = load {TILE}, ptr addrspace(1) %p{i}")
chosen, live = random.Random(1), [f"%t{i}" for i in range(1, REGISTERS)]
for i in range(STEPS):
    place = min(chosen.randrange(len(live)) for _ in range(3))
    operation = f"texp.f32({TILE} {live[place]}" if i % 3 else f"tadd.f32({TILE} {live[place]}, {TILE} %t0"
    print(f"  %r{i} = call {TILE} @matrix.{operation})")
    if DEBUG:
        print(f"    #dbg_value({TILE} %r{i}, !6, !DIExpression(), !7)")
    live[place] = f"%r{i}"
for i, tile in enumerate(live):
    print(f"  store {TILE} {tile}, ptr addrspace(1) %p{i}")
print("  ret void\n}")
if DEBUG:
    print(METADATA)
