// RUN: matrix-opt %s -matrix-configure-rows | FileCheck %s

// State is configured before the first instruction that reads it, and again only where
// its contents may differ.

!spad = memref<16x16xi8, #matrix.space<gemmini_scratchpad>>

module attributes {matrix.target = #matrix.target<"gemmini">} {

// CHECK-LABEL: @once
// CHECK: matrix.gemmini.config
// CHECK-NEXT: matrix.gemmini.mvin
// CHECK-NEXT: matrix.gemmini.mvin
// CHECK-NEXT: return
func.func @once(%m: memref<16x16xi8>) {
  %stride = arith.constant 16 : i64
  %a = matrix.rows 0 : !spad
  %b = matrix.rows 16 : !spad
  matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  matrix.gemmini.mvin %b, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  return
}

// CHECK-LABEL: @other_stride
// CHECK: matrix.gemmini.config
// CHECK-NEXT: matrix.gemmini.mvin
// CHECK: matrix.gemmini.config
// CHECK-NEXT: matrix.gemmini.mvin
// CHECK-NEXT: return
func.func @other_stride(%m: memref<16x16xi8>, %n: memref<16x16xi8, strided<[64, 1]>>) {
  %narrow = arith.constant 16 : i64
  %wide = arith.constant 64 : i64
  %a = matrix.rows 0 : !spad
  %b = matrix.rows 16 : !spad
  matrix.gemmini.mvin %a, %m, %narrow {form = "2"} : !spad, memref<16x16xi8>, i64
  matrix.gemmini.mvin %b, %n, %wide {form = "2"} : !spad, memref<16x16xi8, strided<[64, 1]>>, i64
  return
}

// Loop-invariant configuration: hoisted before the loop.
// CHECK-LABEL: @loop
// CHECK: matrix.gemmini.config
// CHECK: scf.for
// CHECK-NOT: config
// CHECK: return
func.func @loop(%m: memref<16x16xi8>) {
  %stride = arith.constant 16 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = matrix.rows 0 : !spad
  scf.for %i = %c0 to %c9 step %c1 {
    matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  }
  matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  return
}

// Two configurations per iteration: each is set, as the other one precedes it.
// CHECK-LABEL: @changing
// CHECK: scf.for
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
// CHECK: }
func.func @changing(%m: memref<16x16xi8>, %n: memref<16x16xi8, strided<[64, 1]>>) {
  %narrow = arith.constant 16 : i64
  %wide = arith.constant 64 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = matrix.rows 0 : !spad
  scf.for %i = %c0 to %c9 step %c1 {
    matrix.gemmini.mvin %a, %m, %narrow {form = "2"} : !spad, memref<16x16xi8>, i64
    matrix.gemmini.mvin %a, %n, %wide {form = "2"} : !spad, memref<16x16xi8, strided<[64, 1]>>, i64
  }
  return
}

// State needed in one branch only is set before the branch, and reset afterwards.
// CHECK-LABEL: @perhaps
// CHECK: matrix.gemmini.mvin
// CHECK: matrix.gemmini.config
// CHECK: scf.if
// CHECK-NEXT: matrix.gemmini.mvin {{.*}}
// CHECK-NEXT: }
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
// CHECK: return
func.func @perhaps(%m: memref<16x16xi8>, %n: memref<16x16xi8, strided<[64, 1]>>, %if: i1) {
  %narrow = arith.constant 16 : i64
  %wide = arith.constant 64 : i64
  %a = matrix.rows 0 : !spad
  matrix.gemmini.mvin %a, %n, %wide {form = "2"} : !spad, memref<16x16xi8, strided<[64, 1]>>, i64
  scf.if %if {
    matrix.gemmini.mvin %a, %m, %narrow {form = "2"} : !spad, memref<16x16xi8>, i64
  }
  matrix.gemmini.mvin %a, %n, %wide {form = "2"} : !spad, memref<16x16xi8, strided<[64, 1]>>, i64
  return
}

// A callee may change the state.
// CHECK-LABEL: @call
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
// CHECK: call @other
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
func.func private @other()
func.func @call(%m: memref<16x16xi8>) {
  %stride = arith.constant 16 : i64
  %a = matrix.rows 0 : !spad
  matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  func.call @other() : () -> ()
  matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
  return
}

// Also in the previous iteration.
// CHECK-LABEL: @call_in_loop
// CHECK: scf.for
// CHECK: matrix.gemmini.config
// CHECK: matrix.gemmini.mvin
// CHECK: call @other
func.func @call_in_loop(%m: memref<16x16xi8>) {
  %stride = arith.constant 16 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = matrix.rows 0 : !spad
  scf.for %i = %c0 to %c9 step %c1 {
    matrix.gemmini.mvin %a, %m, %stride {form = "2"} : !spad, memref<16x16xi8>, i64
    func.call @other() : () -> ()
  }
  return
}

}
