// RUN: matrix-run %s --random=3 --check

// Products of a short depth with long epilogues, whose register blocks are sequences without loops. Rows and
// columns end within a register block, within a block, and at the end of one.
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>
func.func @main(%a: tensor<100x24xf32>, %b: tensor<24x200xf32>, %x: tensor<520x16xf32>, %y: tensor<16x40xf32>,
                %s: tensor<200xf32>, %t: tensor<200xf32>) -> (tensor<100x200xf32>, tensor<520x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<100x200xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<100x200xf32>) -> tensor<100x200xf32>
  %m = linalg.matmul ins(%a, %b : tensor<100x24xf32>, tensor<24x200xf32>) outs(%f : tensor<100x200xf32>) -> tensor<100x200xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %s, %t : tensor<100x200xf32>, tensor<200xf32>, tensor<200xf32>) outs(%e : tensor<100x200xf32>) {
  ^bb0(%v: f32, %scale: f32, %shift: f32, %o: f32):
    %0 = arith.mulf %v, %scale : f32
    %1 = arith.addf %0, %shift : f32
    %2 = arith.maximumf %1, %zero : f32
    %3 = arith.minimumf %2, %six : f32
    linalg.yield %3 : f32
  } -> tensor<100x200xf32>
  %e2 = tensor.empty() : tensor<520x40xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<520x40xf32>) -> tensor<520x40xf32>
  %m2 = linalg.matmul ins(%x, %y : tensor<520x16xf32>, tensor<16x40xf32>) outs(%f2 : tensor<520x40xf32>) -> tensor<520x40xf32>
  %r2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m2 : tensor<520x40xf32>) outs(%e2 : tensor<520x40xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.mulf %v, %v : f32
    %1 = arith.addf %0, %v : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<520x40xf32>
  return %r, %r2 : tensor<100x200xf32>, tensor<520x40xf32>
}
