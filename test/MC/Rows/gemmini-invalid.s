# RUN: not matrix-mc --mcpu=gemmini %s 2>&1 | FileCheck %s
# RUN: not matrix-mc --mcpu=base %S/gemmini.s 2>&1 | FileCheck --check-prefix=BASE %s

# BASE: gemmini.s:[[#]]:1: error: variant 'base' has no instruction 'gemmini.config'

gemmini.mvin r5
# CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: too few operands
gemmini.mvin r5, 16
# CHECK: [[#@LINE-1]]:18: error: expected
gemmini.preload r5, r32
# CHECK: [[#@LINE-1]]:21: error:
gemmini.compute r5, r6
# CHECK: [[#@LINE-1]]:1: error:
gemmini.mvin gemmini.weights, r6
# CHECK: [[#@LINE-1]]:14: error:
