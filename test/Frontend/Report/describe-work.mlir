// RUN: matrix-opt %s -split-input-file -matrix-describe-work | FileCheck %s

// The expected work notes are computed by hand.

// Widened operands count in their original type; fills, copies and widening are not counted.
// 4*8*16 products; reads 4*16*2 + 16*8*2; writes 4*8*4 bytes.
// CHECK: module attributes {matrix.work = {constants = 0 : i64, in = 384 : i64, ops = [
// CHECK-SAME: {column = {{[0-9]+}} : i64, ew_bytes = 0 : i64, extents = [4, 16], file = "{{.*}}describe-work.mlir", kind = "move", line = [[@LINE+9]] : i64, op = "linalg.generic", read = 128 : i64, sfu_bytes = 0 : i64, types = [bf16, f32], written = 256 : i64}
// CHECK-SAME: kind = "move"
// CHECK-SAME: gemm = [1, 4, 8, 16], kind = "contraction", line = [[@LINE+22]] : i64, macs = 512 : i64, op = "linalg.matmul", read = 384 : i64, sfu_bytes = 0 : i64, types = [bf16, bf16, f32], written = 128 : i64}
// CHECK-SAME: out = 128 : i64, unknown = 0 : i64}
#id = affine_map<(i, j) -> (i, j)>
module {
func.func @main(%a: tensor<4x16xbf16>, %b: tensor<16x8xbf16>, %unused: tensor<9xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<4x16xf32>
  %wa = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x16xbf16>) outs(%ea : tensor<4x16xf32>) {
  ^bb0(%x: bf16, %y: f32):
    %w = arith.extf %x : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<4x16xf32>
  %eb = tensor.empty() : tensor<16x8xf32>
  %wb = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<16x8xbf16>) outs(%eb : tensor<16x8xf32>) {
  ^bb0(%x: bf16, %y: f32):
    %w = arith.extf %x : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<16x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %c = linalg.matmul ins(%wa, %wb : tensor<4x16xf32>, tensor<16x8xf32>) outs(%init : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}
}

// -----

// Elementwise: one product and one exponential of 32 bytes; a comparison is fused
// with its select. Reductions: unused results are not counted. Constants
// are read from memory, except splats.
// CHECK: constants = 32 : i64, in = 32 : i64
// CHECK-SAME: ew_bytes = 64 : i64, extents = [2, 4], {{.*}} kind = "elementwise", {{.*}} read = 64 : i64, sfu_bytes = 32 : i64, types = [f32, f32, f32], written = 32 : i64}
// CHECK-SAME: ew_bytes = 32 : i64, extents = [2, 4], {{.*}} kind = "reduction", {{.*}} read = 32 : i64, sfu_bytes = 0 : i64, types = [f32, f32, i64], written = 8 : i64}
// CHECK-SAME: ew_bytes = 64 : i64, extents = [2, 4], {{.*}} kind = "softmax", {{.*}} read = 0 : i64, sfu_bytes = 16 : i64
// CHECK-SAME: out = 24 : i64
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
module {
func.func @main(%a: tensor<2x4xf32>, %h: tensor<2x4xi8>) -> (tensor<2xf32>, tensor<2x4xf16>) {
  %data = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]> : tensor<2x4xf32>
  %splat = arith.constant dense<1.0> : tensor<2x4xf16>
  %low = arith.constant dense<0.0> : tensor<2xf32>
  %none = arith.constant dense<0> : tensor<2xi64>
  %e = tensor.empty() : tensor<2x4xf32>
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %data : tensor<2x4xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%x: f32, %d: f32, %y: f32):
    %p = arith.mulf %x, %d : f32
    %q = math.exp %p : f32
    %test = arith.cmpf olt, %q, %x : f32
    %r = arith.select %test, %q, %x : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %top:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<2x4xf32>) outs(%low, %none : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%x: f32, %best: f32, %place: i64):
    %i = linalg.index 1 : index
    %at = arith.index_cast %i : index to i64
    %max = arith.maximumf %x, %best : f32
    %better = arith.cmpf ogt, %x, %best : f32
    %where = arith.select %better, %at, %place : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<2xf32>, tensor<2xi64>)
  %eh = tensor.empty() : tensor<2x4xf16>
  %s = linalg.softmax dimension(1) ins(%splat : tensor<2x4xf16>) outs(%eh : tensor<2x4xf16>) -> tensor<2x4xf16>
  return %top#0, %s : tensor<2xf32>, tensor<2x4xf16>
}
}

// -----

// A convolution is a product of depth 3*3*4; a depthwise one has one column,
// and is computed by the elementwise unit.
// CHECK: gemm = [1, 12, 5, 36], kind = "convolution", {{.*}} macs = 2160
// CHECK-SAME: ew_bytes = 1728 : i64, {{.*}} gemm = [4, 12, 1, 9], kind = "depthwise", {{.*}} macs = 432
module {
func.func @main(%x: tensor<1x4x8x4xf32>, %w: tensor<3x3x4x5xf32>, %d: tensor<3x3x4xf32>)
    -> (tensor<1x2x6x5xf32>, tensor<1x2x6x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x6x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x6x5xf32>) -> tensor<1x2x6x5xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x8x4xf32>, tensor<3x3x4x5xf32>)
                                outs(%i : tensor<1x2x6x5xf32>) -> tensor<1x2x6x5xf32>
  %f = tensor.empty() : tensor<1x2x6x4xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<1x2x6x4xf32>) -> tensor<1x2x6x4xf32>
  %g = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %d : tensor<1x4x8x4xf32>, tensor<3x3x4xf32>)
                                         outs(%j : tensor<1x2x6x4xf32>) -> tensor<1x2x6x4xf32>
  return %c, %g : tensor<1x2x6x5xf32>, tensor<1x2x6x4xf32>
}
}

// -----

// Called functions count once per call; work inside loops is unknown;
// written memory is excluded afterwards.
// One tensor that is both operands and the initial value is read once.
// CHECK: ops = [{{.*}}macs = 8 : i64{{.*}}read = 16 : i64{{.*}}macs = 8 : i64{{.*}}unknown = 1 : i64
module {
func.func private @square(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
func.func @main(%a: tensor<2x2xf32>, %n: index) -> tensor<2x2xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %b = call @square(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = call @square(%b) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = scf.for %i = %0 to %n step %1 iter_args(%x = %c) -> tensor<2x2xf32> {
    %y = linalg.add ins(%x, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
    scf.yield %y : tensor<2x2xf32>
  }
  return %d : tensor<2x2xf32>
}
}

// -----

// Work required by the results: 2 of 8 rows of a product, and every other element of
// an argument. Duplicate computations count once, and reads by loops and gathers
// are not counted.
// The operands of the product: 2 rows of 8, and 8 x 4.
// CHECK: in = 224 : i64, ops = [
// CHECK-SAME: kind = "contraction", {{.*}} needed = [8, 32]
// CHECK-SAME: kind = "elementwise"
// CHECK-NOT: kind =
// CHECK: out = 64
#double = affine_map<(i) -> (2 * i)>
#id = affine_map<(i) -> (i)>
module {
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x4xf32>, %c: tensor<15xf32>, %table: tensor<100xf32>)
    -> (tensor<2x4xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %place = arith.constant 3 : index
  %e = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %q = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %rows = tensor.extract_slice %q[2, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %one = tensor.extract %table[%place] : tensor<100xf32>
  %f = tensor.empty() : tensor<8xf32>
  %half = linalg.generic {indexing_maps = [#double, #id], iterator_types = ["parallel"]}
      ins(%c : tensor<15xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %one : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %rows, %half : tensor<2x4xf32>, tensor<8xf32>
}
}

// -----

// CHECK: module {
// CHECK-NOT: matrix.work
module {
func.func @main(%a: memref<2x2xf32>, %b: memref<2x2xf32>) {
  linalg.add ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%b : memref<2x2xf32>)
  return
}
}
