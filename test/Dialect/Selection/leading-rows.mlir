// Non-square tiles: an accumulator has fewer columns than a tile has rows,
// and a contraction reads that number of leading rows of its right operand.
//
// RUN: split-file %s %t
// RUN: matrix-opt %t/select.mlir --matrix-select --matrix-verify-selection | FileCheck %t/select.mlir
// RUN: not matrix-opt %t/others.mlir --matrix-select --matrix-verify-selection 2>&1 | FileCheck %t/others.mlir
// RUN: matrix-opt %t/expand.mlir --matrix-expand | FileCheck %t/expand.mlir

//--- select.mlir
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
#dot = {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
module attributes {matrix.target = #matrix.target<"edge">} {
  // CHECK-LABEL: func @leading
  // CHECK-NEXT: %[[A:.*]] = matrix.tmma %arg0, %arg1, %arg2 : (vector<16x8xf32>, vector<16x16xbf16>, vector<16x16xbf16>
  // CHECK-NEXT: return %[[A]]
  func.func @leading(%c: vector<16x8xf32>, %a: vector<16x16xbf16>, %b: vector<16x16xbf16>) -> vector<16x8xf32> {
    %lead = vector.extract_strided_slice %b {offsets = [0, 0], sizes = [8, 16], strides = [1, 1]} : vector<16x16xbf16> to vector<8x16xbf16>
    %0 = vector.contract #dot %a, %lead, %c : vector<16x16xbf16>, vector<8x16xbf16> into vector<16x8xf32>
    return %0 : vector<16x8xf32>
  }
  // CHECK-LABEL: func @widened
  // CHECK-NEXT: %[[A:.*]] = matrix.tmma %arg0, %arg1, %arg2 {form = "i32.u8"} : (vector<16x8xi32>, vector<16x32xi8>, vector<16x32xi8>
  func.func @widened(%c: vector<16x8xi32>, %a: vector<16x32xi8>, %b: vector<16x32xi8>) -> vector<16x8xi32> {
    %lead = vector.extract_strided_slice %b {offsets = [0, 0], sizes = [8, 32], strides = [1, 1]} : vector<16x32xi8> to vector<8x32xi8>
    %u = arith.extui %a : vector<16x32xi8> to vector<16x32xi32>
    %s = arith.extsi %lead : vector<8x32xi8> to vector<8x32xi32>
    %0 = vector.contract #dot %u, %s, %c : vector<16x32xi32>, vector<8x32xi32> into vector<16x8xi32>
    return %0 : vector<16x8xi32>
  }
}

//--- others.mlir
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
#dot = {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
module attributes {matrix.target = #matrix.target<"edge">} {
  // CHECK: others.mlir:[[#@LINE+3]]:10: error: no instruction of 'edge' computes 'vector.contract'
  func.func @trailing(%c: vector<16x8xf32>, %a: vector<16x16xbf16>, %b: vector<16x16xbf16>) -> vector<16x8xf32> {
    %last = vector.extract_strided_slice %b {offsets = [8, 0], sizes = [8, 16], strides = [1, 1]} : vector<16x16xbf16> to vector<8x16xbf16>
    %0 = vector.contract #dot %a, %last, %c : vector<16x16xbf16>, vector<8x16xbf16> into vector<16x8xf32>
    return %0 : vector<16x8xf32>
  }
}

//--- expand.mlir
// CHECK: %[[LEAD:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [0, 0], sizes = [8, 16], strides = [1, 1]}
// CHECK: vector.outerproduct {{.*}} : vector<16xf32>, vector<8xf32>
module attributes {matrix.target = #matrix.target<"edge">} {
  func.func @expanded(%c: vector<16x8xf32>, %a: vector<16x16xbf16>, %b: vector<16x16xbf16>) -> vector<16x8xf32> {
    %0 = matrix.tmma %c, %a, %b : (vector<16x8xf32>, vector<16x16xbf16>, vector<16x16xbf16>) -> vector<16x8xf32>
    return %0 : vector<16x8xf32>
  }
}
