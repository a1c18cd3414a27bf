// Reductions into narrow integers: pooling, extrema, sums and products modulo 2^8 and 2^16.
// RUN: matrix-run %s --random=3 --check

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<1x9x11x20xi8>, %y: tensor<1x20x19x23xi8>, %a: tensor<37x45xi8>, %b: tensor<45x20xi8>, %u: tensor<37x45xi16>, %start: tensor<37xi16>)
    -> (tensor<1x8x10x20xi8>, tensor<1x20x9x11xi8>, tensor<37x20xi8>, tensor<37xi16>, tensor<37xi8>) {
  %least = arith.constant -128 : i8
  %zero = arith.constant 0 : i8
  %w = tensor.empty() : tensor<2x2xi8>
  %e0 = tensor.empty() : tensor<1x8x10x20xi8>
  %f0 = linalg.fill ins(%least : i8) outs(%e0 : tensor<1x8x10x20xi8>) -> tensor<1x8x10x20xi8>
  %r0 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x9x11x20xi8>, tensor<2x2xi8>) outs(%f0 : tensor<1x8x10x20xi8>) -> tensor<1x8x10x20xi8>
  %e1 = tensor.empty() : tensor<1x20x9x11xi8>
  %f1 = linalg.fill ins(%least : i8) outs(%e1 : tensor<1x20x9x11xi8>) -> tensor<1x20x9x11xi8>
  %r1 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%y, %w : tensor<1x20x19x23xi8>, tensor<2x2xi8>) outs(%f1 : tensor<1x20x9x11xi8>) -> tensor<1x20x9x11xi8>
  %e2 = tensor.empty() : tensor<37x20xi8>
  %f2 = linalg.fill ins(%zero : i8) outs(%e2 : tensor<37x20xi8>) -> tensor<37x20xi8>
  %r2 = linalg.matmul ins(%a, %b : tensor<37x45xi8>, tensor<45x20xi8>) outs(%f2 : tensor<37x20xi8>) -> tensor<37x20xi8>
  %r3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<37x45xi16>) outs(%start : tensor<37xi16>) {
  ^bb0(%p: i16, %o: i16):
    %m = arith.maxui %p, %o : i16
    linalg.yield %m : i16
  } -> tensor<37xi16>
  %e4 = tensor.empty() : tensor<37xi8>
  %f4 = linalg.fill ins(%zero : i8) outs(%e4 : tensor<37xi8>) -> tensor<37xi8>
  %r4 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<37x45xi8>) outs(%f4 : tensor<37xi8>) {
  ^bb0(%p: i8, %o: i8):
    %m = arith.addi %o, %p : i8
    linalg.yield %m : i8
  } -> tensor<37xi8>
  return %r0, %r1, %r2, %r3, %r4 : tensor<1x8x10x20xi8>, tensor<1x20x9x11xi8>, tensor<37x20xi8>, tensor<37xi16>, tensor<37xi8>
}
