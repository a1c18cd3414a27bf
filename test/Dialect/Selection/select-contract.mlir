// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
#dot = {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
// The same with permuted loop dimensions.
#a2 = affine_map<(k, j, i) -> (i, k)>
#b2 = affine_map<(k, j, i) -> (j, k)>
#c2 = affine_map<(k, j, i) -> (i, j)>
#dot2 = {indexing_maps = [#a2, #b2, #c2], iterator_types = ["reduction", "parallel", "parallel"], kind = #vector.kind<add>}

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!b = vector<16x32xbf16>
!n = vector<16x64xi8>

// CHECK-LABEL: func @floats
// CHECK-NEXT: %[[A:.*]] = matrix.tmma %arg0, %arg1, %arg1 : (vector<16x16xf32>, vector<16x16xf32>
// CHECK-NEXT: %[[B:.*]] = matrix.tmma %[[A]], %arg2, %arg2 : (vector<16x16xf32>, vector<16x32xbf16>
// CHECK-NEXT: %[[C:.*]] = matrix.tmma %[[B]], %arg2, %arg2 : (vector<16x16xf32>, vector<16x32xbf16>
// CHECK-NEXT: return %[[C]]
func.func @floats(%c: !f, %a: !f, %b: !b) -> !f {
  %0 = vector.contract #dot %a, %a, %c : !f, !f into !f
  %1 = vector.contract #dot2 %b, %b, %0 : !b, !b into !f
  %w = arith.extf %b : !b to vector<16x32xf32>
  %2 = vector.contract #dot %w, %w, %1 : vector<16x32xf32>, vector<16x32xf32> into !f
  return %2 : !f
}

// CHECK-LABEL: func @integers
// CHECK-NEXT: matrix.tmma %arg0, %arg1, %arg1 {form = "i32.i8"}
// CHECK-NEXT: matrix.tmma %{{.*}}, %arg1, %arg1 {form = "i32.i8"}
// CHECK-NEXT: matrix.tmma %{{.*}}, %arg1, %arg1 {form = "i32.u8"}
func.func @integers(%c: !i, %a: !n) -> !i {
  %0 = vector.contract #dot %a, %a, %c : !n, !n into !i
  %s = arith.extsi %a : !n to vector<16x64xi32>
  %u = arith.extui %a : !n to vector<16x64xi32>
  %1 = vector.contract #dot %s, %s, %0 : vector<16x64xi32>, vector<16x64xi32> into !i
  %2 = vector.contract #dot %u, %s, %1 : vector<16x64xi32>, vector<16x64xi32> into !i
  return %2 : !i
}
