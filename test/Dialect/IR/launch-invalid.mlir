// RUN: matrix-opt %s -split-input-file -verify-diagnostics

func.func @missing(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{calls '@group', which is not a function}}
  %a = matrix.launch @group outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func private @group(memref<4xi32>, memref<4xf32>)
func.func @types(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{needs a function from ('memref<4xf32>', 'memref<4xf32>') to (), but '@group' is '(memref<4xi32>, memref<4xf32>) -> ()'}}
  %a = matrix.launch @group ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func private @group(memref<4xf32>)
func.func @results(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected type of operand #0 ('tensor<4xf32>') to match type of corresponding result ('tensor<5xf32>')}}
  %a = matrix.launch @group outs(%x : tensor<4xf32>) -> tensor<5xf32>
  return %a : tensor<5xf32>
}

// -----

func.func private @group(memref<4xf32>)
func.func @elementwise(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{lists input 0 as elementwise, but has 0}}
  %a = matrix.launch @group outs(%x : tensor<4xf32>) {elementwise = array<i64: 0>} -> tensor<4xf32>
  return %a : tensor<4xf32>
}
