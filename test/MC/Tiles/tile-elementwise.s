# Elementwise instructions, reductions, transcendental functions.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

tadd.f32 t1, t7, t13
# CHECK: tadd.f32 t1, t7, t13 # encoding: [0x00,0x68,0x27,0xc8]
tadd.i32 t1, t7, t13
# CHECK: tadd.i32 t1, t7, t13 # encoding: [0x04,0x68,0x27,0xc8]
tsub.f32 t1, t7, t13
# CHECK: tsub.f32 t1, t7, t13 # encoding: [0x40,0x68,0x27,0xc8]
tsub.i32 t1, t7, t13
# CHECK: tsub.i32 t1, t7, t13 # encoding: [0x44,0x68,0x27,0xc8]
tmul.f32 t1, t7, t13
# CHECK: tmul.f32 t1, t7, t13 # encoding: [0x80,0x68,0x27,0xc8]
tmul.i32 t1, t7, t13
# CHECK: tmul.i32 t1, t7, t13 # encoding: [0x84,0x68,0x27,0xc8]
tmax.f32 t1, t7, t13
# CHECK: tmax.f32 t1, t7, t13 # encoding: [0xc0,0x68,0x27,0xc8]
tmax.i32 t1, t7, t13
# CHECK: tmax.i32 t1, t7, t13 # encoding: [0xc4,0x68,0x27,0xc8]
tmax.bf16 t1, t7, t13
# CHECK: tmax.bf16 t1, t7, t13 # encoding: [0xc8,0x68,0x27,0xc8]
tmax.f16 t1, t7, t13
# CHECK: tmax.f16 t1, t7, t13 # encoding: [0xcc,0x68,0x27,0xc8]
tmax.i8 t1, t7, t13
# CHECK: tmax.i8 t1, t7, t13 # encoding: [0xd0,0x68,0x27,0xc8]
tmax.u8 t1, t7, t13
# CHECK: tmax.u8 t1, t7, t13 # encoding: [0xd4,0x68,0x27,0xc8]
tmin.f32 t1, t7, t13
# CHECK: tmin.f32 t1, t7, t13 # encoding: [0x00,0x69,0x27,0xc8]
tmin.i32 t1, t7, t13
# CHECK: tmin.i32 t1, t7, t13 # encoding: [0x04,0x69,0x27,0xc8]
tmin.bf16 t1, t7, t13
# CHECK: tmin.bf16 t1, t7, t13 # encoding: [0x08,0x69,0x27,0xc8]
tmin.f16 t1, t7, t13
# CHECK: tmin.f16 t1, t7, t13 # encoding: [0x0c,0x69,0x27,0xc8]
tmin.i8 t1, t7, t13
# CHECK: tmin.i8 t1, t7, t13 # encoding: [0x10,0x69,0x27,0xc8]
tmin.u8 t1, t7, t13
# CHECK: tmin.u8 t1, t7, t13 # encoding: [0x14,0x69,0x27,0xc8]
tfma.f32 t1, t7, t13
# CHECK: tfma.f32 t1, t7, t13 # encoding: [0x40,0x69,0x27,0xc8]
tmacw.f32.bf16 t1, t7, t13, 3
# CHECK: tmacw.f32.bf16 t1, t7, t13, 3 # encoding: [0x8b,0x69,0x27,0xc8]
tmacw.f32.f16 t1, t7, t13, 3
# CHECK: tmacw.f32.f16 t1, t7, t13, 3 # encoding: [0x8f,0x69,0x27,0xc8]
tmacw.i32.i8 t1, t7, t13, 3
# CHECK: tmacw.i32.i8 t1, t7, t13, 3 # encoding: [0x93,0x69,0x27,0xc8]
tmacw.i32.u8 t1, t7, t13, 3
# CHECK: tmacw.i32.u8 t1, t7, t13, 3 # encoding: [0x97,0x69,0x27,0xc8]
tdiv.f32 t1, t7, t13
# CHECK: tdiv.f32 t1, t7, t13 # encoding: [0xc0,0x69,0x27,0xc8]
tand.i32 t1, t7, t13
# CHECK: tand.i32 t1, t7, t13 # encoding: [0x04,0x6a,0x27,0xc8]
tor.i32 t1, t7, t13
# CHECK: tor.i32 t1, t7, t13 # encoding: [0x44,0x6a,0x27,0xc8]
txor.i32 t1, t7, t13
# CHECK: txor.i32 t1, t7, t13 # encoding: [0x84,0x6a,0x27,0xc8]
tshl.i32 t1, t7, t13
# CHECK: tshl.i32 t1, t7, t13 # encoding: [0xc4,0x6a,0x27,0xc8]
tshr.i32 t1, t7, t13
# CHECK: tshr.i32 t1, t7, t13 # encoding: [0x04,0x6b,0x27,0xc8]
tsra.i32 t1, t7, t13
# CHECK: tsra.i32 t1, t7, t13 # encoding: [0x44,0x6b,0x27,0xc8]
tceq.f32 t1, t7, t13
# CHECK: tceq.f32 t1, t7, t13 # encoding: [0x80,0x6b,0x27,0xc8]
tceq.i32 t1, t7, t13
# CHECK: tceq.i32 t1, t7, t13 # encoding: [0x84,0x6b,0x27,0xc8]
tclt.f32 t1, t7, t13
# CHECK: tclt.f32 t1, t7, t13 # encoding: [0xc0,0x6b,0x27,0xc8]
tclt.i32 t1, t7, t13
# CHECK: tclt.i32 t1, t7, t13 # encoding: [0xc4,0x6b,0x27,0xc8]
tcle.f32 t1, t7, t13
# CHECK: tcle.f32 t1, t7, t13 # encoding: [0x00,0x6c,0x27,0xc8]
tcle.i32 t1, t7, t13
# CHECK: tcle.i32 t1, t7, t13 # encoding: [0x04,0x6c,0x27,0xc8]
tsel.f32 t1, t7, t13
# CHECK: tsel.f32 t1, t7, t13 # encoding: [0x40,0x6c,0x27,0xc8]
tsel.i32 t1, t7, t13
# CHECK: tsel.i32 t1, t7, t13 # encoding: [0x44,0x6c,0x27,0xc8]
tabs.f32 t1, t7
# CHECK: tabs.f32 t1, t7 # encoding: [0x00,0x00,0x27,0xcc]
tabs.i32 t1, t7
# CHECK: tabs.i32 t1, t7 # encoding: [0x04,0x00,0x27,0xcc]
tfloor.f32 t1, t7
# CHECK: tfloor.f32 t1, t7 # encoding: [0x40,0x00,0x27,0xcc]
trnd.f32 t1, t7
# CHECK: trnd.f32 t1, t7 # encoding: [0x80,0x00,0x27,0xcc]
texp.f32 t1, t7
# CHECK: texp.f32 t1, t7 # encoding: [0xc0,0x00,0x27,0xcc]
tlog.f32 t1, t7
# CHECK: tlog.f32 t1, t7 # encoding: [0x00,0x01,0x27,0xcc]
trcp.f32 t1, t7
# CHECK: trcp.f32 t1, t7 # encoding: [0x40,0x01,0x27,0xcc]
trsqrt.f32 t1, t7
# CHECK: trsqrt.f32 t1, t7 # encoding: [0x80,0x01,0x27,0xcc]
tsqrt.f32 t1, t7
# CHECK: tsqrt.f32 t1, t7 # encoding: [0xc0,0x01,0x27,0xcc]
ttanh.f32 t1, t7
# CHECK: ttanh.f32 t1, t7 # encoding: [0x00,0x02,0x27,0xcc]
tsigm.f32 t1, t7
# CHECK: tsigm.f32 t1, t7 # encoding: [0x40,0x02,0x27,0xcc]
terf.f32 t1, t7
# CHECK: terf.f32 t1, t7 # encoding: [0x80,0x02,0x27,0xcc]
tsin.f32 t1, t7
# CHECK: tsin.f32 t1, t7 # encoding: [0xc0,0x02,0x27,0xcc]
tcos.f32 t1, t7
# CHECK: tcos.f32 t1, t7 # encoding: [0x00,0x03,0x27,0xcc]
trsum.f32 t1, t7
# CHECK: trsum.f32 t1, t7 # encoding: [0x00,0x04,0x27,0xcc]
trsum.i32 t1, t7
# CHECK: trsum.i32 t1, t7 # encoding: [0x04,0x04,0x27,0xcc]
trmax.f32 t1, t7
# CHECK: trmax.f32 t1, t7 # encoding: [0x40,0x04,0x27,0xcc]
trmax.i32 t1, t7
# CHECK: trmax.i32 t1, t7 # encoding: [0x44,0x04,0x27,0xcc]
tcsum.f32 t1, t7
# CHECK: tcsum.f32 t1, t7 # encoding: [0xc0,0x04,0x27,0xcc]
tcsum.i32 t1, t7
# CHECK: tcsum.i32 t1, t7 # encoding: [0xc4,0x04,0x27,0xcc]
tcmax.f32 t1, t7
# CHECK: tcmax.f32 t1, t7 # encoding: [0x00,0x05,0x27,0xcc]
tcmax.i32 t1, t7
# CHECK: tcmax.i32 t1, t7 # encoding: [0x04,0x05,0x27,0xcc]
