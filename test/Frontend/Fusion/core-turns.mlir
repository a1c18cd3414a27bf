// Cores of a chain that have one block each load in turn: each waits until the core before
// has its block.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups \
// RUN:   | FileCheck %s --check-prefix=ONE --implicit-check-not=semaphore
// RUN: matrix-run %S/Inputs/softmax-64x1000.mlir --random --check

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @in_turn
// CHECK: func.func private
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: %[[BEFORE:.*]] = arith.minui %[[CORE]], %c1
// CHECK: matrix.semaphore_wait %c0 for %[[BEFORE]]
// CHECK: %[[LOAD:.*]] = matrix.dma_load
// CHECK: matrix.dma_wait %[[LOAD]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[CORE]], %c1
// CHECK: %[[IS_CORE:.*]] = arith.cmpi ult, %[[NEXT]], %c4
// CHECK: scf.if %[[IS_CORE]] {
// CHECK-NEXT: matrix.semaphore_post %c0 of %[[NEXT]]
// CHECK: matrix.dma_store

// Blocks of a core overlap.
// CHECK-LABEL: func @several_blocks
// CHECK-NOT: semaphore

// The handover takes longer than the block.
// CHECK-LABEL: func @short_rows
// CHECK-NOT: semaphore

// ONE-LABEL: func @in_turn
func.func @in_turn(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x1000xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<64x1000xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<64x1000xf32>, tensor<64xf32>) outs(%e : tensor<64x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<64x1000xf32>
  return %d : tensor<64x1000xf32>
}
func.func @several_blocks(%x: tensor<1024x1000xf32>) -> tensor<1024x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<1024xf32>
  %e = tensor.empty() : tensor<1024x1000xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<1024xf32>) -> tensor<1024xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<1024x1000xf32>) outs(%init : tensor<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<1024xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<1024x1000xf32>, tensor<1024xf32>) outs(%e : tensor<1024x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1024x1000xf32>
  return %d : tensor<1024x1000xf32>
}
func.func @short_rows(%x: tensor<64x70xf32>) -> tensor<64x70xf32> {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x70xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<64x70xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %s : tensor<64x70xf32>, tensor<64xf32>) outs(%e : tensor<64x70xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<64x70xf32>
  return %d : tensor<64x70xf32>
}

}
