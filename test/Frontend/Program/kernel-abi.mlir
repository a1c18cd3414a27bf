// RUN: matrix-opt %s -matrix-kernel-abi=cores=2 | FileCheck %s

// CHECK: llvm.mlir.global external constant @matrix_kernel_table(
// CHECK-SAME: \22name\22:\22arg0\22,\22shape\22:[4,3],\22type\22:\22bf16\22
// CHECK-SAME: \22dir\22:\22out\22,\22name\22:\22result0\22,\22shape\22:[12],\22type\22:\22f32\22
// CHECK-SAME: \22cores\22:2,\22mode\22:\22spmd\22
// CHECK-SAME: section = ".matrix.kernel"

// A result in a buffer allocated by the function is computed in place, in any
// layout; others are copied.

// CHECK-LABEL: func @main(%{{.*}}: !llvm.ptr) {
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[IN:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<4x3xbf16>
// CHECK: %[[OUT:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<4x3xbf16>
// CHECK: %[[PLACE:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<4x3xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.store %{{.*}}, %[[PLACE]]
// CHECK: memref.copy %[[IN]], %[[OUT]]
// CHECK-NEXT: return
func.func @main(%x: memref<4x3xbf16>) -> (memref<12xf32>, memref<4x3xbf16>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4x3xf32>
  memref.store %zero, %a[%c0, %c0] : memref<4x3xf32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<4x3xf32> into memref<12xf32>
  return %flat, %x : memref<12xf32>, memref<4x3xbf16>
}
