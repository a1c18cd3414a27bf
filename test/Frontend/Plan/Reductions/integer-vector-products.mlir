// RUN: matrix-compile %s --emit=plan -o - | FileCheck %s
// RUN: matrix-run %s --random --check
// RUN: matrix-run %s --random --check --mcpu=amx-like

// Matrices and vectors that are contiguous along their batch dimension are multiplied
// elementwise where an instruction does that, also in integers.
// CHECK: matrix.plan @reduction_0
// CHECK: <columns, dim = 0, extent = 40
func.func @main(%x: tensor<12x20x40xi8>, %f: tensor<20x40xi8>, %o: tensor<12x40xi32>) -> tensor<12x40xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, k) -> (m, k, b)>, affine_map<(b, m, k) -> (k, b)>, affine_map<(b, m, k) -> (m, b)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %f : tensor<12x20x40xi8>, tensor<20x40xi8>) outs(%o : tensor<12x40xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %ae = arith.extsi %a : i8 to i32
    %be = arith.extsi %b : i8 to i32
    %m = arith.muli %ae, %be : i32
    %s = arith.addi %c, %m : i32
    linalg.yield %s : i32
  } -> tensor<12x40xi32>
  return %r : tensor<12x40xi32>
}
