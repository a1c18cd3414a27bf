// Rows of few tiles are computed side by side, without loops over columns. Loads do not pass
// stores; so the loads of a row precede the stores of the row before.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: matrix-run %S/Inputs/rows-37x40.mlir --random --check

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

module attributes {matrix.target = #matrix.target<"base">} {

// Three rows of three tiles. The sum starts from 0 once: 0 + -0 is 0.
// CHECK-LABEL: func @norm
// CHECK: func.func private
// CHECK: matrix.dma_wait
// CHECK: vector.transfer_read %[[X:[a-z0-9_]+]][%c0, %c0]
// CHECK: vector.transfer_read %[[X]][%c0, %c16]
// CHECK: vector.transfer_read %[[X]][%c0, %c32]
// CHECK: arith.addf %{{.*}}, %cst{{.*}} : vector<16x16xf32>
// CHECK: vector.transfer_read %[[X]][%c16, %c32]
// CHECK: vector.multi_reduction <add>
// CHECK: arith.addf %{{.*}}, %cst{{.*}} : vector<16x16xf32>
// CHECK: vector.multi_reduction <add>
// CHECK: vector.transfer_write {{.*}}[%c0, %c0]
// CHECK: vector.multi_reduction <add>
// CHECK: vector.transfer_write {{.*}}[%c16, %c0]
// The differences.
// CHECK: vector.transfer_read {{.*}}[%c0, %c0]
// CHECK: arith.subf
// CHECK: arith.subf
// CHECK: arith.subf
// CHECK: vector.transfer_write {{.*}}[%c0, %c0]
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write {{.*}}[%c16, %c32]
func.func @norm(%x: tensor<96x48xf32>) -> tensor<96x48xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<96xf32>
  %e = tensor.empty() : tensor<96x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<96xf32>) -> tensor<96xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<96x48xf32>) outs(%init : tensor<96xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<96xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<96x48xf32>, tensor<96xf32>) outs(%e : tensor<96x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<96x48xf32>
  return %d : tensor<96x48xf32>
}
}
