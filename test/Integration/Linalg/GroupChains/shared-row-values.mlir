// RUN: matrix-run %s --random=11 --check

// Scales that sums of rows and the epilogues of a product and of a convolution read. The
// roots of the sums precede the scales, which their epilogues read.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
#image = affine_map<(b, c, y, x) -> (b, c, y, x)>
#channel = affine_map<(b, c, y, x) -> (c)>
func.func @main(%x: tensor<20x48xf32>, %w: tensor<40x48xf32>, %scale: tensor<40xf32>,
                %image: tensor<1x3x9x8xf32>, %filter: tensor<20x3x3x3xf32>, %units: tensor<20xf32>)
    -> (tensor<20x40xf32>, tensor<1x20x7x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %er = tensor.empty() : tensor<40xf32>
  %e = tensor.empty() : tensor<20x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%er : tensor<40xf32>) -> tensor<40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<40x48xf32>) outs(%zeros : tensor<40xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %a, %acc : f32
    linalg.yield %v : f32
  } -> tensor<40xf32>
  %factor = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%scale : tensor<40xf32>) outs(%er : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %two : f32
    linalg.yield %v : f32
  } -> tensor<40xf32>
  %start = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%sum, %factor : tensor<40xf32>, tensor<40xf32>) outs(%er : tensor<40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<40xf32>
  %product = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<20x48xf32>, tensor<40x48xf32>)
      outs(%init : tensor<20x40xf32>) -> tensor<20x40xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #col, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%product, %start, %factor : tensor<20x40xf32>, tensor<40xf32>, tensor<40xf32>)
      outs(%e : tensor<20x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %v = arith.mulf %s, %c : f32
    linalg.yield %v : f32
  } -> tensor<20x40xf32>

  %eu = tensor.empty() : tensor<20xf32>
  %ei = tensor.empty() : tensor<1x20x7x6xf32>
  %none = linalg.fill ins(%zero : f32) outs(%eu : tensor<20xf32>) -> tensor<20xf32>
  %black = linalg.fill ins(%zero : f32) outs(%ei : tensor<1x20x7x6xf32>) -> tensor<1x20x7x6xf32>
  %flat = tensor.collapse_shape %filter [[0], [1, 2, 3]] : tensor<20x3x3x3xf32> into tensor<20x27xf32>
  %total = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%flat : tensor<20x27xf32>) outs(%none : tensor<20xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %a, %acc : f32
    linalg.yield %v : f32
  } -> tensor<20xf32>
  %square = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%units : tensor<20xf32>) outs(%eu : tensor<20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %a : f32
    linalg.yield %v : f32
  } -> tensor<20xf32>
  %shift = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%total, %square : tensor<20xf32>, tensor<20xf32>) outs(%eu : tensor<20xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<20xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x3x9x8xf32>, tensor<20x3x3x3xf32>)
      outs(%black : tensor<1x20x7x6xf32>) -> tensor<1x20x7x6xf32>
  %spread = linalg.broadcast ins(%square : tensor<20xf32>) outs(%ei : tensor<1x20x7x6xf32>) dimensions = [0, 2, 3]
  %pixels = linalg.generic {indexing_maps = [#image, #channel, #image, #image],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %shift, %spread : tensor<1x20x7x6xf32>, tensor<20xf32>, tensor<1x20x7x6xf32>)
      outs(%ei : tensor<1x20x7x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %v = arith.mulf %s, %c : f32
    linalg.yield %v : f32
  } -> tensor<1x20x7x6xf32>
  return %scaled, %pixels : tensor<20x40xf32>, tensor<1x20x7x6xf32>
}
