// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-legalize))' | FileCheck %s

#image = affine_map<(c, i, j, p, q) -> (c, i * 2 + p, j * 2 + q)>
#window = affine_map<(c, i, j, p, q) -> (p, q)>
#filter = affine_map<(c, i, j, p, q) -> (c, p, q)>
#out = affine_map<(c, i, j, p, q) -> (c, i, j)>

// A maximum over windows in steps along the contiguous dimension: in f32, from the padding of a wide image on, and truncated.
// CHECK-LABEL: func.func @maximum
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<32x28x28xbf16>) outs(%{{.*}} : tensor<32x28x28xf32>)
// CHECK: arith.extf
// CHECK: tensor.pad %[[WIDE]]
// CHECK: tensor.yield %{{.*}} : f32
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<32x14x14xf32>)
// CHECK: arith.maximumf %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[MAX]] : tensor<32x14x14xf32>) outs(%{{.*}} : tensor<32x14x14xbf16>)
// CHECK: arith.truncf
func.func @maximum(%x: tensor<32x28x28xbf16>) -> tensor<32x14x14xbf16> {
  %inf = arith.constant 0xFF80 : bf16
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %inf : bf16
  } : tensor<32x28x28xbf16> to tensor<32x30x30xbf16>
  %w = tensor.empty() : tensor<3x3xbf16>
  %e = tensor.empty() : tensor<32x14x14xbf16>
  %f = linalg.fill ins(%inf : bf16) outs(%e : tensor<32x14x14xbf16>) -> tensor<32x14x14xbf16>
  %r = linalg.generic {indexing_maps = [#image, #window, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<32x30x30xbf16>, tensor<3x3xbf16>) outs(%f : tensor<32x14x14xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.maximumf %o, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<32x14x14xbf16>
  return %r : tensor<32x14x14xbf16>
}

// -----

#image = affine_map<(c, i, j, p, q) -> (c, i * 2 + p, j * 2 + q)>
#window = affine_map<(c, i, j, p, q) -> (p, q)>
#out = affine_map<(c, i, j, p, q) -> (c, i, j)>

// A sum that rounds after each addition still does.
// CHECK-LABEL: func.func @sum
// CHECK: ^bb0(%[[A:.*]]: f32, %{{.*}}: bf16, %[[O:.*]]: bf16):
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[A]] : f32 to bf16
// CHECK-NEXT: arith.addf %[[O]], %[[T]] : bf16
func.func @sum(%x: tensor<32x28x28xbf16>) -> tensor<32x14x14xbf16> {
  %zero = arith.constant 0.0 : bf16
  %w = tensor.empty() : tensor<2x2xbf16>
  %e = tensor.empty() : tensor<32x14x14xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<32x14x14xbf16>) -> tensor<32x14x14xbf16>
  %r = linalg.generic {indexing_maps = [#image, #window, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x28x28xbf16>, tensor<2x2xbf16>) outs(%f : tensor<32x14x14xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.addf %o, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<32x14x14xbf16>
  return %r : tensor<32x14x14xbf16>
}

// -----

#image = affine_map<(c, i, j, p, q) -> (c, i * 2 + p, j * 2 + q)>
#filter = affine_map<(c, i, j, p, q) -> (c, p, q)>
#out = affine_map<(c, i, j, p, q) -> (c, i, j)>

// A convolution of each channel: its extensions are in DRAM.
// CHECK-LABEL: func.func @convolution
// CHECK-COUNT-2: arith.extf
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.mulf %[[A]], %[[B]] : f32
func.func @convolution(%x: tensor<32x28x28xbf16>, %w: tensor<32x2x2xbf16>) -> tensor<32x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x14x14xf32>) -> tensor<32x14x14xf32>
  %r = linalg.generic {indexing_maps = [#image, #filter, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x28x28xbf16>, tensor<32x2x2xbf16>) outs(%f : tensor<32x14x14xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %m = arith.mulf %u, %v : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x14x14xf32>
  return %r : tensor<32x14x14xf32>
}

// -----

#image = affine_map<(i, j, c, p, q) -> (i * 2 + p, j * 2 + q, c)>
#window = affine_map<(i, j, c, p, q) -> (p, q)>
#out = affine_map<(i, j, c, p, q) -> (i, j, c)>

// Channels that are contiguous need no transposition.
// CHECK-LABEL: func.func @channels
// CHECK-NOT: arith.extf
// CHECK: arith.maximumf %{{.*}} : bf16
func.func @channels(%x: tensor<28x28x32xbf16>) -> tensor<14x14x32xbf16> {
  %inf = arith.constant 0xFF80 : bf16
  %w = tensor.empty() : tensor<2x2xbf16>
  %e = tensor.empty() : tensor<14x14x32xbf16>
  %f = linalg.fill ins(%inf : bf16) outs(%e : tensor<14x14x32xbf16>) -> tensor<14x14x32xbf16>
  %r = linalg.generic {indexing_maps = [#image, #window, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<28x28x32xbf16>, tensor<2x2xbf16>) outs(%f : tensor<14x14x32xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.maximumf %o, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<14x14x32xbf16>
  return %r : tensor<14x14x32xbf16>
}
