# Conversions and the output stage.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

tcvt.f32.i32 t1, t7
# CHECK: tcvt.f32.i32 t1, t7 # encoding: [0x00,0x00,0x27,0xd0]
tcvt.i32.f32 t1, t7
# CHECK: tcvt.i32.f32 t1, t7 # encoding: [0x04,0x00,0x27,0xd0]
tcvtn.i8.i32 t1, 3, t7
# CHECK: tcvtn.i8.i32 t1, 3, t7 # encoding: [0x53,0x00,0x27,0xd0]
tcvtn.u8.i32 t1, 3, t7
# CHECK: tcvtn.u8.i32 t1, 3, t7 # encoding: [0x57,0x00,0x27,0xd0]
tcvtw.i32.i8 t1, t7, 3
# CHECK: tcvtw.i32.i8 t1, t7, 3 # encoding: [0x93,0x00,0x27,0xd0]
tcvtw.i32.u8 t1, t7, 3
# CHECK: tcvtw.i32.u8 t1, t7, 3 # encoding: [0x97,0x00,0x27,0xd0]
tpost.bf16.i32 t1, 3, t7, t13
# CHECK: tpost.bf16.i32 t1, 3, t7, t13 # encoding: [0xcb,0x68,0x27,0xd0]
tpost.f16.i32 t1, 3, t7, t13
# CHECK: tpost.f16.i32 t1, 3, t7, t13 # encoding: [0xcf,0x68,0x27,0xd0]
tpost.i8.i32 t1, 3, t7, t13
# CHECK: tpost.i8.i32 t1, 3, t7, t13 # encoding: [0xd3,0x68,0x27,0xd0]
tpost.u8.i32 t1, 3, t7, t13
# CHECK: tpost.u8.i32 t1, 3, t7, t13 # encoding: [0xd7,0x68,0x27,0xd0]
tposta.bf16.i32 t1, 3, t7, t13
# CHECK: tposta.bf16.i32 t1, 3, t7, t13 # encoding: [0x0b,0x69,0x27,0xd0]
tposta.f16.i32 t1, 3, t7, t13
# CHECK: tposta.f16.i32 t1, 3, t7, t13 # encoding: [0x0f,0x69,0x27,0xd0]
tposta.i8.i32 t1, 3, t7, t13
# CHECK: tposta.i8.i32 t1, 3, t7, t13 # encoding: [0x13,0x69,0x27,0xd0]
tposta.u8.i32 t1, 3, t7, t13
# CHECK: tposta.u8.i32 t1, 3, t7, t13 # encoding: [0x17,0x69,0x27,0xd0]
tcvtn.bf16.f32 t1, 3, t7
# CHECK: tcvtn.bf16.f32 t1, 3, t7 # encoding: [0x4b,0x02,0x27,0xd0]
tcvtn.f16.f32 t1, 3, t7
# CHECK: tcvtn.f16.f32 t1, 3, t7 # encoding: [0x4f,0x02,0x27,0xd0]
tcvtn.i8.f32 t1, 3, t7
# CHECK: tcvtn.i8.f32 t1, 3, t7 # encoding: [0x53,0x02,0x27,0xd0]
tcvtn.u8.f32 t1, 3, t7
# CHECK: tcvtn.u8.f32 t1, 3, t7 # encoding: [0x57,0x02,0x27,0xd0]
tcvtw.f32.bf16 t1, t7, 3
# CHECK: tcvtw.f32.bf16 t1, t7, 3 # encoding: [0x8b,0x02,0x27,0xd0]
tcvtw.f32.f16 t1, t7, 3
# CHECK: tcvtw.f32.f16 t1, t7, 3 # encoding: [0x8f,0x02,0x27,0xd0]
tcvtw.f32.i8 t1, t7, 3
# CHECK: tcvtw.f32.i8 t1, t7, 3 # encoding: [0x93,0x02,0x27,0xd0]
tcvtw.f32.u8 t1, t7, 3
# CHECK: tcvtw.f32.u8 t1, t7, 3 # encoding: [0x97,0x02,0x27,0xd0]
tpost.bf16.f32 t1, 3, t7, t13
# CHECK: tpost.bf16.f32 t1, 3, t7, t13 # encoding: [0xcb,0x6a,0x27,0xd0]
tpost.f16.f32 t1, 3, t7, t13
# CHECK: tpost.f16.f32 t1, 3, t7, t13 # encoding: [0xcf,0x6a,0x27,0xd0]
tpost.i8.f32 t1, 3, t7, t13
# CHECK: tpost.i8.f32 t1, 3, t7, t13 # encoding: [0xd3,0x6a,0x27,0xd0]
tpost.u8.f32 t1, 3, t7, t13
# CHECK: tpost.u8.f32 t1, 3, t7, t13 # encoding: [0xd7,0x6a,0x27,0xd0]
tposta.bf16.f32 t1, 3, t7, t13
# CHECK: tposta.bf16.f32 t1, 3, t7, t13 # encoding: [0x0b,0x6b,0x27,0xd0]
tposta.f16.f32 t1, 3, t7, t13
# CHECK: tposta.f16.f32 t1, 3, t7, t13 # encoding: [0x0f,0x6b,0x27,0xd0]
tposta.i8.f32 t1, 3, t7, t13
# CHECK: tposta.i8.f32 t1, 3, t7, t13 # encoding: [0x13,0x6b,0x27,0xd0]
tposta.u8.f32 t1, 3, t7, t13
# CHECK: tposta.u8.f32 t1, 3, t7, t13 # encoding: [0x17,0x6b,0x27,0xd0]
