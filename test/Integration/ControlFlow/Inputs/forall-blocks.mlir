// Independent blocks of two results.

!T = tensor<16x16xf32>
!Block = tensor<8x4xf32>

func.func @main(%x: !T) -> (!T, !T) {
  %e = tensor.empty() : !T
  %r:2 = scf.forall (%i, %j) = (0, 0) to (16, 16) step (8, 4)
      shared_outs(%o = %e, %q = %e) -> (!T, !T) {
    %s = tensor.extract_slice %x[%i, %j] [8, 4] [1, 1] : !T to !Block
    %t = tensor.extract_slice %o[%i, %j] [8, 4] [1, 1] : !T to !Block
    %v = tensor.extract_slice %q[%i, %j] [8, 4] [1, 1] : !T to !Block
    %u = linalg.tanh ins(%s : !Block) outs(%t : !Block) -> !Block
    %w = linalg.add ins(%s, %s : !Block, !Block) outs(%v : !Block) -> !Block
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, %j] [8, 4] [1, 1] : !Block into !T
      tensor.parallel_insert_slice %w into %q[%i, %j] [8, 4] [1, 1] : !Block into !T
    }
  }
  return %r#0, %r#1 : !T, !T
}
