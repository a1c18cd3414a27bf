// Traps of row-memory instructions are derived from their semantics: views of
// packed operands are memory addresses, fields count rows, and configuration
// may have a value without a case (two bits, two cases), or always has a case (one bit).
// RUN: matrix-tblgen -gen-isa-markdown %td_flags %s | FileCheck %s

include "Matrix.td"

// CHECK-LABEL: ### gemmini.flush
// CHECK-NOT:   Traps:
// CHECK-LABEL: ### gemmini.mvin
// CHECK:       Traps: rows above 16; columns above 64; rows outside their memory; address misaligned or outside memory.
// CHECK-LABEL: ### gemmini.mvout
// CHECK:       Traps: rows above 16; columns above 64; address misaligned or outside memory; rows outside their memory; configuration without a case in the pseudo-code.
// CHECK-LABEL: ### qkv.gemm
// CHECK:       Traps: rows outside their memory.
