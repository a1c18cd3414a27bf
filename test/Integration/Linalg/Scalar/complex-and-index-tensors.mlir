// RUN: matrix-run %s --random=2 --check
// RUN: matrix-run %s --random=2 --check --mcpu=gemmini

// Tensors of complex numbers and of indices between operations: reductions, gathers,
// padding, concatenation and transposes.
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<6x8xf32>, %y: tensor<6x8xf32>, %n: tensor<5xi32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xi32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %e = tensor.empty() : tensor<6x8xcomplex<f32>>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xcomplex<f32>>) {
  ^bb0(%a: f32, %b: f32, %o: complex<f32>):
    %v = complex.create %a, %b : complex<f32>
    %w = complex.mul %v, %v : complex<f32>
    linalg.yield %w : complex<f32>
  } -> tensor<6x8xcomplex<f32>>
  %e1 = tensor.empty() : tensor<6xcomplex<f32>>
  %f1 = linalg.fill ins(%zero : complex<f32>) outs(%e1 : tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %s = linalg.reduce ins(%c : tensor<6x8xcomplex<f32>>) outs(%f1 : tensor<6xcomplex<f32>>) dimensions = [1] (%p: complex<f32>, %q: complex<f32>) {
    %t = complex.add %p, %q : complex<f32>
    linalg.yield %t : complex<f32>
  }
  %r1 = tensor.empty() : tensor<6xf32>
  %sr = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s : tensor<6xcomplex<f32>>) outs(%r1 : tensor<6xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.re %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %row = tensor.extract_slice %c[2, 0] [1, 8] [1, 1] : tensor<6x8xcomplex<f32>> to tensor<8xcomplex<f32>>
  %mv = linalg.matvec ins(%c, %row : tensor<6x8xcomplex<f32>>, tensor<8xcomplex<f32>>) outs(%f1 : tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %mr = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%mv : tensor<6xcomplex<f32>>) outs(%r1 : tensor<6xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.im %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %e2 = tensor.empty() : tensor<5x8xcomplex<f32>>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id], iterator_types = ["parallel", "parallel"]} ins(%n : tensor<5xi32>) outs(%e2 : tensor<5x8xcomplex<f32>>) {
  ^bb0(%a: i32, %o: complex<f32>):
    %c6 = arith.constant 6 : i32
    %m = arith.remui %a, %c6 : i32
    %i = arith.index_cast %m : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %c[%i, %j] : tensor<6x8xcomplex<f32>>
    linalg.yield %v : complex<f32>
  } -> tensor<5x8xcomplex<f32>>
  %gi = call @im5(%g) : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xf32>
  %pad = tensor.pad %c low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : complex<f32>
  } : tensor<6x8xcomplex<f32>> to tensor<8x8xcomplex<f32>>
  %pr = tensor.empty() : tensor<8x8xf32>
  %pm = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%pad : tensor<8x8xcomplex<f32>>) outs(%pr : tensor<8x8xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.im %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %cat = tensor.concat dim(0) %c, %c : (tensor<6x8xcomplex<f32>>, tensor<6x8xcomplex<f32>>) -> tensor<12x8xcomplex<f32>>
  %cr = tensor.empty() : tensor<12x8xf32>
  %cm = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%cat : tensor<12x8xcomplex<f32>>) outs(%cr : tensor<12x8xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.abs %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<12x8xf32>
  %te = tensor.empty() : tensor<8x6xcomplex<f32>>
  %tr = linalg.transpose ins(%c : tensor<6x8xcomplex<f32>>) outs(%te : tensor<8x6xcomplex<f32>>) permutation = [1, 0]
  %trr = tensor.empty() : tensor<8x6xf32>
  %tm = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%tr : tensor<8x6xcomplex<f32>>) outs(%trr : tensor<8x6xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.re %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<8x6xf32>
  %ie = tensor.empty() : tensor<6x8xindex>
  %ix = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%ie : tensor<6x8xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    linalg.yield %k : index
  } -> tensor<6x8xindex>
  %ir = tensor.empty() : tensor<6xindex>
  %cz = arith.constant 0 : index
  %if = linalg.fill ins(%cz : index) outs(%ir : tensor<6xindex>) -> tensor<6xindex>
  %is = linalg.reduce { arith.addi } ins(%ix : tensor<6x8xindex>) outs(%if : tensor<6xindex>) dimensions = [1]
  %ib = tensor.empty() : tensor<6x8xi32>
  %ic = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%is, %ix : tensor<6xindex>, tensor<6x8xindex>) outs(%ib : tensor<6x8xi32>) {
  ^bb0(%a: index, %b: index, %o: i32):
    %k = arith.addi %a, %b : index
    %v = arith.index_cast %k : index to i32
    linalg.yield %v : i32
  } -> tensor<6x8xi32>
  return %sr, %mr, %gi, %pm, %cm, %tm, %ic : tensor<6xf32>, tensor<6xf32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xi32>
}
func.func private @im5(%g: tensor<5x8xcomplex<f32>>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%g : tensor<5x8xcomplex<f32>>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %v = complex.im %a : complex<f32>
    linalg.yield %v : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
