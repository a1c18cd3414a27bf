# Row-memory instructions of the variant qkv.
#
# RUN: matrix-mc --mcpu=qkv --show-encoding %s | FileCheck %s
# RUN: matrix-mc --mcpu=qkv --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --mcpu=qkv --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

qkv.gemm r4, r17, r30
# CHECK: qkv.gemm r4, r17, r30 # encoding: [0x7c,0x24,0x00,0xe2]
qkv.load_cm r4, r17
# CHECK: qkv.load_cm r4, r17 # encoding: [0x40,0x24,0x80,0xe0]
qkv.load_rm r4, r17, 128
# CHECK: qkv.load_rm r4, r17, 128 # encoding: [0x40,0x24,0x7f,0xe0]
qkv.mov r4, r17, 128
# CHECK: qkv.mov r4, r17, 128 # encoding: [0x40,0x24,0xff,0xe1]
qkv.softmax r4, 128
# CHECK: qkv.softmax r4, 128 # encoding: [0x00,0x20,0xff,0xe2]
qkv.store_cm r4, r17
# CHECK: qkv.store_cm r4, r17 # encoding: [0x40,0x24,0x00,0xe3]
qkv.store_rm r4, r17, 128
# CHECK: qkv.store_rm r4, r17, 128 # encoding: [0x40,0x24,0x7f,0xe1]
