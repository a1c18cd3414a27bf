// RUN: matrix-run %s --random=3 --check

// x^0.5 is +infinity for -infinity, where the square root is NaN.
#m = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %k = arith.constant dense<[0xFF800000, 0x80000000, 4.0, 0x7F800000]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %h = arith.constant 0.5 : f32
  %n = arith.constant -0.5 : f32
  %t = arith.constant 0.75 : f32
  %r:3 = linalg.generic {indexing_maps=[#m,#m,#m,#m,#m], iterator_types=["parallel"]} ins(%k, %x : tensor<4xf32>, tensor<4xf32>) outs(%e,%e,%e : tensor<4xf32>,tensor<4xf32>,tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %o1: f32, %o2: f32):
    %p = math.powf %a, %h : f32
    %q = math.powf %a, %n : f32
    %u = math.powf %a, %t : f32
    linalg.yield %p, %q, %u : f32, f32, f32
  } -> (tensor<4xf32>,tensor<4xf32>,tensor<4xf32>)
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
