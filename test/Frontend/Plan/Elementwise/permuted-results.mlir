// RUN: matrix-opt %s -matrix-set-target=cpu=base -matrix-form-fusion-groups -matrix-plan-fusion-groups | FileCheck %s

// The columns of tiles are adjacent elements of the result: stores have no transposed tiles, while loads do.
// CHECK-LABEL: func.func @sum
// CHECK: matrix.plan = #matrix.plan<
// CHECK: loops = [<rows, dim = 0, extent = 384, {{.*}}>, <columns, dim = 1, extent = 64, {{.*}}>]
func.func @sum(%a: tensor<64x8x48xf32>, %b: tensor<64x8x48xf32>) -> tensor<8x48x64xf32> {
  %e = tensor.empty() : tensor<8x48x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<64x8x48xf32>, tensor<64x8x48xf32>) outs(%e : tensor<8x48x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x48x64xf32>
  return %r : tensor<8x48x64xf32>
}
