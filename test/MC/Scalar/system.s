# Control registers, DMA, barriers. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

csrr r4, core
# CHECK: csrr r4, core # encoding: [0x00,0x00,0x80,0xb4]
csrr r4, ncores
# CHECK: csrr r4, ncores # encoding: [0x01,0x00,0x80,0xb4]
csrr r4, 12345
# CHECK: csrr r4, 12345 # encoding: [0x39,0x30,0x80,0xb4]
ecall
# CHECK: ecall # encoding: [0x00,0x00,0x00,0xb8]
halt r4
# CHECK: halt r4 # encoding: [0x01,0x00,0x04,0xb8]
fence
# CHECK: fence # encoding: [0x02,0x00,0x00,0xb8]
dma.start r4, (r5)
# CHECK: dma.start r4, (r5) # encoding: [0x00,0x00,0x85,0xd8]
dma.wait r4
# CHECK: dma.wait r4 # encoding: [0x01,0x00,0x04,0xd8]
dma.test r4, r5
# CHECK: dma.test r4, r5 # encoding: [0x02,0x00,0x85,0xd8]
bar
# CHECK: bar # encoding: [0x05,0x00,0x00,0xd8]
