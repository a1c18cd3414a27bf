// RUN: matrix-opt %s -matrix-select-rows -matrix-allocate-rows -matrix-configure-rows | FileCheck %s

// Loads with different strides: each has an instruction with a stride of its own, so that
// the strides are configured once, before the loop.

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {

// CHECK-LABEL: @strides
// CHECK: scf.for
// CHECK-NOT: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin2 %{{.*}} : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
// CHECK: matrix.gemmini.mvin3 %{{.*}} : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
// CHECK: matrix.gemmini.compute
// CHECK-NOT: matrix.gemmini.config
// CHECK: }
func.func @strides(%a: memref<16x160xi8>, %b: memref<160x48xi8>, %c: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c160 = arith.constant 160 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %init = vector.transfer_read %c[%c0, %c0], %none {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
  %sum = scf.for %k = %c0 to %c160 step %c16 iter_args(%s = %init) -> (vector<16x16xi32>) {
    %av = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : memref<16x160xi8>, vector<16x16xi8>
    %bv = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : memref<160x48xi8>, vector<16x16xi8>
    %t = vector.contract #matmul %av, %bv, %s : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
    scf.yield %t : vector<16x16xi32>
  }
  vector.transfer_write %sum, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}

}
