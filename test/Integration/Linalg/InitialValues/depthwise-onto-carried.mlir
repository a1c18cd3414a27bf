// RUN: matrix-run %s --random=3 --check

// The windows of each iteration are added to a slice of the tensor that the loop carries.
func.func @main(%image: tensor<1x20x9x9xf32>, %filter: tensor<20x3x3xf32>, %start: tensor<3x20x7x7xf32>) -> tensor<3x20x7x7xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %result = scf.for %i = %zero to %three step %one iter_args(%sums = %start) -> tensor<3x20x7x7xf32> {
    %sum = tensor.extract_slice %sums[%i, 0, 0, 0] [1, 20, 7, 7] [1, 1, 1, 1] : tensor<3x20x7x7xf32> to tensor<1x20x7x7xf32>
    %next = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %filter : tensor<1x20x9x9xf32>, tensor<20x3x3xf32>) outs(%sum : tensor<1x20x7x7xf32>) -> tensor<1x20x7x7xf32>
    %inserted = tensor.insert_slice %next into %sums[%i, 0, 0, 0] [1, 20, 7, 7] [1, 1, 1, 1] : tensor<1x20x7x7xf32> into tensor<3x20x7x7xf32>
    scf.yield %inserted : tensor<3x20x7x7xf32>
  }
  return %result : tensor<3x20x7x7xf32>
}
