// RUN: matrix-run %s --random=2 --check

// Resizing and Fourier transforms.
func.func @main(%x0: tensor<1x5x6x3xf32>,
                %x1: tensor<1x5x6x3xf32>,
                %x2: tensor<1x5x6x3xi8>,
                %x3: tensor<2x4x8xf32>,
                %x4: tensor<2x4x8xf32>, %y4: tensor<2x4x8xf32>)
    -> (tensor<1x9x11x3xf32>, tensor<1x9x11x3xf32>, tensor<1x9x11x3xi32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>) {
  %s0 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r0 = tosa.resize %x0, %s0, %o0, %b0 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x11x3xf32>
  %s1 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r1 = tosa.resize %x1, %s1, %o1, %b1 {mode = BILINEAR} : (tensor<1x5x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x11x3xf32>
  %s2 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r2 = tosa.resize %x2, %s2, %o2, %b2 {mode = BILINEAR} : (tensor<1x5x6x3xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x11x3xi32>
  %r3, %i3 = tosa.rfft2d %x3 : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  %r4, %i4 = tosa.fft2d %x4, %y4 {inverse = false} : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>)
  return %r0, %r1, %r2, %r3, %i3, %r4, %i4
      : tensor<1x9x11x3xf32>, tensor<1x9x11x3xf32>, tensor<1x9x11x3xi32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>
}
