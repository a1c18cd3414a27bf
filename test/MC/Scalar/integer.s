# Integer arithmetic and constants. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

add r4, r20, r31
# CHECK: add r4, r20, r31 # encoding: [0x00,0xf8,0x94,0x04]
sub r4, r20, r31
# CHECK: sub r4, r20, r31 # encoding: [0x01,0xf8,0x94,0x04]
and r4, r20, r31
# CHECK: and r4, r20, r31 # encoding: [0x02,0xf8,0x94,0x04]
or r4, r20, r31
# CHECK: or r4, r20, r31 # encoding: [0x03,0xf8,0x94,0x04]
xor r4, r20, r31
# CHECK: xor r4, r20, r31 # encoding: [0x04,0xf8,0x94,0x04]
shl r4, r20, r31
# CHECK: shl r4, r20, r31 # encoding: [0x05,0xf8,0x94,0x04]
shr r4, r20, r31
# CHECK: shr r4, r20, r31 # encoding: [0x06,0xf8,0x94,0x04]
sra r4, r20, r31
# CHECK: sra r4, r20, r31 # encoding: [0x07,0xf8,0x94,0x04]
slt r4, r20, r31
# CHECK: slt r4, r20, r31 # encoding: [0x08,0xf8,0x94,0x04]
sltu r4, r20, r31
# CHECK: sltu r4, r20, r31 # encoding: [0x09,0xf8,0x94,0x04]
mul r4, r20, r31
# CHECK: mul r4, r20, r31 # encoding: [0x0a,0xf8,0x94,0x04]
mulhu r4, r20, r31
# CHECK: mulhu r4, r20, r31 # encoding: [0x0b,0xf8,0x94,0x04]
div r4, r20, r31
# CHECK: div r4, r20, r31 # encoding: [0x0c,0xf8,0x94,0x04]
divu r4, r20, r31
# CHECK: divu r4, r20, r31 # encoding: [0x0d,0xf8,0x94,0x04]
rem r4, r20, r31
# CHECK: rem r4, r20, r31 # encoding: [0x0e,0xf8,0x94,0x04]
remu r4, r20, r31
# CHECK: remu r4, r20, r31 # encoding: [0x0f,0xf8,0x94,0x04]
cmovnz r4, r20, r31
# CHECK: cmovnz r4, r20, r31 # encoding: [0x10,0xf8,0x94,0x04]
mulh r4, r20, r31
# CHECK: mulh r4, r20, r31 # encoding: [0x12,0xf8,0x94,0x04]
min r4, r20, r31
# CHECK: min r4, r20, r31 # encoding: [0x13,0xf8,0x94,0x04]
max r4, r20, r31
# CHECK: max r4, r20, r31 # encoding: [0x14,0xf8,0x94,0x04]
minu r4, r20, r31
# CHECK: minu r4, r20, r31 # encoding: [0x15,0xf8,0x94,0x04]
maxu r4, r20, r31
# CHECK: maxu r4, r20, r31 # encoding: [0x16,0xf8,0x94,0x04]
ctz r4, r20
# CHECK: ctz r4, r20 # encoding: [0x11,0x00,0x94,0x04]
clz r4, r20
# CHECK: clz r4, r20 # encoding: [0x17,0x00,0x94,0x04]
cpop r4, r20
# CHECK: cpop r4, r20 # encoding: [0x18,0x00,0x94,0x04]
addw r4, r20, r31
# CHECK: addw r4, r20, r31 # encoding: [0x00,0xf8,0x94,0x08]
subw r4, r20, r31
# CHECK: subw r4, r20, r31 # encoding: [0x01,0xf8,0x94,0x08]
shlw r4, r20, r31
# CHECK: shlw r4, r20, r31 # encoding: [0x02,0xf8,0x94,0x08]
shrw r4, r20, r31
# CHECK: shrw r4, r20, r31 # encoding: [0x03,0xf8,0x94,0x08]
sraw r4, r20, r31
# CHECK: sraw r4, r20, r31 # encoding: [0x04,0xf8,0x94,0x08]
mulw r4, r20, r31
# CHECK: mulw r4, r20, r31 # encoding: [0x05,0xf8,0x94,0x08]
sextb r4, r20
# CHECK: sextb r4, r20 # encoding: [0x06,0x00,0x94,0x08]
sexth r4, r20
# CHECK: sexth r4, r20 # encoding: [0x07,0x00,0x94,0x08]
zextw r4, r20
# CHECK: zextw r4, r20 # encoding: [0x08,0x00,0x94,0x08]
addi r4, r5, 32767
# CHECK: addi r4, r5, 32767 # encoding: [0xff,0x7f,0x85,0x0c]
addi r4, r5, -32768
# CHECK: addi r4, r5, -32768 # encoding: [0x00,0x80,0x85,0x0c]
addiw r4, r5, -1
# CHECK: addiw r4, r5, -1 # encoding: [0xff,0xff,0x85,0x10]
andi r4, r5, 65535
# CHECK: andi r4, r5, 65535 # encoding: [0xff,0xff,0x85,0x14]
ori r4, r5, 1
# CHECK: ori r4, r5, 1 # encoding: [0x01,0x00,0x85,0x18]
xori r4, r5, 43690
# CHECK: xori r4, r5, 43690 # encoding: [0xaa,0xaa,0x85,0x1c]
slti r4, r5, -7
# CHECK: slti r4, r5, -7 # encoding: [0xf9,0xff,0x85,0x20]
sltui r4, r5, 7
# CHECK: sltui r4, r5, 7 # encoding: [0x07,0x00,0x85,0x24]
shli r4, r5, 63
# CHECK: shli r4, r5, 63 # encoding: [0x20,0xf8,0x85,0x28]
shri r4, r5, 32
# CHECK: shri r4, r5, 32 # encoding: [0x21,0x00,0x85,0x28]
srai r4, r5, 31
# CHECK: srai r4, r5, 31 # encoding: [0x02,0xf8,0x85,0x28]
shliw r4, r5, 31
# CHECK: shliw r4, r5, 31 # encoding: [0x03,0xf8,0x85,0x28]
shriw r4, r5, 1
# CHECK: shriw r4, r5, 1 # encoding: [0x04,0x08,0x85,0x28]
sraiw r4, r5, 0
# CHECK: sraiw r4, r5, 0 # encoding: [0x05,0x00,0x85,0x28]
movz r4, 65535, 0
# CHECK: movz r4, 65535, 0 # encoding: [0xff,0xff,0x80,0x2c]
movz r4, 1, 3
# CHECK: movz r4, 1, 3 # encoding: [0x01,0x00,0x98,0x2c]
movn r4, 4660, 1
# CHECK: movn r4, 4660, 1 # encoding: [0x34,0x12,0x89,0x2c]
movk r4, 22136, 2
# CHECK: movk r4, 22136, 2 # encoding: [0x78,0x56,0x92,0x2c]
