// Contractions without an instruction: other maps, other signedness.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection -split-input-file -verify-diagnostics

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @not_transposed(%c: vector<16x16xf32>, %a: vector<16x16xf32>) -> vector<16x16xf32> {
  // expected-error @+1 {{no instruction of 'base' computes 'vector.contract' on 'vector<16x16xf32>'; rewrite it, or keep it on scalars}}
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %a, %a, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
  return %0 : vector<16x16xf32>
}

// -----

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @both_unsigned(%c: vector<16x16xi32>, %a: vector<16x64xi8>) -> vector<16x16xi32> {
  // expected-error @+1 {{no instruction of 'base' computes 'arith.extui'}}
  %u = arith.extui %a : vector<16x64xi8> to vector<16x64xi32>
  // expected-error @+1 {{no instruction of 'base' computes 'vector.contract'}}
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %u, %u, %c : vector<16x64xi32>, vector<16x64xi32> into vector<16x16xi32>
  return %0 : vector<16x16xi32>
}

// -----

func.func @elementwise(%a: vector<16x16xf32>) -> vector<16x16xf32> {
  // expected-error @+1 {{no instruction of 'base' computes 'math.cbrt'}}
  %0 = math.cbrt %a : vector<16x16xf32>
  // Only the first operation of a kind is reported.
  %1 = math.cbrt %0 : vector<16x16xf32>
  return %1 : vector<16x16xf32>
}
