// RUN: matrix-run %s --random=3 --check --tolerance=0

// Integers close to the midpoint of two bf16 numbers: rounding to f32 first gives
// the midpoint itself.
func.func @main(%x: tensor<32x64xi32>, %y: tensor<32x64xi32>) -> tensor<32x64xbf16> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %r = linalg.map ins(%x, %y : tensor<32x64xi32>, tensor<32x64xi32>) outs(%e : tensor<32x64xbf16>) (%a: i32, %b: i32, %out: bf16) {
    %digits = arith.constant 257 : i32
    %place = arith.constant 262144 : i32
    %beside = arith.constant -3 : i32
    %even = arith.addi %a, %a : i32
    %odd = arith.addi %even, %digits : i32
    %middle = arith.muli %odd, %place : i32
    %offset = arith.addi %b, %beside : i32
    %z = arith.addi %middle, %offset : i32
    %f = arith.sitofp %z : i32 to bf16
    linalg.yield %f : bf16
  }
  return %r : tensor<32x64xbf16>
}
