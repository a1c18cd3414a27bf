// Operations fused into one tree of row instructions keep their own source lines: each has
// its cycles in the trace.
// REQUIRES: variant-gemmini
// RUN: cp %s %t.mlir
// RUN: matrix-run %t.mlir --mcpu=gemmini --random --check --timed --trace=%t.json
// RUN: %python %S/Inputs/print_operations.py %t.json linalg | FileCheck %s
// CHECK: linalg.generic 16{{$}}
// CHECK-NEXT: linalg.matmul 14{{$}}
// CHECK-NEXT: linalg.matmul 25{{$}}
func.func @main(%a: tensor<48x48xi8>, %b: tensor<48x48xi8>, %c: tensor<48x48xi8>) -> tensor<48x48xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<48x48xi32>
  %s = linalg.fill ins(%zero : i32) outs(%e : tensor<48x48xi32>) -> tensor<48x48xi32>
  %p = linalg.matmul ins(%a, %b : tensor<48x48xi8>, tensor<48x48xi8>) outs(%s : tensor<48x48xi32>) -> tensor<48x48xi32>
  %e8 = tensor.empty() : tensor<48x48xi8>
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<48x48xi32>) outs(%e8 : tensor<48x48xi8>) {
  ^bb0(%x: i32, %o: i8):
    %lo = arith.constant -128 : i32
    %hi = arith.constant 127 : i32
    %m = arith.maxsi %x, %lo : i32
    %k = arith.minsi %m, %hi : i32
    %t = arith.trunci %k : i32 to i8
    linalg.yield %t : i8
  } -> tensor<48x48xi8>
  %q = linalg.matmul ins(%n, %c : tensor<48x48xi8>, tensor<48x48xi8>) outs(%s : tensor<48x48xi32>) -> tensor<48x48xi32>
  return %q : tensor<48x48xi32>
}
