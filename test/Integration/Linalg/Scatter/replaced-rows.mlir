// RUN: matrix-run %s --random=4 --check

// Rows and elements are replaced at positions of two dimensions, in nests of two loops. The table before the loop is a result as
// well, and so are its rows the updates of the second loop.
func.func @main(%index: tensor<6x20xi32>, %x: tensor<6x20x24xi16>, %init: tensor<5x7x24xi16>, %y: tensor<6x20xi16>)
    -> (tensor<5x7x24xi16>, tensor<5x7x24xi16>, tensor<5x7x24xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c20 = arith.constant 20 : index
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %rows = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %init) -> (tensor<5x7x24xi16>) {
    %inner = scf.for %j = %c0 to %c20 step %c1 iter_args(%t = %s) -> (tensor<5x7x24xi16>) {
      %n = tensor.extract %index[%i, %j] : tensor<6x20xi32>
      %a = arith.remui %n, %c5 : i32
      %b = arith.remui %n, %c7 : i32
      %k = arith.index_cast %a : i32 to index
      %l = arith.index_cast %b : i32 to index
      %new = tensor.extract_slice %x[%i, %j, 0] [1, 1, 24] [1, 1, 1] : tensor<6x20x24xi16> to tensor<24xi16>
      %u = tensor.insert_slice %new into %t[%k, %l, 0] [1, 1, 24] [1, 1, 1] : tensor<24xi16> into tensor<5x7x24xi16>
      scf.yield %u : tensor<5x7x24xi16>
    }
    scf.yield %inner : tensor<5x7x24xi16>
  }
  %moved = scf.for %j = %c0 to %c20 step %c1 iter_args(%t = %rows) -> (tensor<5x7x24xi16>) {
    %n = tensor.extract %index[%c1, %j] : tensor<6x20xi32>
    %a = arith.remui %n, %c5 : i32
    %b = arith.remui %n, %c7 : i32
    %k = arith.index_cast %a : i32 to index
    %l = arith.index_cast %b : i32 to index
    %own = tensor.extract_slice %t[%k, %c1, 0] [1, 1, 24] [1, 1, 1] : tensor<5x7x24xi16> to tensor<24xi16>
    %other = tensor.extract_slice %init[%c0, %l, 0] [1, 1, 24] [1, 1, 1] : tensor<5x7x24xi16> to tensor<24xi16>
    %e = tensor.empty() : tensor<24xi16>
    %s = linalg.sub ins(%own, %other : tensor<24xi16>, tensor<24xi16>) outs(%e : tensor<24xi16>) -> tensor<24xi16>
    %u = tensor.insert_slice %s into %t[%k, %l, 0] [1, 1, 24] [1, 1, 1] : tensor<24xi16> into tensor<5x7x24xi16>
    scf.yield %u : tensor<5x7x24xi16>
  }
  %elements = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %init) -> (tensor<5x7x24xi16>) {
    %inner = scf.for %j = %c0 to %c20 step %c1 iter_args(%t = %s) -> (tensor<5x7x24xi16>) {
      %n = tensor.extract %index[%i, %j] : tensor<6x20xi32>
      %a = arith.remui %n, %c5 : i32
      %b = arith.remui %n, %c7 : i32
      %k = arith.index_cast %a : i32 to index
      %l = arith.index_cast %b : i32 to index
      %old = tensor.extract %t[%k, %l, %j] : tensor<5x7x24xi16>
      %new = tensor.extract %y[%i, %j] : tensor<6x20xi16>
      %m = arith.maxsi %old, %new : i16
      %u = tensor.insert %m into %t[%k, %l, %j] : tensor<5x7x24xi16>
      scf.yield %u : tensor<5x7x24xi16>
    }
    scf.yield %inner : tensor<5x7x24xi16>
  }
  return %rows, %moved, %elements : tensor<5x7x24xi16>, tensor<5x7x24xi16>, tensor<5x7x24xi16>
}
