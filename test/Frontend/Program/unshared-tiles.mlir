// RUN: matrix-compile %s --mcpu=%mcpu --share-buffers=0 -o %t.elf 2>/dev/null
// RUN: matrix-run %t.elf --random=3 --functional --output=%t.npy
// RUN: matrix-run %s --mcpu=%mcpu --random=3 --functional --expect=%t.npy 2>/dev/null

// Without shared buffers, tiles of dynamic shapes are still computed in parts of the result: they have no buffers of their own.
func.func @main(%x: tensor<370x20xf64>) -> tensor<370x20xf64> {
  %empty = tensor.empty() : tensor<370x20xf64>
  %r = scf.forall (%i) = (0) to (370) step (4) shared_outs(%o = %empty) -> (tensor<370x20xf64>) {
    %s = affine.min affine_map<(i) -> (4, 370 - i)>(%i)
    %a = tensor.extract_slice %x[%i, 0] [%s, 20] [1, 1] : tensor<370x20xf64> to tensor<?x20xf64>
    %b = tensor.extract_slice %o[%i, 0] [%s, 20] [1, 1] : tensor<370x20xf64> to tensor<?x20xf64>
    %abs = linalg.abs ins(%a : tensor<?x20xf64>) outs(%b : tensor<?x20xf64>) -> tensor<?x20xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %abs into %o[%i, 0] [%s, 20] [1, 1] : tensor<?x20xf64> into tensor<370x20xf64>
    }
  }
  return %r : tensor<370x20xf64>
}
