# Encodings computed by hand from the formats (fields from bit 31 down), not by
# any tool:
#
#   T   | op6 | td5 | ta5 | tb5 | fn5 | ty4 | q2 |      ty: f32 0, i32 1, bf16 2, i8 4, u8 5
#   TM  | op6 | td5 | ra5 | rb5 | imm9 | fn2 |
#   R   | op6 | rd5 | ra5 | rb5 | fn11 |
#
# REQUIRES: reference-description
# RUN: matrix-mc -mcpu=base --show-encoding %s | FileCheck %s

# 110010 00001 00010 00011 00000 0000 00 = c8221800
# CHECK: tadd.f32 {{.*}} encoding: [0x00,0x18,0x22,0xc8]
        tadd.f32 t1, t2, t3

# 110001 00000 00001 00010 00000 0010 00 = c4011008
# CHECK: tmma.f32.bf16 {{.*}} encoding: [0x08,0x10,0x01,0xc4]
        tmma.f32.bf16 t0, t1, t2

# 110001 01111 01110 01101 00000 0101 00 = c5ee6814
# CHECK: tmma.i32.u8 {{.*}} encoding: [0x14,0x68,0xee,0xc5]
        tmma.i32.u8 t15, t14, t13

# 110010 00100 00101 00110 10001 0001 00 = c8853444
# CHECK: tsel.i32 {{.*}} encoding: [0x44,0x34,0x85,0xc8]
        tsel.i32 t4, t5, t6

# 110011 00111 01000 00000 00011 0000 00 = cce800c0
# CHECK: texp.f32 {{.*}} encoding: [0xc0,0x00,0xe8,0xcc]
        texp.f32 t7, t8

# fn 1, plus 8 because the wide side is f32, q 2:
# 110100 00001 00011 00000 01001 0100 10 = d0230252
# CHECK: tcvtn.i8.f32 {{.*}} encoding: [0x52,0x02,0x23,0xd0]
        tcvtn.i8.f32 t1, 2, t3

# 110100 00010 01001 00000 00010 0101 11 = d0490097
# CHECK: tcvtw.i32.u8 {{.*}} encoding: [0x97,0x00,0x49,0xd0]
        tcvtw.i32.u8 t2, t9, 3

# 110100 00001 00011 00100 00011 0100 10 = d02320d2
# CHECK: tpost.i8.i32 {{.*}} encoding: [0xd2,0x20,0x23,0xd0]
        tpost.i8.i32 t1, 2, t3, t4

# 110100 00001 00011 00100 01100 0010 01 = d0232309
# CHECK: tposta.bf16.f32 {{.*}} encoding: [0x09,0x23,0x23,0xd0]
        tposta.bf16.f32 t1, 1, t3, t4

# 110000 00001 00101 00110 111111111 00 = c02537fc
# CHECK: tld {{.*}} encoding: [0xfc,0x37,0x25,0xc0]
        tld t1, -1(r5), r6

# 110000 00001 00101 00000 011111111 01 = c02503fd
# CHECK: tst {{.*}} encoding: [0xfd,0x03,0x25,0xc0]
        tst t1, 255(r5), r0

# imm9 = element size 1 (16 bits) | 0:
# 110000 00011 00100 00101 010000000 11 = c0642a03
# CHECK: tldt.h {{.*}} encoding: [0x03,0x2a,0x64,0xc0]
        tldt.h t3, (r4), r5

# imm9 = element size 0 | q 3 | 0:
# 110000 00010 00111 01000 001100000 10 = c0474182
# CHECK: tstb.b {{.*}} encoding: [0x82,0x41,0x47,0xc0]
        tstb.b t2, 3, (r7), r8

# 110110 00100 00101 00000 00000000000 = d8850000
# CHECK: dma.start {{.*}} encoding: [0x00,0x00,0x85,0xd8]
        dma.start r4, (r5)
