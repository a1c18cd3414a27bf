// c + 3 a b over several tiles of depth is exact modulo 2^32, so that one
// instruction computes each of them: also where sums wait in the scratchpad, are
// clamped and narrowed afterwards, or start from another tensor.
//
// REQUIRES: record-TMMAS_I32_I8, record-TMMAN_I32_I8
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s "--implicit-check-not={{x?tmma0?[.]i32}}" "--implicit-check-not={{x?tmul}}"
// RUN: matrix-run %s --check --random
//
// CHECK-DAG: {{x?}}tmmas{{0?}}.i32.i8
// CHECK-DAG: {{x?}}tmman{{0?}}.i32.i8

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

func.func @main(%a: tensor<37x500xi8>, %b: tensor<500x41xi8>, %c: tensor<37x41xi32>,
                %bias: tensor<41xi8>, %d: tensor<20x9000xi8>, %e: tensor<9000x40xi8>)
    -> (tensor<37x41xi32>, tensor<37x41xi8>, tensor<20x40xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %e32 = tensor.empty() : tensor<37x41xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e32 : tensor<37x41xi32>) -> tensor<37x41xi32>
  %m = linalg.matmul ins(%a, %b : tensor<37x500xi8>, tensor<500x41xi8>)
      outs(%fill : tensor<37x41xi32>) -> tensor<37x41xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<37x41xi32>, tensor<37x41xi32>) outs(%e32 : tensor<37x41xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %p = arith.muli %three, %x : i32
    %s = arith.addi %p, %y : i32
    linalg.yield %s : i32
  } -> tensor<37x41xi32>

  %e8 = tensor.empty() : tensor<37x41xi8>
  %n = linalg.matmul ins(%a, %b : tensor<37x500xi8>, tensor<500x41xi8>)
      outs(%c : tensor<37x41xi32>) -> tensor<37x41xi32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n, %bias : tensor<37x41xi32>, tensor<41xi8>) outs(%e8 : tensor<37x41xi8>) {
  ^bb0(%x: i32, %y: i8, %o: i8):
    %w = arith.extsi %y : i8 to i32
    %s = arith.subi %w, %x : i32
    %u = arith.maxsi %s, %low : i32
    %v = arith.minsi %u, %high : i32
    %t = arith.trunci %v : i32 to i8
    linalg.yield %t : i8
  } -> tensor<37x41xi8>

  %e2 = tensor.empty() : tensor<20x40xi32>
  %fill2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<20x40xi32>) -> tensor<20x40xi32>
  %q = linalg.matmul ins(%d, %e : tensor<20x9000xi8>, tensor<9000x40xi8>)
      outs(%fill2 : tensor<20x40xi32>) -> tensor<20x40xi32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<20x40xi32>) outs(%e2 : tensor<20x40xi32>) {
  ^bb0(%x: i32, %o: i32):
    %p = arith.muli %x, %three : i32
    %s = arith.subi %p, %high : i32
    linalg.yield %s : i32
  } -> tensor<20x40xi32>
  return %0, %1, %2 : tensor<37x41xi32>, tensor<37x41xi8>, tensor<20x40xi32>
}
