// RUN: matrix-run %s --random=3 --check

// A product per iteration, inserted into a larger tensor.
func.func @main(%x: tensor<4x32x32xf32>, %w: tensor<32x32xf32>) -> tensor<4x32x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x32x32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %e) -> tensor<4x32x32xf32> {
    %s = tensor.extract_slice %x[%i,0,0][1,32,32][1,1,1] : tensor<4x32x32xf32> to tensor<32x32xf32>
    %d = tensor.empty() : tensor<32x32xf32>
    %f = linalg.fill ins(%z: f32) outs(%d: tensor<32x32xf32>) -> tensor<32x32xf32>
    %u = linalg.matmul ins(%s,%w: tensor<32x32xf32>,tensor<32x32xf32>) outs(%f: tensor<32x32xf32>) -> tensor<32x32xf32>
    %t = tensor.insert_slice %u into %o[%i,0,0][1,32,32][1,1,1] : tensor<32x32xf32> into tensor<4x32x32xf32>
    scf.yield %t : tensor<4x32x32xf32>
  }
  return %r : tensor<4x32x32xf32>
}
