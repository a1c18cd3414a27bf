// RUN: matrix-run %s --random=5 --check
// RUN: matrix-run %s --random=5 --check --mcpu=gemmini

// Products without conversions, in formats that the instructions multiply only
// after one.
func.func @main(%x: tensor<3x9x20xf8E4M3FN>, %y: tensor<3x20xf8E4M3FN>, %s: tensor<3x9xf8E4M3FN>,
                %a: tensor<4x20xi16>, %b: tensor<20x5xi16>, %t: tensor<4x5xi16>)
    -> (tensor<3x9xf8E4M3FN>, tensor<4x5xi16>) {
  %r = linalg.batch_matvec ins(%x, %y : tensor<3x9x20xf8E4M3FN>, tensor<3x20xf8E4M3FN>)
      outs(%s : tensor<3x9xf8E4M3FN>) -> tensor<3x9xf8E4M3FN>
  %q = linalg.matmul ins(%a, %b : tensor<4x20xi16>, tensor<20x5xi16>)
      outs(%t : tensor<4x5xi16>) -> tensor<4x5xi16>
  return %r, %q : tensor<3x9xf8E4M3FN>, tensor<4x5xi16>
}
