# Rotations, bits, bit fields, 32-bit division. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

andn r4, r20, r31
# CHECK: andn r4, r20, r31 # encoding: [0x19,0xf8,0x94,0x04]
orn r4, r20, r31
# CHECK: orn r4, r20, r31 # encoding: [0x1a,0xf8,0x94,0x04]
xnor r4, r20, r31
# CHECK: xnor r4, r20, r31 # encoding: [0x1b,0xf8,0x94,0x04]
rotl r4, r20, r31
# CHECK: rotl r4, r20, r31 # encoding: [0x1c,0xf8,0x94,0x04]
rotr r4, r20, r31
# CHECK: rotr r4, r20, r31 # encoding: [0x1d,0xf8,0x94,0x04]
bext r4, r20, r31
# CHECK: bext r4, r20, r31 # encoding: [0x1f,0xf8,0x94,0x04]
bset r4, r20, r31
# CHECK: bset r4, r20, r31 # encoding: [0x20,0xf8,0x94,0x04]
bclr r4, r20, r31
# CHECK: bclr r4, r20, r31 # encoding: [0x21,0xf8,0x94,0x04]
bchg r4, r20, r31
# CHECK: bchg r4, r20, r31 # encoding: [0x22,0xf8,0x94,0x04]
bswap r4, r20
# CHECK: bswap r4, r20 # encoding: [0x1e,0x00,0x94,0x04]
rotlw r4, r20, r31
# CHECK: rotlw r4, r20, r31 # encoding: [0x09,0xf8,0x94,0x08]
rotrw r4, r20, r31
# CHECK: rotrw r4, r20, r31 # encoding: [0x0a,0xf8,0x94,0x08]
divw r4, r20, r31
# CHECK: divw r4, r20, r31 # encoding: [0x0e,0xf8,0x94,0x08]
divuw r4, r20, r31
# CHECK: divuw r4, r20, r31 # encoding: [0x0f,0xf8,0x94,0x08]
remw r4, r20, r31
# CHECK: remw r4, r20, r31 # encoding: [0x10,0xf8,0x94,0x08]
remuw r4, r20, r31
# CHECK: remuw r4, r20, r31 # encoding: [0x11,0xf8,0x94,0x08]
clzw r4, r20
# CHECK: clzw r4, r20 # encoding: [0x0b,0x00,0x94,0x08]
ctzw r4, r20
# CHECK: ctzw r4, r20 # encoding: [0x0c,0x00,0x94,0x08]
cpopw r4, r20
# CHECK: cpopw r4, r20 # encoding: [0x0d,0x00,0x94,0x08]
bfextu r4, r20, 0, 1
# CHECK: bfextu r4, r20, 0, 1 # encoding: [0x08,0x00,0x94,0x28]
bfextu r4, r20, 63, 64
# CHECK: bfextu r4, r20, 63, 64 # encoding: [0xf8,0xff,0x94,0x28]
bfextu r4, r20, 32, 33
# CHECK: bfextu r4, r20, 32, 33 # encoding: [0x38,0x00,0x94,0x28]
bfextu r4, r20, 31, 32
# CHECK: bfextu r4, r20, 31, 32 # encoding: [0xc8,0xff,0x94,0x28]
bfexts r4, r20, 0, 1
# CHECK: bfexts r4, r20, 0, 1 # encoding: [0x09,0x00,0x94,0x28]
bfexts r4, r20, 63, 64
# CHECK: bfexts r4, r20, 63, 64 # encoding: [0xf9,0xff,0x94,0x28]
bfexts r4, r20, 32, 33
# CHECK: bfexts r4, r20, 32, 33 # encoding: [0x39,0x00,0x94,0x28]
bfexts r4, r20, 31, 32
# CHECK: bfexts r4, r20, 31, 32 # encoding: [0xc9,0xff,0x94,0x28]
bfclr r4, r20, 0, 1
# CHECK: bfclr r4, r20, 0, 1 # encoding: [0x0a,0x00,0x94,0x28]
bfclr r4, r20, 63, 64
# CHECK: bfclr r4, r20, 63, 64 # encoding: [0xfa,0xff,0x94,0x28]
bfclr r4, r20, 32, 33
# CHECK: bfclr r4, r20, 32, 33 # encoding: [0x3a,0x00,0x94,0x28]
bfclr r4, r20, 31, 32
# CHECK: bfclr r4, r20, 31, 32 # encoding: [0xca,0xff,0x94,0x28]
bfset r4, r20, 0, 1
# CHECK: bfset r4, r20, 0, 1 # encoding: [0x0b,0x00,0x94,0x28]
bfset r4, r20, 63, 64
# CHECK: bfset r4, r20, 63, 64 # encoding: [0xfb,0xff,0x94,0x28]
bfset r4, r20, 32, 33
# CHECK: bfset r4, r20, 32, 33 # encoding: [0x3b,0x00,0x94,0x28]
bfset r4, r20, 31, 32
# CHECK: bfset r4, r20, 31, 32 # encoding: [0xcb,0xff,0x94,0x28]
bfchg r4, r20, 0, 1
# CHECK: bfchg r4, r20, 0, 1 # encoding: [0x0c,0x00,0x94,0x28]
bfchg r4, r20, 63, 64
# CHECK: bfchg r4, r20, 63, 64 # encoding: [0xfc,0xff,0x94,0x28]
bfchg r4, r20, 32, 33
# CHECK: bfchg r4, r20, 32, 33 # encoding: [0x3c,0x00,0x94,0x28]
bfchg r4, r20, 31, 32
# CHECK: bfchg r4, r20, 31, 32 # encoding: [0xcc,0xff,0x94,0x28]
rotri r4, r20, 1
# CHECK: rotri r4, r20, 1 # encoding: [0x06,0x08,0x94,0x28]
rotri r4, r20, 63
# CHECK: rotri r4, r20, 63 # encoding: [0x26,0xf8,0x94,0x28]
rotriw r4, r20, 31
# CHECK: rotriw r4, r20, 31 # encoding: [0x07,0xf8,0x94,0x28]
