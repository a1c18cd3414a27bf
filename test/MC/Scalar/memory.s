# Scalar loads and stores. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

lb r4, -32768(r5)
# CHECK: lb r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x40]
lbu r4, -32768(r5)
# CHECK: lbu r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x44]
lh r4, -32768(r5)
# CHECK: lh r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x48]
lhu r4, -32768(r5)
# CHECK: lhu r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x4c]
lw r4, -32768(r5)
# CHECK: lw r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x50]
lwu r4, -32768(r5)
# CHECK: lwu r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x54]
ld r4, -32768(r5)
# CHECK: ld r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x58]
sb r4, -32768(r5)
# CHECK: sb r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x5c]
sh r4, -32768(r5)
# CHECK: sh r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x60]
sw r4, -32768(r5)
# CHECK: sw r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x64]
sd r4, -32768(r5)
# CHECK: sd r4, -32768(r5) # encoding: [0x00,0x80,0x85,0x68]
flh f4, 32767(r31)
# CHECK: flh f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x6c]
flw f4, 32767(r31)
# CHECK: flw f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x70]
fld f4, 32767(r31)
# CHECK: fld f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x74]
fsh f4, 32767(r31)
# CHECK: fsh f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x78]
fsw f4, 32767(r31)
# CHECK: fsw f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x7c]
fsd f4, 32767(r31)
# CHECK: fsd f4, 32767(r31) # encoding: [0xff,0x7f,0x9f,0x80]
lw r4, 0(r0)
# CHECK: lw r4, 0(r0) # encoding: [0x00,0x00,0x80,0x50]
