// RUN: matrix-run %s --random=3 --check

// A product accumulates into the buffer of an iteration argument.
func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 64 : index
  %r = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %c) -> tensor<32x32xf32> {
    %s = tensor.extract_slice %a[0,%k][32,16][1,1] : tensor<32x64xf32> to tensor<32x16xf32>
    %t = tensor.extract_slice %b[%k,0][16,32][1,1] : tensor<64x32xf32> to tensor<16x32xf32>
    %m = linalg.matmul ins(%s,%t: tensor<32x16xf32>,tensor<16x32xf32>) outs(%acc: tensor<32x32xf32>) -> tensor<32x32xf32>
    scf.yield %m : tensor<32x32xf32>
  }
  return %r : tensor<32x32xf32>
}
