# Specifiers of thread-local offsets in the wrong place.
#
# RUN: not matrix-mc %s 2>&1 | FileCheck %s

  movz r4, %tprel_64(own), 0
# CHECK: [[#@LINE-1]]:12: error: expected a number from 0 to 65535, %abs_g<n>(symbol) or %tprel_g<n>(symbol)
  .quad %tprel_g0(own)
# CHECK: [[#@LINE-1]]:9: error: only the specifier '%tprel_64' is possible in data
  .quad %tprel(own)
# CHECK: [[#@LINE-1]]:10: error: unknown specifier '%tprel'; known are abs_g0 to abs_g3, tprel_g0, tprel_g1, tprel_64, and
