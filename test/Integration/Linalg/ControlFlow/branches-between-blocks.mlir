// RUN: matrix-run %s --random=2 --check

// A loop and an alternative of blocks and branches; a loop of the affine dialect.
func.func @main(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %first = tensor.extract %x[%c0, %c0] : tensor<6x8xf32>
  %positive = arith.cmpf ogt, %first, %zero : f32
  cf.br ^head(%c0, %x : index, tensor<6x8xf32>)
^head(%i: index, %t: tensor<6x8xf32>):
  %more = arith.cmpi slt, %i, %c4 : index
  cf.cond_br %more, ^body, ^after
^body:
  %u = arith.mulf %t, %x : tensor<6x8xf32>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n, %u : index, tensor<6x8xf32>)
^after:
  %r = affine.for %j = 0 to 3 iter_args(%a = %t) -> tensor<6x8xf32> {
    %b = arith.addf %a, %x : tensor<6x8xf32>
    affine.yield %b : tensor<6x8xf32>
  }
  cf.cond_br %positive, ^yes, ^no
^yes:
  %v = arith.addf %r, %r : tensor<6x8xf32>
  cf.br ^end(%v : tensor<6x8xf32>)
^no:
  cf.br ^end(%r : tensor<6x8xf32>)
^end(%result: tensor<6x8xf32>):
  return %result : tensor<6x8xf32>
}
