# Commands of Gemmini: | 0x38 | funct7 | rs2 5 | rs1 5 | 0 9 |, words encoded by hand
# from the function numbers of GemminiISA.scala.
#
# RUN: matrix-mc --mcpu=gemmini --show-encoding %s | FileCheck %s
# RUN: matrix-mc --mcpu=gemmini --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --mcpu=gemmini --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

gemmini.config r5, r17
# CHECK: gemmini.config r5, r17 # encoding: [0x00,0x4a,0x04,0xe0]
gemmini.mvin2 r5, r17
# CHECK: gemmini.mvin2 r5, r17 # encoding: [0x00,0x4a,0x0c,0xe0]
gemmini.mvin r5, r17
# CHECK: gemmini.mvin r5, r17 # encoding: [0x00,0x4a,0x14,0xe0]
gemmini.mvout r5, r17
# CHECK: gemmini.mvout r5, r17 # encoding: [0x00,0x4a,0x1c,0xe0]
gemmini.compute.preloaded r5, r17
# CHECK: gemmini.compute.preloaded r5, r17 # encoding: [0x00,0x4a,0x24,0xe0]
gemmini.compute.accumulated r5, r17
# CHECK: gemmini.compute.accumulated r5, r17 # encoding: [0x00,0x4a,0x2c,0xe0]
gemmini.preload r5, r17
# CHECK: gemmini.preload r5, r17 # encoding: [0x00,0x4a,0x34,0xe0]
gemmini.flush r5, r0
# CHECK: gemmini.flush r5, r0 # encoding: [0x00,0x0a,0x38,0xe0]
gemmini.mvin3 r5, r17
# CHECK: gemmini.mvin3 r5, r17 # encoding: [0x00,0x4a,0x74,0xe0]
gemmini.mvin r31, r31
# CHECK: gemmini.mvin r31, r31 # encoding: [0x00,0xfe,0x17,0xe0]
gemmini.mvin r0, r0
# CHECK: gemmini.mvin r0, r0 # encoding: [0x00,0x00,0x10,0xe0]
