// 232 columns of four padded image rows are 15 tiles: three register blocks of 2 x 4 tiles, and a narrower one of 2 x 3
// after them. It is not used if the columns of blocks differ, or if a result takes several steps.
//
// RUN: matrix-compile %s --mcpu=base --emit=dialect -o - | FileCheck %s
// RUN: matrix-run %s --mcpu=base --random --check
// RUN: matrix-run %s --mcpu=base --cores=1 --random --check
//
// The loops over tiles of depth carry 8 and 6 accumulators, and their operands.
// CHECK: scf.for {{.*}} iter_args({{([^,()]*, ){13}[^,()]*}}) ->
// CHECK: scf.for {{.*}} iter_args({{([^,()]*, ){10}[^,()]*}}) ->

func.func @main(%image: tensor<1x64x58x58xbf16>, %filter: tensor<64x64x3x3xbf16>, %bias: tensor<64xf32>)
    -> (tensor<1x64x56x56xf32>, tensor<1x64x56x56xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x56x56xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %c = linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%image, %filter : tensor<1x64x58x58xbf16>, tensor<64x64x3x3xbf16>)
      outs(%init : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %d = linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%image, %filter : tensor<1x64x58x58xbf16>, tensor<64x64x3x3xbf16>)
      outs(%init : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, y, x) -> (n, f, y, x)>, affine_map<(n, f, y, x) -> (f)>,
                                        affine_map<(n, f, y, x) -> (n, f, y, x)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d, %bias : tensor<1x64x56x56xf32>, tensor<64xf32>) outs(%e : tensor<1x64x56x56xf32>) {
  ^bb0(%x: f32, %b: f32, %out: f32):
    %s = arith.addf %x, %b : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x64x56x56xf32>
  return %c, %r : tensor<1x64x56x56xf32>, tensor<1x64x56x56xf32>
}
