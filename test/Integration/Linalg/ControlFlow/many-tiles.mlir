// RUN: matrix-run %s --random --check --functional

// A loop over more tiles than are unrolled, the last of which is smaller.
func.func @main(%x: tensor<370x20xf32>) -> tensor<370x20xf32> {
  %empty = tensor.empty() : tensor<370x20xf32>
  %r = scf.forall (%i) = (0) to (370) step (4) shared_outs(%o = %empty) -> (tensor<370x20xf32>) {
    %s = affine.min affine_map<(i) -> (4, 370 - i)>(%i)
    %a = tensor.extract_slice %x[%i, 0] [%s, 20] [1, 1] : tensor<370x20xf32> to tensor<?x20xf32>
    %b = tensor.extract_slice %o[%i, 0] [%s, 20] [1, 1] : tensor<370x20xf32> to tensor<?x20xf32>
    %abs = linalg.abs ins(%a : tensor<?x20xf32>) outs(%b : tensor<?x20xf32>) -> tensor<?x20xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %abs into %o[%i, 0] [%s, 20] [1, 1] : tensor<?x20xf32> into tensor<370x20xf32>
    }
  }
  return %r : tensor<370x20xf32>
}
