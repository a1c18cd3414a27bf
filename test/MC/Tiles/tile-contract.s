# Matrix multiplication.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

tmma.f32.f32 t1, t7, t13
# CHECK: tmma.f32.f32 t1, t7, t13 # encoding: [0x00,0x68,0x27,0xc4]
tmma.f32.bf16 t1, t7, t13
# CHECK: tmma.f32.bf16 t1, t7, t13 # encoding: [0x08,0x68,0x27,0xc4]
tmma.f32.f16 t1, t7, t13
# CHECK: tmma.f32.f16 t1, t7, t13 # encoding: [0x0c,0x68,0x27,0xc4]
tmma.i32.i8 t1, t7, t13
# CHECK: tmma.i32.i8 t1, t7, t13 # encoding: [0x10,0x68,0x27,0xc4]
tmma.i32.u8 t1, t7, t13
# CHECK: tmma.i32.u8 t1, t7, t13 # encoding: [0x14,0x68,0x27,0xc4]
