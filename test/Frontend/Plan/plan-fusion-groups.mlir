// Plans of each kind of fusion group. The order and the division of the loops are those of
// the variant's work division; blocks are whole tiles.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups | FileCheck %s
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 | FileCheck %s --check-prefix=ONE

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

module attributes {matrix.target = #matrix.target<"base">} {

// A grid of cores; blocks that cores have in common are multicast.
// CHECK-LABEL: func @contraction
// CHECK: matrix.plan = #matrix.plan<cores = 4,
// CHECK-NEXT: loops = [<rows, dim = 0, extent = 1024, block = {{[0-9]+}}, division = grid{{.*}}>, <columns, dim = 1, extent = 1024, block = {{[0-9]+}}, division = grid{{.*}}>, <depth, dim = 2, extent = 1024, block = {{[0-9]+}}>],
// CHECK-NEXT: registers = [4, 2],
// CHECK-NEXT: values = [<lhs, place = scratchpad{{.*}}multicast = {{.*}}>, <accumulators, place = {{registers|result}}>, <result, place = scratchpad, buffers = 2>],
// CHECK-NEXT: cost = <products = 524288, loads = {{[0-9]+}}, dram = {{[0-9]+}}, predicted = {{[0-9]+}}, limit = products>>
// ONE-LABEL: func @contraction
// ONE: matrix.plan = #matrix.plan<cores = 1,
// ONE-NEXT: loops = [<rows, dim = 0, extent = 1024, block = {{[0-9]+}}, division = cyclic>, <columns, dim = 1, extent = 1024, block = {{[0-9]+}}, division = cyclic>, <depth, dim = 2, extent = 1024, block = {{[0-9]+}}>],
// ONE: cost = <products = 2097152,
func.func @contraction(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) outs(%init : tensor<1024x1024xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %ye = arith.extf %y : bf16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<1024x1024xf32>
  return %m : tensor<1024x1024xf32>
}

// With one column of accumulators, all products of a tile of depth read one operand, whose
// load the first product of the next tile would wait for: two columns cost less, although
// 63 tiles of columns have no divisor of two.
// ONE-LABEL: func @odd_columns
// ONE: extent = 1000, block = {{[0-9]+}}, division = cyclic>, <depth
// ONE-NEXT: registers = [{{[0-9]+}}, {{[2-9]}}],
func.func @odd_columns(%a: tensor<1000x1000xbf16>, %b: tensor<1000x1000xbf16>) -> tensor<1000x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x1000xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<1000x1000xbf16>, tensor<1000x1000xbf16>) outs(%init : tensor<1000x1000xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %ye = arith.extf %y : bf16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<1000x1000xf32>
  return %m : tensor<1000x1000xf32>
}

// Partial sums of one step remain in registers.
// CHECK-LABEL: func @reduction
// CHECK: loops = [<rows, dim = 0, extent = 100, block = 32, division = cyclic>, <columns, dim = 1, extent = 90, block = 96>],
// CHECK-NEXT: values = [<input, place = scratchpad>, <accumulators, place = registers>, <result, place = scratchpad>],
// CHECK-NEXT: cost = <products = 0, loads = {{[0-9]+}}, dram = {{[0-9]+}}, predicted = {{[1-9][0-9]*}}, limit = {{[a-z]+}}>>
func.func @reduction(%x: tensor<100x90xf32>) -> tensor<100xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<100x90xf32>) outs(%init : tensor<100xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %a, %acc : f32
    linalg.yield %s : f32
  } -> tensor<100xf32>
  return %r : tensor<100xf32>
}

// One dimension is split into rows and columns.
// CHECK-LABEL: func @elementwise
// CHECK: loops = [<rows, dim = 0, extent = {{[0-9]+}}, block = {{[0-9]+}}, division = cyclic>, <columns, dim = 1, extent = {{[0-9]+}}, block = {{[0-9]+}}, division = cyclic>],
// CHECK-NEXT: values = [<input, place = scratchpad, buffers = 2>, <result, place = scratchpad, buffers = 2>],
// CHECK-NEXT: cost = <products = 0, loads = {{[0-9]+}}, dram = {{[0-9]+}}, predicted = {{[1-9][0-9]*}}, limit = {{[a-z]+}}>>
func.func @elementwise(%x: tensor<500x400xf32>) -> tensor<500x400xf32> {
  %e = tensor.empty() : tensor<500x400xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x : tensor<500x400xf32>) outs(%e : tensor<500x400xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<500x400xf32>
  return %r : tensor<500x400xf32>
}

}
