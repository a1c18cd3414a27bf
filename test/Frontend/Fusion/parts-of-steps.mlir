// The first and the last step of a contraction are computed in parts, between whose register blocks loads are awaited and
// stores started: parts of one register block and of several, rows and columns that are not a multiple of a part.
//
// DEFINE: %{m} =
// DEFINE: %{n} =
// DEFINE: %{k} =
// DEFINE: %{run} = sed 's/tensor<M/tensor<%{m}/g; s/tensor<N/tensor<%{n}/g; s/tensor<K/tensor<%{k}/g; s/xKx/x%{k}x/g; s/xNx/x%{n}x/g' %s > %t.mlir && matrix-run %t.mlir --mcpu=base --cores=1 --random --check
//
// REDEFINE: %{m} = 256
// REDEFINE: %{n} = 256
// REDEFINE: %{k} = 256
// RUN: %{run}
// REDEFINE: %{n} = 128
// REDEFINE: %{k} = 128
// RUN: %{run}
// REDEFINE: %{m} = 192
// REDEFINE: %{n} = 96
// REDEFINE: %{k} = 96
// RUN: %{run}
// REDEFINE: %{m} = 500
// REDEFINE: %{n} = 160
// RUN: %{run}
// REDEFINE: %{k} = 2000
// RUN: %{run}
// REDEFINE: %{m} = 72
// REDEFINE: %{n} = 1000
// REDEFINE: %{k} = 200
// RUN: %{run}

func.func @main(%a: tensor<MxKxbf16>, %b: tensor<KxNxbf16>, %ai: tensor<MxKxi8>, %bi: tensor<KxNxi8>) -> (tensor<MxNxf32>, tensor<MxNxi32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<MxNxf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<MxNxf32>) -> tensor<MxNxf32>
  %p = linalg.matmul ins(%a, %b : tensor<MxKxbf16>, tensor<KxNxbf16>) outs(%init : tensor<MxNxf32>) -> tensor<MxNxf32>
  %zeroi = arith.constant 0 : i32
  %ei = tensor.empty() : tensor<MxNxi32>
  %initi = linalg.fill ins(%zeroi : i32) outs(%ei : tensor<MxNxi32>) -> tensor<MxNxi32>
  %pi = linalg.matmul ins(%ai, %bi : tensor<MxKxi8>, tensor<KxNxi8>) outs(%initi : tensor<MxNxi32>) -> tensor<MxNxi32>
  return %p, %pi : tensor<MxNxf32>, tensor<MxNxi32>
}
