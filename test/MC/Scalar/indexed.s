# Shifted sums, indexed loads and stores, products that are added. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

addsh r4, r20, r31, 0
# CHECK: addsh r4, r20, r31, 0 # encoding: [0x23,0xf8,0x94,0x04]
addsh r4, r20, r31, 3
# CHECK: addsh r4, r20, r31, 3 # encoding: [0x23,0xfe,0x94,0x04]
addshu r4, r20, r31, 0
# CHECK: addshu r4, r20, r31, 0 # encoding: [0x24,0xf8,0x94,0x04]
addshu r4, r20, r31, 3
# CHECK: addshu r4, r20, r31, 3 # encoding: [0x24,0xfe,0x94,0x04]
lbx r4, r20, r31, 0
# CHECK: lbx r4, r20, r31, 0 # encoding: [0x00,0xf8,0x94,0x3c]
lbx r4, r20, r31, 3
# CHECK: lbx r4, r20, r31, 3 # encoding: [0x00,0xfe,0x94,0x3c]
lbux r4, r20, r31, 0
# CHECK: lbux r4, r20, r31, 0 # encoding: [0x01,0xf8,0x94,0x3c]
lbux r4, r20, r31, 3
# CHECK: lbux r4, r20, r31, 3 # encoding: [0x01,0xfe,0x94,0x3c]
lhx r4, r20, r31, 0
# CHECK: lhx r4, r20, r31, 0 # encoding: [0x02,0xf8,0x94,0x3c]
lhx r4, r20, r31, 3
# CHECK: lhx r4, r20, r31, 3 # encoding: [0x02,0xfe,0x94,0x3c]
lhux r4, r20, r31, 0
# CHECK: lhux r4, r20, r31, 0 # encoding: [0x03,0xf8,0x94,0x3c]
lhux r4, r20, r31, 3
# CHECK: lhux r4, r20, r31, 3 # encoding: [0x03,0xfe,0x94,0x3c]
lwx r4, r20, r31, 0
# CHECK: lwx r4, r20, r31, 0 # encoding: [0x04,0xf8,0x94,0x3c]
lwx r4, r20, r31, 3
# CHECK: lwx r4, r20, r31, 3 # encoding: [0x04,0xfe,0x94,0x3c]
lwux r4, r20, r31, 0
# CHECK: lwux r4, r20, r31, 0 # encoding: [0x05,0xf8,0x94,0x3c]
lwux r4, r20, r31, 3
# CHECK: lwux r4, r20, r31, 3 # encoding: [0x05,0xfe,0x94,0x3c]
ldx r4, r20, r31, 0
# CHECK: ldx r4, r20, r31, 0 # encoding: [0x06,0xf8,0x94,0x3c]
ldx r4, r20, r31, 3
# CHECK: ldx r4, r20, r31, 3 # encoding: [0x06,0xfe,0x94,0x3c]
flwx f4, r20, r31, 0
# CHECK: flwx f4, r20, r31, 0 # encoding: [0x07,0xf8,0x94,0x3c]
flwx f4, r20, r31, 3
# CHECK: flwx f4, r20, r31, 3 # encoding: [0x07,0xfe,0x94,0x3c]
fldx f4, r20, r31, 0
# CHECK: fldx f4, r20, r31, 0 # encoding: [0x08,0xf8,0x94,0x3c]
fldx f4, r20, r31, 3
# CHECK: fldx f4, r20, r31, 3 # encoding: [0x08,0xfe,0x94,0x3c]
sbx r4, r20, r31, 0
# CHECK: sbx r4, r20, r31, 0 # encoding: [0x09,0xf8,0x94,0x3c]
sbx r4, r20, r31, 3
# CHECK: sbx r4, r20, r31, 3 # encoding: [0x09,0xfe,0x94,0x3c]
shx r4, r20, r31, 0
# CHECK: shx r4, r20, r31, 0 # encoding: [0x0a,0xf8,0x94,0x3c]
shx r4, r20, r31, 3
# CHECK: shx r4, r20, r31, 3 # encoding: [0x0a,0xfe,0x94,0x3c]
swx r4, r20, r31, 0
# CHECK: swx r4, r20, r31, 0 # encoding: [0x0b,0xf8,0x94,0x3c]
swx r4, r20, r31, 3
# CHECK: swx r4, r20, r31, 3 # encoding: [0x0b,0xfe,0x94,0x3c]
sdx r4, r20, r31, 0
# CHECK: sdx r4, r20, r31, 0 # encoding: [0x0c,0xf8,0x94,0x3c]
sdx r4, r20, r31, 3
# CHECK: sdx r4, r20, r31, 3 # encoding: [0x0c,0xfe,0x94,0x3c]
fswx f4, r20, r31, 0
# CHECK: fswx f4, r20, r31, 0 # encoding: [0x0d,0xf8,0x94,0x3c]
fswx f4, r20, r31, 3
# CHECK: fswx f4, r20, r31, 3 # encoding: [0x0d,0xfe,0x94,0x3c]
fsdx f4, r20, r31, 0
# CHECK: fsdx f4, r20, r31, 0 # encoding: [0x0e,0xf8,0x94,0x3c]
fsdx f4, r20, r31, 3
# CHECK: fsdx f4, r20, r31, 3 # encoding: [0x0e,0xfe,0x94,0x3c]
madd r4, r20, r31, r9
# CHECK: madd r4, r20, r31, r9 # encoding: [0x48,0xfa,0x94,0xa8]
msub r4, r20, r31, r9
# CHECK: msub r4, r20, r31, r9 # encoding: [0x49,0xfa,0x94,0xa8]
maddw r4, r20, r31, r9
# CHECK: maddw r4, r20, r31, r9 # encoding: [0x4a,0xfa,0x94,0xa8]
msubw r4, r20, r31, r9
# CHECK: msubw r4, r20, r31, r9 # encoding: [0x4b,0xfa,0x94,0xa8]
