// Tiles continue from one image row to the next, if that takes fewer of them: 7 pixels of a row fill less than half of a
// tile. With windows, the distance of rows is that of the padded image; in steps of 2, that of every second row.
//
// RUN: matrix-run %s --mcpu=base --random --check
// RUN: matrix-run %s --mcpu=base --cores=1 --random --check

func.func @main(%image: tensor<1x64x7x7xbf16>, %filter: tensor<64x64x3x3xbf16>,
                %wide: tensor<1x64x14x14xbf16>, %points: tensor<64x64x1x1xbf16>,
                %last: tensor<1x9x9x64xf32>, %taps: tensor<3x3x64x32xf32>)
    -> (tensor<1x64x7x7xbf16>, tensor<1x64x7x7xf32>, tensor<1x7x7x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %padded = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %y: index, %x: index):
    tensor.yield %none : bf16
  } : tensor<1x64x7x7xbf16> to tensor<1x64x9x9xbf16>
  %e0 = tensor.empty() : tensor<1x64x7x7xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  %windows = linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%padded, %filter : tensor<1x64x9x9xbf16>, tensor<64x64x3x3xbf16>)
      outs(%i0 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  %en = tensor.empty() : tensor<1x64x7x7xbf16>
  %narrow = linalg.map ins(%windows : tensor<1x64x7x7xf32>) outs(%en : tensor<1x64x7x7xbf16>)
    (%v: f32, %out: bf16) {
      %t = arith.truncf %v : f32 to bf16
      linalg.yield %t : bf16
    }

  %steps = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%wide, %points : tensor<1x64x14x14xbf16>, tensor<64x64x1x1xbf16>)
      outs(%i0 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>

  %e2 = tensor.empty() : tensor<1x7x7x32xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x7x7x32xf32>) -> tensor<1x7x7x32xf32>
  %channels = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%last, %taps : tensor<1x9x9x64xf32>, tensor<3x3x64x32xf32>)
      outs(%i2 : tensor<1x7x7x32xf32>) -> tensor<1x7x7x32xf32>
  return %narrow, %steps, %channels : tensor<1x64x7x7xbf16>, tensor<1x64x7x7xf32>, tensor<1x7x7x32xf32>
}
