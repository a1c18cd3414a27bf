# Atomic read-modify-write. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

amoadd.w r4, r5, (r6)
# CHECK: amoadd.w r4, r5, (r6) # encoding: [0x00,0x28,0x86,0xb0]
amoadd.d r4, r5, (r6)
# CHECK: amoadd.d r4, r5, (r6) # encoding: [0x10,0x28,0x86,0xb0]
amoswap.w r4, r5, (r6)
# CHECK: amoswap.w r4, r5, (r6) # encoding: [0x01,0x28,0x86,0xb0]
amoswap.d r4, r5, (r6)
# CHECK: amoswap.d r4, r5, (r6) # encoding: [0x11,0x28,0x86,0xb0]
amocas.w r4, r5, (r6)
# CHECK: amocas.w r4, r5, (r6) # encoding: [0x02,0x28,0x86,0xb0]
amocas.d r4, r5, (r6)
# CHECK: amocas.d r4, r5, (r6) # encoding: [0x12,0x28,0x86,0xb0]
