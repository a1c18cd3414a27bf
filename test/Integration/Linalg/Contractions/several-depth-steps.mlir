// Steps along the depth, of which the inner ones reload accumulators beside the last products of the
// register block before, and the first one waits for its blocks before the second one is loaded.

// RUN: matrix-run %s --random --check
// RUN: matrix-run %s --random --check --cores=1

func.func @main(%a: tensor<512x1024xbf16>, %b: tensor<1024x196xbf16>) -> tensor<512x196xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x196xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<512x196xf32>) -> tensor<512x196xf32>
  %m = linalg.matmul ins(%a, %b : tensor<512x1024xbf16>, tensor<1024x196xbf16>)
      outs(%init : tensor<512x196xf32>) -> tensor<512x196xf32>
  %r = tensor.empty() : tensor<512x196xbf16>
  %n = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<512x196xf32>) outs(%r : tensor<512x196xbf16>) {
  ^bb0(%x: f32, %old: bf16):
    %y = arith.truncf %x : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<512x196xbf16>
  return %n : tensor<512x196xbf16>
}
