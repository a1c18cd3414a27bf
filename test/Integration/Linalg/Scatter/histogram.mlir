// RUN: matrix-run %s --random=3 --check

// Counts of numbers, and the number that a scalar operation from outside of the loop adds.
func.func @main(%x: tensor<500xi32>, %step: tensor<1xi64>) -> (tensor<16xi32>, tensor<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : index
  %c16 = arith.constant 16 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<16xi32>
  %ones = arith.constant dense<1> : tensor<16xi64>
  %amount = tensor.extract %step[%c0] : tensor<1xi64>
  %counts = scf.for %i = %c0 to %c500 step %c1 iter_args(%t = %zeros) -> (tensor<16xi32>) {
    %n = tensor.extract %x[%i] : tensor<500xi32>
    %m = arith.remui %n, %c16 : i32
    %k = arith.index_cast %m : i32 to index
    %old = tensor.extract %t[%k] : tensor<16xi32>
    %new = arith.addi %old, %one : i32
    %u = tensor.insert %new into %t[%k] : tensor<16xi32>
    scf.yield %u : tensor<16xi32>
  }
  %sums = scf.for %i = %c0 to %c500 step %c1 iter_args(%t = %ones) -> (tensor<16xi64>) {
    %n = tensor.extract %x[%i] : tensor<500xi32>
    %m = arith.remui %n, %c16 : i32
    %k = arith.index_cast %m : i32 to index
    %old = tensor.extract %t[%k] : tensor<16xi64>
    %new = arith.addi %old, %amount : i64
    %u = tensor.insert %new into %t[%k] : tensor<16xi64>
    scf.yield %u : tensor<16xi64>
  }
  return %counts, %sums : tensor<16xi32>, tensor<16xi64>
}
