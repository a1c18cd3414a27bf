# Branches and jumps; immediates are distances in bytes. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: matrix-objdump -d %t.o | FileCheck --check-prefix=OBJ %s
#
# OBJ: beq r4, r5, 0xfffffffffffe0000
# OBJ: beq r4, r5, 0x20014
# OBJ: jal r7, 0x400018
# OBJ: adr r4, 0x1b8
# OBJ-NEXT: unimp

beq r4, r5, -131072
# CHECK: beq r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x84]
bne r4, r5, -131072
# CHECK: bne r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x88]
blt r4, r5, -131072
# CHECK: blt r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x8c]
bge r4, r5, -131072
# CHECK: bge r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x90]
bltu r4, r5, -131072
# CHECK: bltu r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x94]
bgeu r4, r5, -131072
# CHECK: bgeu r4, r5, -131072 # encoding: [0x00,0x80,0x85,0x98]
beq r4, r5, 131068
# CHECK: beq r4, r5, 131068 # encoding: [0xff,0x7f,0x85,0x84]
jal r7, 4194300
# CHECK: jal r7, 4194300 # encoding: [0xff,0xff,0xef,0x9c]
jal r7, -4194304
# CHECK: jal r7, -4194304 # encoding: [0x00,0x00,0xf0,0x9c]
jalr r4, -8(r5)
# CHECK: jalr r4, -8(r5) # encoding: [0xf8,0xff,0x85,0xa0]
adr r4, 400
# CHECK: adr r4, 400 # encoding: [0x64,0x00,0x80,0x30]
unimp
# CHECK: unimp # encoding: [0x00,0x00,0x00,0x00]
