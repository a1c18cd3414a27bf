// Several register blocks of a short depth with an epilogue are one sequence without loops, with a mark.
// Their products and epilogues are beside each other, and no tile is spilled. Without pipelining, a
// register block is an iteration, and its epilogue follows its products. A long depth has no mark, nor
// has an epilogue that is short beside its products.

// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: matrix-compile short.mlir --mcpu=base --cores=1 --emit=plan -o - | FileCheck --check-prefix=PLAN %s
// RUN: matrix-compile short.mlir --mcpu=base --cores=1 --emit=tiles -o - | FileCheck --check-prefix=TILES %s
// RUN: matrix-compile short.mlir --mcpu=base --cores=1 --emit=dialect -o - | FileCheck --check-prefix=DIALECT %s
// RUN: matrix-compile short.mlir --mcpu=base --cores=1 --emit=asm -o %t.s
// RUN: FileCheck --check-prefix=SPILLS --allow-empty %s < %t.s
// RUN: matrix-compile short.mlir --mcpu=base --cores=1 --disable=pipelining --emit=tiles -o - | FileCheck --check-prefix=LOOPS %s
// RUN: matrix-run short.mlir --mcpu=base --cores=1 --random --check
// RUN: matrix-run short.mlir --mcpu=base --cores=4 --random --check
// RUN: matrix-run short.mlir --mcpu=base --cores=4 --disable=pipelining --random --check
// RUN: sed 's/x24x/x288x/g' short.mlir | matrix-compile - --mcpu=base --cores=1 --emit=tiles -o - | FileCheck --check-prefix=LOOPS %s
// RUN: matrix-compile sum.mlir --mcpu=base --cores=1 --emit=tiles -o - | FileCheck --check-prefix=LOOPS %s

// PLAN: registers = [1, 4]

// TILES:       matrix.order_tiles
// TILES-NOT:   scf.for
// TILES-COUNT-16: vector.contract
// TILES:       arith.minimumf
// TILES:       vector.transfer_write
// TILES:       vector.contract
// TILES-NOT:   scf.for
// TILES:       arith.minimumf

// DIALECT:     matrix.order_tiles
// DIALECT:     matrix.tmul
// DIALECT:     matrix.tmma
// DIALECT:     matrix.tmin
// DIALECT:     matrix.tmma
// DIALECT:     matrix.tst

// SPILLS-NOT: {{tstc|tldc}}

// LOOPS-NOT: matrix.order_tiles
// LOOPS:     vector.contract
// LOOPS-NOT: matrix.order_tiles

//--- short.mlir
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#ch = affine_map<(n, c, h, w) -> (c)>
func.func @main(%x: tensor<1x24x56x56xf32>, %w: tensor<144x24x1x1xf32>, %scale: tensor<144xf32>, %shift: tensor<144xf32>)
    -> tensor<1x144x56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<1x144x56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>)
                                outs(%f : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
  %r = linalg.generic {indexing_maps = [#id, #ch, #ch, #id],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %scale, %shift : tensor<1x144x56x56xf32>, tensor<144xf32>, tensor<144xf32>)
      outs(%e : tensor<1x144x56x56xf32>) {
  ^bb0(%a: f32, %s: f32, %t: f32, %o: f32):
    %m = arith.mulf %a, %s : f32
    %n = arith.addf %m, %t : f32
    %p = arith.maximumf %n, %zero : f32
    %q = arith.minimumf %p, %six : f32
    linalg.yield %q : f32
  } -> tensor<1x144x56x56xf32>
  return %r : tensor<1x144x56x56xf32>
}

//--- sum.mlir
#id = affine_map<(m, n) -> (m, n)>
func.func @main(%a: tensor<256x64xf32>, %b: tensor<64x128xf32>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<256x64xf32>, tensor<64x128xf32>) outs(%f : tensor<256x128xf32>) -> tensor<256x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<256x128xf32>
  return %r : tensor<256x128xf32>
}
