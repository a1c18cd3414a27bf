// RUN: matrix-run %s --random=2 --check
// RUN: matrix-run %s --random=2 --check=f64

// Reductions of one dimension.
func.func @main(%x0: tensor<5x7x6xf32>,
                %x1: tensor<5x7x6xf32>,
                %x2: tensor<5x7x6xf32>,
                %x3: tensor<5x7x6xf32>,
                %x4: tensor<5x7x6xi32>,
                %x5: tensor<5x7x6xi8>,
                %x6: tensor<5x7x6xi1>,
                %x7: tensor<5x7x6xi1>,
                %x8: tensor<5x7x6xf32>)
    -> (tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xi32>, tensor<5x1x6xi8>, tensor<5x1x6xi1>, tensor<5x1x6xi1>, tensor<5x6xi32>) {
  %r0 = tosa.reduce_sum %x0 {axis = 1 : i32} : (tensor<5x7x6xf32>) -> tensor<5x1x6xf32>
  %r1 = tosa.reduce_max %x1 {axis = 1 : i32} : (tensor<5x7x6xf32>) -> tensor<5x1x6xf32>
  %r2 = tosa.reduce_min %x2 {axis = 1 : i32} : (tensor<5x7x6xf32>) -> tensor<5x1x6xf32>
  %r3 = tosa.reduce_product %x3 {axis = 1 : i32} : (tensor<5x7x6xf32>) -> tensor<5x1x6xf32>
  %r4 = tosa.reduce_sum %x4 {axis = 1 : i32} : (tensor<5x7x6xi32>) -> tensor<5x1x6xi32>
  %r5 = tosa.reduce_max %x5 {axis = 1 : i32} : (tensor<5x7x6xi8>) -> tensor<5x1x6xi8>
  %r6 = tosa.reduce_all %x6 {axis = 1 : i32} : (tensor<5x7x6xi1>) -> tensor<5x1x6xi1>
  %r7 = tosa.reduce_any %x7 {axis = 1 : i32} : (tensor<5x7x6xi1>) -> tensor<5x1x6xi1>
  %r8 = tosa.argmax %x8 {axis = 1 : i32} : (tensor<5x7x6xf32>) -> tensor<5x6xi32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8
      : tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xf32>, tensor<5x1x6xi32>, tensor<5x1x6xi8>, tensor<5x1x6xi1>, tensor<5x1x6xi1>, tensor<5x6xi32>
}
