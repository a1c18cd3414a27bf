# Tile loads and stores.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

tld t1, -256(r4), r17
# CHECK: tld t1, -256(r4), r17 # encoding: [0x00,0x8c,0x24,0xc0]
tst t1, -256(r4), r17
# CHECK: tst t1, -256(r4), r17 # encoding: [0x01,0x8c,0x24,0xc0]
tstb.b t1, 3, (r4), r17
# CHECK: tstb.b t1, 3, (r4), r17 # encoding: [0x82,0x89,0x24,0xc0]
tldt.b t1, (r4), r17
# CHECK: tldt.b t1, (r4), r17 # encoding: [0x03,0x88,0x24,0xc0]
tstb.h t1, 3, (r4), r17
# CHECK: tstb.h t1, 3, (r4), r17 # encoding: [0x82,0x8b,0x24,0xc0]
tldt.h t1, (r4), r17
# CHECK: tldt.h t1, (r4), r17 # encoding: [0x03,0x8a,0x24,0xc0]
tldt.w t1, (r4), r17
# CHECK: tldt.w t1, (r4), r17 # encoding: [0x03,0x8c,0x24,0xc0]
tstc t1, 127(r4)
# CHECK: tstc t1, 127(r4) # encoding: [0xfe,0x07,0x24,0xc0]
tldc t1, 127(r4)
# CHECK: tldc t1, 127(r4) # encoding: [0xff,0x07,0x24,0xc0]
