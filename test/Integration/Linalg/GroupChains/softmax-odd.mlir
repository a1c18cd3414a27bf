// RUN: matrix-run %s --random=3 --check

// Softmax over rows: blocks with invalid rows and columns, one row of tiles, and a
// block for each core.
func.func @main(%a: tensor<7x1000xf32>, %b: tensor<33x17xbf16>, %c: tensor<130x96xf16>)
    -> (tensor<7x1000xf32>, tensor<33x17xbf16>, tensor<130x96xf16>) {
  %ea = tensor.empty() : tensor<7x1000xf32>
  %eb = tensor.empty() : tensor<33x17xbf16>
  %ec = tensor.empty() : tensor<130x96xf16>
  %ra = linalg.softmax dimension(1) ins(%a : tensor<7x1000xf32>) outs(%ea : tensor<7x1000xf32>) -> tensor<7x1000xf32>
  %rb = linalg.softmax dimension(1) ins(%b : tensor<33x17xbf16>) outs(%eb : tensor<33x17xbf16>) -> tensor<33x17xbf16>
  %rc = linalg.softmax dimension(1) ins(%c : tensor<130x96xf16>) outs(%ec : tensor<130x96xf16>) -> tensor<130x96xf16>
  return %ra, %rb, %rc : tensor<7x1000xf32>, tensor<33x17xbf16>, tensor<130x96xf16>
}
