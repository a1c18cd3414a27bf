// RUN: matrix-run %s --random=2 --check

// Operations that move elements, with indices among them.
func.func @main(%x0: tensor<4x6xf32>, %y0: tensor<4x3xf32>,
                %x1: tensor<5x37xf32>,
                %x2: tensor<2x9x5xf32>,
                %x3: tensor<2x9x5xf32>, %y3: tensor<2x4x5xf32>)
    -> (tensor<4x9xf32>, tensor<3x8xf32>, tensor<6x4xf32>, tensor<2x3xf32>, tensor<8x18xf32>, tensor<7x9xf32>, tensor<5x37xf32>, tensor<2x4x5xf32>, tensor<2x9x5xf32>) {
  %c0 = tosa.concat %x0, %y0 {axis = 1 : i32} : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x9xf32>
  %sh0 = tosa.const_shape {values = dense<[3, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r0 = tosa.reshape %x0, %sh0 : (tensor<4x6xf32>, !tosa.shape<2>) -> tensor<3x8xf32>
  %t0 = tosa.transpose %x0 {perms = array<i32: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %st0 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sz0 = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s0 = tosa.slice %x0, %st0, %sz0 : (tensor<4x6xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  %mu0 = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %ti0 = tosa.tile %x0, %mu0 : (tensor<4x6xf32>, !tosa.shape<2>) -> tensor<8x18xf32>
  %pa0 = tosa.const_shape {values = dense<[1, 2, 0, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %pv0 = "tosa.const"() <{values = dense<1.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p0 = tosa.pad %x0, %pa0, %pv0 : (tensor<4x6xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<7x9xf32>
  %r1 = tosa.reverse %x1 {axis = 1 : i32} : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %i2 = "tosa.const"() <{values = dense<[[1, 8, 0, 3], [2, 2, 7, 5]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %r2 = tosa.gather %x2, %i2 : (tensor<2x9x5xf32>, tensor<2x4xi32>) -> tensor<2x4x5xf32>
  %i3 = "tosa.const"() <{values = dense<[[1, 8, 0, 3], [2, 4, 7, 5]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
  %r3 = tosa.scatter %x3, %i3, %y3 : (tensor<2x9x5xf32>, tensor<2x4xi32>, tensor<2x4x5xf32>) -> tensor<2x9x5xf32>
  return %c0, %r0, %t0, %s0, %ti0, %p0, %r1, %r2, %r3
      : tensor<4x9xf32>, tensor<3x8xf32>, tensor<6x4xf32>, tensor<2x3xf32>, tensor<8x18xf32>, tensor<7x9xf32>, tensor<5x37xf32>, tensor<2x4x5xf32>, tensor<2x9x5xf32>
}
