// RUN: split-file %s %t
// RUN: matrix-opt %t/folded.mlir -matrix-legalize | FileCheck %s
// RUN: matrix-opt %t/others.mlir -split-input-file -matrix-legalize | FileCheck %s --check-prefix=OTHERS --implicit-check-not=math.fma

// RUN: matrix-run %t/run.mlir --random --check
// RUN: matrix-run %t/run.mlir --random --check --cores=1 --disable=reassociation
// RUN: matrix-run %t/run.mlir --random --check --disable=kept-tensors
// RUN: matrix-run %t/run.mlir --random --check --mcpu=ring32
// RUN: matrix-run %t/run.mlir --random --check --mcpu=edge
// RUN: matrix-run %t/run.mlir --random --check --mcpu=amx-like

// The vectors are computed by one operation, also with operands in another order.

//--- folded.mlir
// CHECK-LABEL: func @folded
// CHECK-SAME: %[[X:.*]]: tensor<8x20xf32>, %[[M:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<8xf32>, %[[G:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>
// CHECK: %[[V:.*]]:2 = linalg.generic {{.*}} ins(%[[M]], %[[S]], %[[G]], %[[B]] :
// CHECK-NEXT: ^bb0(%[[M0:[^:]+]]: f32, %[[S0:[^:]+]]: f32, %[[G0:[^:]+]]: f32, %[[B0:[^:]+]]: f32,
// CHECK-NEXT: %[[F:.*]] = arith.mulf %[[S0]], %[[G0]]
// CHECK-NEXT: %[[MOVED:.*]] = arith.mulf %[[M0]], %[[F]]
// CHECK-NEXT: %[[SHIFT:.*]] = arith.subf %[[B0]], %[[MOVED]]
// CHECK-NEXT: linalg.yield %[[F]], %[[SHIFT]]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[V]]#0, %[[V]]#1 :
// CHECK-NEXT: ^bb0(%[[X0:[^:]+]]: f32, %[[F0:[^:]+]]: f32, %[[SHIFT0:[^:]+]]: f32,
// CHECK-NEXT: math.fma %[[X0]], %[[F0]], %[[SHIFT0]]
#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
func.func @folded(%x: tensor<8x20xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8x20xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #rows, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s, %g, %b : tensor<8x20xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %g0: f32, %b0: f32, %o: f32):
    %0 = arith.subf %x0, %m0 : f32
    %1 = arith.mulf %s0, %0 : f32
    %2 = arith.mulf %1, %g0 : f32
    %3 = arith.addf %b0, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// Vectors of different dimensions, as in the normalization of layers; a value in between
// that is used again; a vector that is; another format; and a mean minus the element.

//--- others.mlir
#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#cols = affine_map<(i, j) -> (j)>
// OTHERS-LABEL: func @layer
// OTHERS: arith.subf
func.func @layer(%x: tensor<8x20xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>, %g: tensor<20xf32>, %b: tensor<20xf32>) -> tensor<8x20xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #cols, #cols, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s, %g, %b : tensor<8x20xf32>, tensor<8xf32>, tensor<8xf32>, tensor<20xf32>, tensor<20xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %g0: f32, %b0: f32, %o: f32):
    %0 = arith.subf %x0, %m0 : f32
    %1 = arith.mulf %0, %s0 : f32
    %2 = arith.mulf %1, %g0 : f32
    %3 = arith.addf %2, %b0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
// OTHERS-LABEL: func @used_again
// OTHERS: arith.subf
func.func @used_again(%x: tensor<8x20xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8x20xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #rows, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s, %g, %b : tensor<8x20xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %g0: f32, %b0: f32, %o: f32):
    %0 = arith.subf %x0, %m0 : f32
    %1 = arith.mulf %0, %s0 : f32
    %2 = arith.mulf %1, %g0 : f32
    %3 = arith.addf %2, %b0 : f32
    %4 = arith.mulf %3, %1 : f32
    linalg.yield %4 : f32
  } -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
// OTHERS-LABEL: func @shared_vector
// OTHERS: arith.subf
func.func @shared_vector(%x: tensor<8x20xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8x20xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s : tensor<8x20xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %o: f32):
    %0 = arith.subf %x0, %m0 : f32
    %1 = arith.mulf %0, %s0 : f32
    %2 = arith.mulf %1, %m0 : f32
    %3 = arith.addf %2, %s0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
// OTHERS-LABEL: func @narrow
// OTHERS: arith.subf
func.func @narrow(%x: tensor<8x20xbf16>, %m: tensor<8xbf16>, %s: tensor<8xbf16>, %g: tensor<8xbf16>, %b: tensor<8xbf16>) -> tensor<8x20xbf16> {
  %e = tensor.empty() : tensor<8x20xbf16>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #rows, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s, %g, %b : tensor<8x20xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) outs(%e : tensor<8x20xbf16>) {
  ^bb0(%x0: bf16, %m0: bf16, %s0: bf16, %g0: bf16, %b0: bf16, %o: bf16):
    %0 = arith.subf %x0, %m0 : bf16
    %1 = arith.mulf %0, %s0 : bf16
    %2 = arith.mulf %1, %g0 : bf16
    %3 = arith.addf %2, %b0 : bf16
    linalg.yield %3 : bf16
  } -> tensor<8x20xbf16>
  return %r : tensor<8x20xbf16>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
// OTHERS-LABEL: func @reversed
// OTHERS: arith.subf
func.func @reversed(%x: tensor<8x20xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8x20xf32> {
  %e = tensor.empty() : tensor<8x20xf32>
  %r = linalg.generic {indexing_maps = [#id, #rows, #rows, #rows, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %s, %g, %b : tensor<8x20xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x20xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %g0: f32, %b0: f32, %o: f32):
    %0 = arith.subf %m0, %x0 : f32
    %1 = arith.mulf %0, %s0 : f32
    %2 = arith.mulf %1, %g0 : f32
    %3 = arith.addf %2, %b0 : f32
    linalg.yield %3 : f32
  } -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// A convolution with a row and column of padding, its normalization, and a product of its
// channels: the tensors between them are kept.

//--- run.mlir
#id = affine_map<(c, h, w) -> (c, h, w)>
#channels = affine_map<(c, h, w) -> (c)>
func.func @main(%x: tensor<40x15x15xf32>, %taps: tensor<40x3x3xf32>, %m: tensor<40xf32>, %s: tensor<40xf32>, %g: tensor<40xf32>, %b: tensor<40xf32>, %k: tensor<24x40xf32>) -> tensor<24x225xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%i: index, %j: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<40x15x15xf32> to tensor<40x17x17xf32>
  %image = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [1, 40, 17, 17] : tensor<40x17x17xf32> into tensor<1x40x17x17xf32>
  %e = tensor.empty() : tensor<1x40x15x15xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x40x15x15xf32>) -> tensor<1x40x15x15xf32>
  %d = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %taps : tensor<1x40x17x17xf32>, tensor<40x3x3xf32>) outs(%z : tensor<1x40x15x15xf32>) -> tensor<1x40x15x15xf32>
  %c = tensor.collapse_shape %d [[0, 1], [2], [3]] : tensor<1x40x15x15xf32> into tensor<40x15x15xf32>
  %e1 = tensor.empty() : tensor<40x15x15xf32>
  %n = linalg.generic {indexing_maps = [#id, #channels, #channels, #channels, #channels, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c, %m, %s, %g, %b : tensor<40x15x15xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) outs(%e1 : tensor<40x15x15xf32>) {
  ^bb0(%x0: f32, %m0: f32, %s0: f32, %g0: f32, %b0: f32, %o: f32):
    %0 = arith.subf %x0, %m0 : f32
    %1 = arith.mulf %0, %s0 : f32
    %2 = arith.mulf %1, %g0 : f32
    %3 = arith.addf %2, %b0 : f32
    linalg.yield %3 : f32
  } -> tensor<40x15x15xf32>
  %f = tensor.collapse_shape %n [[0], [1, 2]] : tensor<40x15x15xf32> into tensor<40x225xf32>
  %e2 = tensor.empty() : tensor<24x225xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<24x225xf32>) -> tensor<24x225xf32>
  %r = linalg.matmul ins(%k, %f : tensor<24x40xf32>, tensor<40x225xf32>) outs(%z2 : tensor<24x225xf32>) -> tensor<24x225xf32>
  return %r : tensor<24x225xf32>
}
