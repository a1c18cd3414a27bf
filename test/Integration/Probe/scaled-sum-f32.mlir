// c + 0.5 a b: an instruction that scales the sum of each tile is that where one
// tile of depth is all there is. Over several tiles it rounds differently
// from docs/contracts.md and is not selected, which a remark reports.
//
// REQUIRES: record-TMMAS_F32_F32
// RUN: split-file %s %t
// RUN: matrix-compile %t/one.mlir --explain -o %t/one.elf 2>&1 | FileCheck %s --allow-empty --check-prefix=QUIET
// RUN: matrix-objdump -d %t/one.elf | FileCheck %s --check-prefix=ONE
// RUN: matrix-run %t/one.mlir --check --random
// RUN: matrix-compile %t/several.mlir --explain -o %t/several.elf 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: matrix-objdump -d %t/several.elf | FileCheck %s --check-prefix=SEVERAL
// RUN: matrix-run %t/several.mlir --check --random
//
// QUIET-NOT: rounds differently
// ONE: {{x?}}tmmas{{0?}}.f32.f32
// REMARK: several.mlir:[[#]]:[[#]]: remark: '{{x?}}tmmas{{0?}}.f32.f32' scales the sum of each tile; over several tiles of depth that rounds differently from scaling the whole sum, so it is not selected
// SEVERAL-NOT: {{x?}}tmmas{{0?}}.f32.f32
// SEVERAL: {{x?}}tmma{{0?}}.f32.f32

//--- one.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<37x5xf32>, %b: tensor<5x41xf32>, %c: tensor<37x41xf32>) -> tensor<37x41xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<37x41xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37x41xf32>) -> tensor<37x41xf32>
  %m = linalg.matmul ins(%a, %b : tensor<37x5xf32>, tensor<5x41xf32>)
      outs(%f : tensor<37x41xf32>) -> tensor<37x41xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<37x41xf32>, tensor<37x41xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %half : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  } -> tensor<37x41xf32>
  return %r : tensor<37x41xf32>
}

//--- several.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<37x150xf32>, %b: tensor<150x41xf32>, %c: tensor<37x41xf32>) -> tensor<37x41xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<37x41xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37x41xf32>) -> tensor<37x41xf32>
  %m = linalg.matmul ins(%a, %b : tensor<37x150xf32>, tensor<150x41xf32>)
      outs(%f : tensor<37x41xf32>) -> tensor<37x41xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<37x41xf32>, tensor<37x41xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %half : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  } -> tensor<37x41xf32>
  return %r : tensor<37x41xf32>
}
