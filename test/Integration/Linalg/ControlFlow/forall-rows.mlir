// RUN: matrix-run %s --random=3 --check

// Iterations of scf.forall are executed sequentially.
func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %e) -> tensor<8x16xf32> {
    %s = tensor.extract_slice %x[%i,0][1,16][1,1] : tensor<8x16xf32> to tensor<1x16xf32>
    %t = tensor.extract_slice %o[%i,0][1,16][1,1] : tensor<8x16xf32> to tensor<1x16xf32>
    %u = linalg.exp ins(%s: tensor<1x16xf32>) outs(%t: tensor<1x16xf32>) -> tensor<1x16xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %u into %o[%i,0][1,16][1,1] : tensor<1x16xf32> into tensor<8x16xf32> }
  }
  return %r : tensor<8x16xf32>
}
