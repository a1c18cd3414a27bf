# Operands out of range; each message points at the operand.
#
# RUN: not matrix-mc %s 2>&1 | FileCheck %s

addi r4, r5, 32768
# CHECK: [[#@LINE-1]]:14: error: expected an integer from -32768 to 32767
andi r4, r5, -1
# CHECK: [[#@LINE-1]]:14: error: expected an integer from 0 to 65535
shli r4, r5, 64
# CHECK: [[#@LINE-1]]:14: error: expected an integer from 0 to 63
lw r4, 40000(r5)
# CHECK: [[#@LINE-1]]:8: error: expected an integer from -32768 to 32767
lw r4, 4(5)
# CHECK: [[#@LINE-1]]:10: error: expected a register
lw r4, 4(r5
# CHECK: [[#@LINE-1]]:12: error: expected ')'
addi r4, r32, 1
# CHECK: [[#@LINE-1]]:10: error: expected a general register, r0 to r31
fadd.s f1, r2, f3
# CHECK: [[#@LINE-1]]:12: error: expected a floating-point register, f0 to f31
tld r1, 0(r4), r5
# CHECK: [[#@LINE-1]]:5: error: expected a tile register, t0 or higher
tld t1, 256(r4), r5
# CHECK: [[#@LINE-1]]:9: error: expected an integer from -256 to 255
tldc t1, -1(r4)
# CHECK: [[#@LINE-1]]:10: error: expected an integer from 0 to 127
beq r4, r5, 6
# CHECK: [[#@LINE-1]]:13: error: expected a label, or a multiple of 4 that fits in 18 signed bits
jal r1, 4194304
# CHECK: [[#@LINE-1]]:9: error: expected a label, or a multiple of 4 that fits in 23 signed bits
movz r4, 65536, 0
# CHECK: [[#@LINE-1]]:10: error: expected a number from 0 to 65535, %abs_g<n>(symbol) or %tprel_g<n>(symbol)
movz r4, %abs_g4(x), 0
# CHECK: [[#@LINE-1]]:11: error: unknown specifier '%abs_g4'; known are abs_g0 to abs_g3
movz r4, 1, 4
# CHECK: [[#@LINE-1]]:13: error: expected an integer from 0 to 3
addi r4, r5, %abs_g0(x)
# CHECK: [[#@LINE-1]]:14: error: expected an integer from -32768 to 32767
csrr r4, nothing
# CHECK: [[#@LINE-1]]:10: error: expected the name of a control register or an integer from 0 to 65535
add r4, r5
# CHECK: [[#@LINE-1]]:1: error: too few operands for 'add'
add r4, r5, r6, r7
# CHECK: [[#@LINE-1]]:17: error: invalid operand
add r4 r5, r6
# CHECK: [[#@LINE-1]]:8: error: expected ',' or the end of the line
ad r4, r5, r6
# CHECK: [[#@LINE-1]]:1: error: unknown instruction 'ad', did you mean: add
