// RUN: matrix-opt %s -split-input-file -matrix-outline-scalar-code=max-inline=2 \
// RUN:   -mlir-print-debuginfo=false | FileCheck %s
// RUN: matrix-opt %s -split-input-file -matrix-outline-scalar-code \
// RUN:   | FileCheck %s --check-prefix=FEW

// Equal operations have one function; another constant, one of its own. Dense
// buffers are passed by address, others as they are.

// CHECK-LABEL: func.func @equal
// CHECK:         call @[[FILL:[a-z_0-9]+]](%{{.*}}) : (!llvm.ptr) -> ()
// CHECK:         call @[[FILL]](%{{.*}}) : (!llvm.ptr) -> ()
// CHECK:         call @[[OTHER:[a-z_0-9]+]](%{{.*}}) : (!llvm.ptr) -> ()
// CHECK:         call @[[VIEW:[a-z_0-9]+]](%{{.*}}) : (memref<2xf64, strided<[2]>>) -> ()
// CHECK-DAG:   func.func private @[[VIEW]]({{.*}}) attributes {no_inline, passthrough = ["noinline"]}
// CHECK-DAG:   func.func private @[[OTHER]](%arg0: !llvm.ptr)
// CHECK-DAG:   func.func private @[[FILL]](%arg0: !llvm.ptr)
// FEW-LABEL: func.func @equal
// FEW-NOT:     call
func.func @equal(%a: memref<4xf64>, %b: memref<4xf64>) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  linalg.fill ins(%one : f64) outs(%a : memref<4xf64>)
  linalg.fill ins(%one : f64) outs(%b : memref<4xf64>)
  linalg.fill ins(%two : f64) outs(%b : memref<4xf64>)
  %view = memref.subview %a[0] [2] [2] : memref<4xf64> to memref<2xf64, strided<[2]>>
  linalg.fill ins(%one : f64) outs(%view : memref<2xf64, strided<[2]>>)
  return
}

// -----

// Loops are moved whole, with what they compute; loops around Linalg
// operations stay, and so do loops of tile code.

// CHECK-LABEL: func.func @loops
// CHECK:         %[[SUM:.*]] = call @[[NEST:[a-z_0-9]+]](%{{.*}}, %{{.*}}) : ({{.*}}) -> f64
// CHECK:         scf.for
// CHECK:           func.call
// CHECK:         scf.for
// CHECK-NEXT:      matrix.barrier
// CHECK:         memref.store %[[SUM]]
// CHECK:       func.func private @[[NEST]](%{{.*}}: f64, %{{.*}}: !llvm.ptr) -> f64
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[R:.*]] = scf.for {{.*}} to %[[C4]]
// CHECK:         return %[[R]] : f64
func.func @loops(%a: memref<4xf64>, %n: index, %start: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %start) -> f64 {
    %x = memref.load %a[%i] : memref<4xf64>
    %next = arith.addf %s, %x : f64
    scf.yield %next : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%start : f64) outs(%a : memref<4xf64>)
  }
  scf.for %i = %c0 to %n step %c1 {
    matrix.barrier
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %start, %a[%i] : memref<4xf64>
  }
  memref.store %sum, %a[%c0] : memref<4xf64>
  return
}
