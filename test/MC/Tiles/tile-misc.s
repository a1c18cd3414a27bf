# Constants, moves, masks.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

tzero t1
# CHECK: tzero t1 # encoding: [0x00,0x00,0x20,0xd4]
tmov t1, t7
# CHECK: tmov t1, t7 # encoding: [0x40,0x00,0x27,0xd4]
tsplat.w t1, r4
# CHECK: tsplat.w t1, r4 # encoding: [0x84,0x20,0x20,0xd4]
tsplat.h t1, r4
# CHECK: tsplat.h t1, r4 # encoding: [0x88,0x20,0x20,0xd4]
tsplat.b t1, r4
# CHECK: tsplat.b t1, r4 # encoding: [0x90,0x20,0x20,0xd4]
tsplatf t1, f7
# CHECK: tsplatf t1, f7 # encoding: [0xc0,0x38,0x20,0xd4]
tiota.r t1, r4
# CHECK: tiota.r t1, r4 # encoding: [0x00,0x21,0x20,0xd4]
tiota.c t1, r4
# CHECK: tiota.c t1, r4 # encoding: [0x04,0x21,0x20,0xd4]
tmaskr t1, t7, r4
# CHECK: tmaskr t1, t7, r4 # encoding: [0x40,0x21,0x27,0xd4]
tmaskc.w t1, t7, r4
# CHECK: tmaskc.w t1, t7, r4 # encoding: [0x80,0x21,0x27,0xd4]
tmaskc.h t1, t7, r4
# CHECK: tmaskc.h t1, t7, r4 # encoding: [0x88,0x21,0x27,0xd4]
tmaskc.b t1, t7, r4
# CHECK: tmaskc.b t1, t7, r4 # encoding: [0x90,0x21,0x27,0xd4]
