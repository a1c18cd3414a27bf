// Records considered for selection, and the reason for each decision.
//
// RUN: matrix-opt %s --matrix-select=explain -o /dev/null 2>&1 | FileCheck %s
// RUN: matrix-opt %s --matrix-select -o /dev/null 2>&1 | count 0

!f = vector<16x16xf32>
!a = vector<16x32xbf16>

// The least total cost is chosen, including that of remaining operations; others are listed.
// CHECK: :[[@LINE+11]]:8: remark: 'arith.divf' with 3 more becomes 'tsigm.f32'
// CHECK: note: TSIGM_F32 selected: the least cost, 32 cycles
// CHECK: note: TRCP_F32 rejected: with its operands it takes 80 cycles in 4 instructions instead of 32 cycles
// CHECK: note: TDIV_F32 rejected: with its operands it takes 80 cycles in 4 instructions instead of 32 cycles
func.func @largest(%x: !f) -> !f {
  %zero = arith.constant dense<-0.0> : !f
  %one = arith.constant dense<1.0> : !f
  %n = arith.subf %zero, %x : !f
  %e = math.exp %n : !f
  %d = arith.addf %e, %one : !f

  %s = arith.divf %one, %d : !f
  return %s : !f
}

// Values with other users are not recomputed.
// CHECK: remark: 'arith.addf' becomes 'tadd.f32'
// CHECK: note: TADD_F32 selected
// CHECK: note: TMACW_F32_BF16 rejected: Mul expected, found 'math.exp'
// CHECK: note: TADD_I32 rejected: Add does not have type vector<16x16xf32>
// CHECK: remark: 'arith.divf' becomes 'trcp.f32'
// CHECK: note: TRCP_F32 selected
// CHECK: note: TSIGM_F32 rejected: the result of 'math.exp' has other users
// CHECK: note: TDIV_F32 rejected: an equal match that needs more operands
func.func @shared(%x: !f) -> (!f, !f) {
  %zero = arith.constant dense<-0.0> : !f
  %one = arith.constant dense<1.0> : !f
  %n = arith.subf %zero, %x : !f
  %e = math.exp %n : !f
  %d = arith.addf %one, %e : !f
  %s = arith.divf %one, %d : !f
  return %e, %s : !f, !f
}

// An operand of several operations is counted once.
// CHECK: remark: 'arith.divf' becomes 'tdiv.f32'
// CHECK: note: TDIV_F32 selected: the least cost, 112 cycles in 5 instructions
func.func @diamond(%a: !f) -> !f {
  %zero = arith.constant dense<-0.0> : !f
  %one = arith.constant dense<1.0> : !f
  %x = math.sqrt %a : !f
  %n = arith.subf %zero, %x : !f
  %e = math.exp %n : !f
  %d = arith.addf %e, %one : !f
  %s = arith.divf %x, %d : !f
  return %s : !f
}

// Type mismatches.
// CHECK: remark: 'vector.contract' becomes 'tmma.f32.bf16'
// CHECK: note: TMMA_F32_BF16 selected
// CHECK-DAG: note: TMMA_F32_F32 rejected: it multiplies elements of f32, but the operand has another type
// CHECK-DAG: note: TMMA_F32_F16 rejected: it multiplies elements of f16, but the operand has another type
// CHECK-DAG: note: TMMA_I32_I8 rejected: Contract ik,jk->ij does not have type vector<16x16xf32>
// CHECK-DAG: note: TMMA_I32_U8 rejected: Contract ik,jk->ij does not have type vector<16x16xf32>
func.func @types(%a: !a, %b: !a, %c: !f) -> !f {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : !a, !a into !f
  return %r : !f
}
