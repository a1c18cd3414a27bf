// Reductions and elementwise groups on the same rows form a chain: one launch loads each
// block of rows, and keeps the values between the groups in the scratchpad.
//
// RUN: matrix-opt %s -split-input-file -matrix-plan-fusion-groups=cores=1 | FileCheck %s
// RUN: matrix-opt %s -split-input-file -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups \
// RUN:   | FileCheck %s --check-prefix=LOWER

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The blocks have all columns. Values within the chain have one buffer.
// CHECK-LABEL: func @norm
// CHECK: matrix.chain = 1 : i64
// CHECK-SAME: #matrix.plan<cores = 1,
// CHECK-NEXT: loops = [<rows, dim = 0, extent = 100, block = 32, division = cyclic>, <columns, dim = 1, extent = 70, block = 80>],
// CHECK-NEXT: values = [<input, place = scratchpad, buffers = 2>, <accumulators, place = registers>, <result, place = scratchpad>],
// CHECK-NEXT: cost = <products = 0, loads = {{[1-9][0-9]*}},
// CHECK: matrix.chain = 1 : i64
// CHECK: values = [<input, place = scratchpad, buffers = 2>, <input, place = scratchpad>, <result, place = scratchpad, buffers = 2>]>
// LOWER-LABEL: func @norm
// LOWER: matrix.launch
// LOWER-SAME: ins(%{{[a-z0-9]+}} : tensor<100x70xf32>) outs(%{{[a-z0-9]+}} : tensor<100x70xf32>) {all_cores, elementwise = array<i64: 0>}
// LOWER-NOT: matrix.launch
// LOWER: func.func private
// LOWER: matrix.dma_load
// LOWER: matrix.dma_load
// LOWER-NOT: matrix.dma_load
// LOWER: matrix.dma_store
// LOWER-NOT: matrix.dma_store
// LOWER-LABEL: func @transposed_use
module attributes {matrix.target = #matrix.target<"base">} {
func.func @norm(%x: tensor<100x70xf32>) -> tensor<100x70xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<100xf32>
  %e = tensor.empty() : tensor<100x70xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<100xf32>) -> tensor<100xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<100x70xf32>) outs(%init : tensor<100xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<100x70xf32>, tensor<100xf32>) outs(%e : tensor<100x70xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<100x70xf32>
  return %d : tensor<100x70xf32>
}
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

// A sum that is read along the columns is not that of the rows of a block. Rows that do
// not fit the scratchpad form no chain.
// CHECK-LABEL: func @transposed_use
// CHECK-NOT: matrix.chain
// CHECK-LABEL: func @too_long
// CHECK-NOT: matrix.chain
module attributes {matrix.target = #matrix.target<"base">} {
func.func @transposed_use(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<64x64xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
func.func @too_long(%x: tensor<64x40000xf32>) -> tensor<64x40000xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x40000xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<64x40000xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<64x40000xf32>, tensor<64xf32>) outs(%e : tensor<64x40000xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<64x40000xf32>
  return %d : tensor<64x40000xf32>
}
}
