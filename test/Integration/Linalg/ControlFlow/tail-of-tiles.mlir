// Loops over tiles, the last of which are smaller: in parallel in two dimensions, and one after the other.
//
// RUN: matrix-run %s --random --check

#rows = affine_map<(i) -> (-i + 50, 16)>
#cols = affine_map<(i) -> (-i + 40, 32)>

func.func @main(%x: tensor<50x40xf32>) -> (tensor<50x40xf32>, tensor<50x40xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %empty = tensor.empty() : tensor<50x40xf32>
  %0 = scf.forall (%i, %j) = (0, 0) to (50, 40) step (16, 32) shared_outs(%o = %empty) -> tensor<50x40xf32> {
    %m = affine.min #rows(%i)
    %n = affine.min #cols(%j)
    %s = tensor.extract_slice %x[%i, %j] [%m, %n] [1, 1] : tensor<50x40xf32> to tensor<?x?xf32>
    %d = tensor.extract_slice %o[%i, %j] [%m, %n] [1, 1] : tensor<50x40xf32> to tensor<?x?xf32>
    %v = linalg.exp ins(%s : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<50x40xf32>
    }
  }
  %1 = scf.for %i = %c0 to %c50 step %c16 iter_args(%o = %x) -> tensor<50x40xf32> {
    %m = affine.min #rows(%i)
    %s = tensor.extract_slice %o[%i, 0] [%m, 40] [1, 1] : tensor<50x40xf32> to tensor<?x40xf32>
    %v = linalg.negf ins(%s : tensor<?x40xf32>) outs(%s : tensor<?x40xf32>) -> tensor<?x40xf32>
    %w = tensor.insert_slice %v into %o[%i, 0] [%m, 40] [1, 1] : tensor<?x40xf32> into tensor<50x40xf32>
    scf.yield %w : tensor<50x40xf32>
  }
  return %0, %1 : tensor<50x40xf32>, tensor<50x40xf32>
}
