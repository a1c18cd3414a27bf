// RUN: matrix-run %s --random --check

// Both products of a chain read a sum, one after the other candidates of a resident value; on machines whose tiles have few rows, the rows of the chain are the columns of the products.
func.func @main(%a: tensor<24x48xf32>, %b: tensor<24x48xf32>, %v: tensor<48x96xf32>, %w: tensor<48x96xf32>) -> tensor<24x96xf32> {
  %e = tensor.empty() : tensor<24x48xf32>
  %sum = linalg.add ins(%a, %b : tensor<24x48xf32>, tensor<24x48xf32>) outs(%e : tensor<24x48xf32>) -> tensor<24x48xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<24x96xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<24x96xf32>) -> tensor<24x96xf32>
  %p = linalg.matmul ins(%sum, %v : tensor<24x48xf32>, tensor<48x96xf32>) outs(%init : tensor<24x96xf32>) -> tensor<24x96xf32>
  %q = linalg.matmul ins(%sum, %w : tensor<24x48xf32>, tensor<48x96xf32>) outs(%init : tensor<24x96xf32>) -> tensor<24x96xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q : tensor<24x96xf32>, tensor<24x96xf32>) outs(%f : tensor<24x96xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.negf %x : f32
    %exp = math.exp %n : f32
    %d = arith.addf %exp, %one : f32
    %s = arith.divf %one, %d : f32
    %g = arith.mulf %x, %s : f32
    %h = arith.mulf %g, %y : f32
    linalg.yield %h : f32
  } -> tensor<24x96xf32>
  return %r : tensor<24x96xf32>
}
