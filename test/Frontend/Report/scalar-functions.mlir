// Remarks about scalar code count functions of the runtime library by the cycles they take: one function per element takes
// most of the time beside a copy of as many elements, counting leading zeros does not.

// RUN: matrix-compile %s --mcpu=qkv -o %t.elf 2>&1 | FileCheck %s
// RUN: sed 's/math.atan/math.ctlz/; s/f32/i32/g' %s | matrix-compile - --mcpu=qkv -o %t.elf 2>&1 | FileCheck %s --check-prefix=SHORT

// CHECK: scalar-functions.mlir:18:8: remark: {{.*}}about 9{{[0-9]}} % of the estimated cycles
// SHORT: <stdin>:18:8: remark: {{.*}}about 5{{[0-9]}} % of the estimated cycles
#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
func.func @main(%x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %e = tensor.empty() : tensor<32x32xf32>
  %s = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.atan %a : f32
    linalg.yield %y : f32
  } -> tensor<32x32xf32>
  return %s, %r : tensor<32x32xf32>, tensor<32x32xf32>
}
