# Aliases are printed in place of base instructions, except with -M no-aliases.
#
# RUN: matrix-mc --show-encoding %s | FileCheck %s
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: matrix-objdump -d -M no-aliases %t.o | FileCheck --check-prefix=PLAIN %s

nop
# CHECK: nop # encoding: [0x00,0x00,0x00,0x0c]
# PLAIN: addi r0, r0, 0
mv r4, r5
# CHECK: mv r4, r5 # encoding: [0x00,0x00,0x85,0x0c]
# PLAIN: addi r4, r5, 0
li r4, -5
# CHECK: li r4, -5
# PLAIN: addi r4, r0, -5
sextw r4, r5
# CHECK: sextw r4, r5
# PLAIN: addiw r4, r5, 0
neg r4, r5
# CHECK: neg r4, r5
# PLAIN: sub r4, r0, r5
fmv.s f1, f2
# CHECK: fmv.s f1, f2
# PLAIN: fsgnj.s f1, f2, f2
fmv.d f1, f2
# CHECK: fmv.d f1, f2
# PLAIN: fsgnj.d f1, f2, f2
j 8
# CHECK: j 8
# PLAIN: jal r0, 0x24
call -8
# CHECK: call -8
# PLAIN: jal r1, 0x18
ret
# CHECK: ret
# PLAIN: jalr r0, 0(r1)
jr r4
# CHECK: jr r4
# PLAIN: jalr r0, 0(r4)
callr r4
# CHECK: callr r4
# PLAIN: jalr r1, 0(r4)
