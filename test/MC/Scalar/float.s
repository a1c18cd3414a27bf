# Scalar floating point and conversions. Encodings, and disassembly of the object file.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: %python %S/../Inputs/disassemble.py %t.o > %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.again.o
# RUN: cmp %t.o %t.again.o

fadd.s f1, f30, f31
# CHECK: fadd.s f1, f30, f31 # encoding: [0x00,0xf8,0x3e,0xa4]
fsub.s f1, f30, f31
# CHECK: fsub.s f1, f30, f31 # encoding: [0x01,0xf8,0x3e,0xa4]
fmul.s f1, f30, f31
# CHECK: fmul.s f1, f30, f31 # encoding: [0x02,0xf8,0x3e,0xa4]
fdiv.s f1, f30, f31
# CHECK: fdiv.s f1, f30, f31 # encoding: [0x03,0xf8,0x3e,0xa4]
fmin.s f1, f30, f31
# CHECK: fmin.s f1, f30, f31 # encoding: [0x05,0xf8,0x3e,0xa4]
fmax.s f1, f30, f31
# CHECK: fmax.s f1, f30, f31 # encoding: [0x06,0xf8,0x3e,0xa4]
fminm.s f1, f30, f31
# CHECK: fminm.s f1, f30, f31 # encoding: [0x0d,0xf8,0x3e,0xa4]
fmaxm.s f1, f30, f31
# CHECK: fmaxm.s f1, f30, f31 # encoding: [0x0e,0xf8,0x3e,0xa4]
fsgnj.s f1, f30, f31
# CHECK: fsgnj.s f1, f30, f31 # encoding: [0x07,0xf8,0x3e,0xa4]
fsgnjn.s f1, f30, f31
# CHECK: fsgnjn.s f1, f30, f31 # encoding: [0x08,0xf8,0x3e,0xa4]
fsgnjx.s f1, f30, f31
# CHECK: fsgnjx.s f1, f30, f31 # encoding: [0x09,0xf8,0x3e,0xa4]
fsqrt.s f1, f30
# CHECK: fsqrt.s f1, f30 # encoding: [0x04,0x00,0x3e,0xa4]
ffloor.s f1, f30
# CHECK: ffloor.s f1, f30 # encoding: [0x10,0x00,0x3e,0xa4]
fceil.s f1, f30
# CHECK: fceil.s f1, f30 # encoding: [0x11,0x00,0x3e,0xa4]
ftrunc.s f1, f30
# CHECK: ftrunc.s f1, f30 # encoding: [0x12,0x00,0x3e,0xa4]
frnd.s f1, f30
# CHECK: frnd.s f1, f30 # encoding: [0x13,0x00,0x3e,0xa4]
feq.s r4, f30, f31
# CHECK: feq.s r4, f30, f31 # encoding: [0x0a,0xf8,0x9e,0xa4]
flt.s r4, f30, f31
# CHECK: flt.s r4, f30, f31 # encoding: [0x0b,0xf8,0x9e,0xa4]
fle.s r4, f30, f31
# CHECK: fle.s r4, f30, f31 # encoding: [0x0c,0xf8,0x9e,0xa4]
fmadd.s f1, f2, f30, f31
# CHECK: fmadd.s f1, f2, f30, f31 # encoding: [0xc0,0xf7,0x22,0xa8]
fcvt.l.s r4, f5
# CHECK: fcvt.l.s r4, f5 # encoding: [0x00,0x00,0x85,0xac]
fcvt.s.l f4, r5
# CHECK: fcvt.s.l f4, r5 # encoding: [0x01,0x00,0x85,0xac]
fcvt.h.s f4, f5
# CHECK: fcvt.h.s f4, f5 # encoding: [0x02,0x02,0x85,0xac]
fcvt.b.s f4, f5
# CHECK: fcvt.b.s f4, f5 # encoding: [0x02,0x03,0x85,0xac]
fmv.x.s r4, f5
# CHECK: fmv.x.s r4, f5 # encoding: [0x03,0x00,0x85,0xac]
fmv.s.x f4, r5
# CHECK: fmv.s.x f4, r5 # encoding: [0x04,0x00,0x85,0xac]
fadd.d f1, f30, f31
# CHECK: fadd.d f1, f30, f31 # encoding: [0x00,0xfc,0x3e,0xa4]
fsub.d f1, f30, f31
# CHECK: fsub.d f1, f30, f31 # encoding: [0x01,0xfc,0x3e,0xa4]
fmul.d f1, f30, f31
# CHECK: fmul.d f1, f30, f31 # encoding: [0x02,0xfc,0x3e,0xa4]
fdiv.d f1, f30, f31
# CHECK: fdiv.d f1, f30, f31 # encoding: [0x03,0xfc,0x3e,0xa4]
fmin.d f1, f30, f31
# CHECK: fmin.d f1, f30, f31 # encoding: [0x05,0xfc,0x3e,0xa4]
fmax.d f1, f30, f31
# CHECK: fmax.d f1, f30, f31 # encoding: [0x06,0xfc,0x3e,0xa4]
fminm.d f1, f30, f31
# CHECK: fminm.d f1, f30, f31 # encoding: [0x0d,0xfc,0x3e,0xa4]
fmaxm.d f1, f30, f31
# CHECK: fmaxm.d f1, f30, f31 # encoding: [0x0e,0xfc,0x3e,0xa4]
fsgnj.d f1, f30, f31
# CHECK: fsgnj.d f1, f30, f31 # encoding: [0x07,0xfc,0x3e,0xa4]
fsgnjn.d f1, f30, f31
# CHECK: fsgnjn.d f1, f30, f31 # encoding: [0x08,0xfc,0x3e,0xa4]
fsgnjx.d f1, f30, f31
# CHECK: fsgnjx.d f1, f30, f31 # encoding: [0x09,0xfc,0x3e,0xa4]
fsqrt.d f1, f30
# CHECK: fsqrt.d f1, f30 # encoding: [0x04,0x04,0x3e,0xa4]
ffloor.d f1, f30
# CHECK: ffloor.d f1, f30 # encoding: [0x10,0x04,0x3e,0xa4]
fceil.d f1, f30
# CHECK: fceil.d f1, f30 # encoding: [0x11,0x04,0x3e,0xa4]
ftrunc.d f1, f30
# CHECK: ftrunc.d f1, f30 # encoding: [0x12,0x04,0x3e,0xa4]
frnd.d f1, f30
# CHECK: frnd.d f1, f30 # encoding: [0x13,0x04,0x3e,0xa4]
feq.d r4, f30, f31
# CHECK: feq.d r4, f30, f31 # encoding: [0x0a,0xfc,0x9e,0xa4]
flt.d r4, f30, f31
# CHECK: flt.d r4, f30, f31 # encoding: [0x0b,0xfc,0x9e,0xa4]
fle.d r4, f30, f31
# CHECK: fle.d r4, f30, f31 # encoding: [0x0c,0xfc,0x9e,0xa4]
fmadd.d f1, f2, f30, f31
# CHECK: fmadd.d f1, f2, f30, f31 # encoding: [0xe0,0xf7,0x22,0xa8]
fcvt.l.d r4, f5
# CHECK: fcvt.l.d r4, f5 # encoding: [0x40,0x00,0x85,0xac]
fcvt.d.l f4, r5
# CHECK: fcvt.d.l f4, r5 # encoding: [0x01,0x01,0x85,0xac]
fcvt.h.d f4, f5
# CHECK: fcvt.h.d f4, f5 # encoding: [0x42,0x02,0x85,0xac]
fcvt.b.d f4, f5
# CHECK: fcvt.b.d f4, f5 # encoding: [0x42,0x03,0x85,0xac]
fmv.x.d r4, f5
# CHECK: fmv.x.d r4, f5 # encoding: [0x43,0x00,0x85,0xac]
fmv.d.x f4, r5
# CHECK: fmv.d.x f4, r5 # encoding: [0x04,0x01,0x85,0xac]
fcvt.d.s f4, f5
# CHECK: fcvt.d.s f4, f5 # encoding: [0x02,0x01,0x85,0xac]
fcvt.s.d f4, f5
# CHECK: fcvt.s.d f4, f5 # encoding: [0x42,0x00,0x85,0xac]
fcvt.s.h f4, f5
# CHECK: fcvt.s.h f4, f5 # encoding: [0x82,0x00,0x85,0xac]
fcvt.s.b f4, f5
# CHECK: fcvt.s.b f4, f5 # encoding: [0xc2,0x00,0x85,0xac]
fmsub.s f1, f2, f30, f31
# CHECK: fmsub.s f1, f2, f30, f31 # encoding: [0xc1,0xf7,0x22,0xa8]
fmsub.d f1, f2, f30, f31
# CHECK: fmsub.d f1, f2, f30, f31 # encoding: [0xe1,0xf7,0x22,0xa8]
fnmsub.s f1, f2, f30, f31
# CHECK: fnmsub.s f1, f2, f30, f31 # encoding: [0xc2,0xf7,0x22,0xa8]
fnmsub.d f1, f2, f30, f31
# CHECK: fnmsub.d f1, f2, f30, f31 # encoding: [0xe2,0xf7,0x22,0xa8]
fnmadd.s f1, f2, f30, f31
# CHECK: fnmadd.s f1, f2, f30, f31 # encoding: [0xc3,0xf7,0x22,0xa8]
fnmadd.d f1, f2, f30, f31
# CHECK: fnmadd.d f1, f2, f30, f31 # encoding: [0xe3,0xf7,0x22,0xa8]
