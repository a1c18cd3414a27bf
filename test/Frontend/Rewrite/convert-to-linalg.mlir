// Operations on tensors that are converted before any other pass.
//
// RUN: matrix-opt %s -split-input-file -matrix-convert-to-linalg | FileCheck %s --implicit-check-not='{{ (tosa|cf)\.}}'

// CHECK-LABEL: func @elementwise
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK: math.tanh
// CHECK: linalg.generic
// CHECK: arith.bitcast
func.func @elementwise(%x: tensor<6x8xf32>) -> tensor<6x8xi32> {
  %a = arith.addf %x, %x : tensor<6x8xf32>
  %b = math.tanh %a : tensor<6x8xf32>
  %c = tensor.bitcast %b : tensor<6x8xf32> to tensor<6x8xi32>
  return %c : tensor<6x8xi32>
}

// -----

// CHECK-LABEL: func @scalar
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @scalar(%x: f32) -> f32 {
  %a = arith.addf %x, %x : f32
  return %a : f32
}

// -----

// CHECK-LABEL: func @pack
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
func.func @pack(%x: tensor<30x50xf32>) -> tensor<4x7x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x7x8x8xf32>
  %p = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<30x50xf32> -> tensor<4x7x8x8xf32>
  return %p : tensor<4x7x8x8xf32>
}

// -----

// CHECK-LABEL: func @gather
// CHECK-SAME: (%[[X:.*]]: tensor<6x8xf32>, %[[I:.*]]: tensor<3x1xi32>)
// CHECK: linalg.generic
// CHECK-DAG: %[[ROW:.*]] = linalg.index 0
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[C:.*]] = tensor.extract %[[I]][%[[ROW]], %[[ZERO]]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[C]]
// CHECK: %[[INNER:.*]] = linalg.index 2
// CHECK: tensor.extract %[[X]][%[[INDEX]], %[[INNER]]]
func.func @gather(%x: tensor<6x8xf32>, %i: tensor<3x1xi32>) -> tensor<3x1x8xf32> {
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<6x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>
  return %g : tensor<3x1x8xf32>
}

// -----

// CHECK-LABEL: func @scatter
// CHECK: scf.for
// CHECK: tensor.extract_slice
// CHECK: tensor.insert_slice
func.func @scatter(%x: tensor<6x8xf32>, %s: tensor<3x8xf32>, %i: tensor<3x1xindex>) -> tensor<6x8xf32> {
  %r = tensor.scatter %s into %x[%i] scatter_dims([0]) unique : (tensor<3x8xf32>, tensor<6x8xf32>, tensor<3x1xindex>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// -----

// CHECK-LABEL: func @branches
// CHECK: scf.if
func.func @branches(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.negf %x : tensor<4xf32>
  return %y : tensor<4xf32>
^b:
  return %x : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @affine_loop
// CHECK: scf.for
func.func @affine_loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 3 iter_args(%a = %x) -> tensor<4xf32> {
    %b = arith.addf %a, %x : tensor<4xf32>
    affine.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @tosa
// CHECK: linalg.batch_matmul
// CHECK: math.tanh
func.func @tosa(%x: tensor<1x6x8xf32>, %y: tensor<1x8x4xf32>) -> tensor<1x6x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = tosa.matmul %x, %y, %zp, %zp : (tensor<1x6x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x4xf32>
  %b = tosa.tanh %a : (tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return %b : tensor<1x6x4xf32>
}

// -----

// CHECK-LABEL: func @poison
// CHECK-NEXT: tensor.empty
func.func @poison() -> tensor<4xf32> {
  %p = ub.poison : tensor<4xf32>
  return %p : tensor<4xf32>
}

// -----

// The rounding of the machine may be named.
// CHECK-LABEL: func @nearest
// CHECK: arith.truncf {roundingmode = 0 : i32}
func.func @nearest(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %empty = tensor.empty() : tensor<4xbf16>
  %result = linalg.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xbf16>)
    (%in: f32, %out: bf16) {
      %narrow = arith.truncf %in to_nearest_even : f32 to bf16
      linalg.yield %narrow : bf16
    }
  return %result : tensor<4xbf16>
}

// -----

// Loops that index each result are parallel, also if they are called reductions; sums of loops are no such indices.
// CHECK-LABEL: func.func @parallel_reductions
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: iterator_types = ["reduction", "parallel"]
// CHECK: iterator_types = ["reduction", "reduction"]
func.func @parallel_reductions(%x: tensor<4x9xf32>, %r: tensor<4xf32>, %c: tensor<9xf32>, %d: tensor<12xf32>) -> (tensor<4xf32>, tensor<9xf32>, tensor<4x9xf32>, tensor<12xf32>) {
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%r : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %columns:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%c, %x : tensor<9xf32>, tensor<4x9xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s, %s : f32, f32
  } -> (tensor<9xf32>, tensor<4x9xf32>)
  %diagonals = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%d : tensor<12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  return %rows, %columns#0, %columns#1, %diagonals : tensor<4xf32>, tensor<9xf32>, tensor<4x9xf32>, tensor<12xf32>
}
