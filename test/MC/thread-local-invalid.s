# Addresses of thread-local variables, and offsets of others.
#
# RUN: not matrix-mc --filetype=obj %s -o %t.o 2>&1 | FileCheck %s

  movz r4, %abs_g0(own), 0
# CHECK: [[#@LINE-1]]:20: error: symbol 'own' is thread-local; add the thread pointer to %tprel_g1 and %tprel_g0_nc
  movz r4, %tprel_g0(normal), 0
# CHECK: [[#@LINE-1]]:22: error: symbol 'normal' is not thread-local; use %abs_g0, ... for its address
.data
normal:
  .quad own
# CHECK: [[#@LINE-1]]:9: error: symbol 'own' is thread-local; add the thread pointer to %tprel_g1 and %tprel_g0_nc
.section .tdata,"awT",@progbits
own:
  .quad 1
