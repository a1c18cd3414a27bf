// RUN: matrix-opt %s -matrix-select-rows -matrix-allocate-rows | FileCheck %s

// Attention: selection starts at the users, so that conversions and the division fold
// into producers and users; K is read by columns; the result of softmax is in place of
// its operand, and is moved to the memory that the next instruction reads.

#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#matmul_transposed = {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#transposed_matmul = {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"qkv">} {

// CHECK-LABEL: @attention
// CHECK-SAME: %[[Q:[^:]+]]: {{[^%]*}}%[[K:[^:]+]]: {{[^%]*}}%[[V:[^:]+]]: {{[^%]*}}%[[O:[^:]+]]:
// CHECK: %[[A:.*]] = matrix.rows 0 : memref<64x64xbf16, #matrix.space<d1>>
// CHECK: matrix.qkv.load_rm %[[A]], %[[Q]] :
// CHECK: %[[B:.*]] = matrix.rows 64 : memref<64x64xbf16, #matrix.space<d1>>
// CHECK: matrix.qkv.load_cm %[[B]], %[[K]] :
// CHECK: %[[S:.*]] = matrix.rows 0 : memref<64x64xbf16, #matrix.space<d2>>
// CHECK: matrix.qkv.gemm %[[S]], %[[A]], %[[B]] :
// CHECK: matrix.qkv.softmax %[[S]] :
// CHECK: %[[P:.*]] = matrix.rows 0 : memref<64x64xbf16, #matrix.space<d1>>
// CHECK: matrix.qkv.mov %[[P]], %[[S]] :
// CHECK: %[[C:.*]] = matrix.rows 64 :
// CHECK: matrix.qkv.load_rm %[[C]], %[[V]] :
// CHECK: matrix.qkv.gemm %[[R:.*]], %[[P]], %[[C]] :
// CHECK: matrix.qkv.mov %[[T:.*]], %[[R]] :
// CHECK: matrix.qkv.store_rm %[[O]], %[[T]] :
// CHECK-NOT: vector
func.func @attention(%q: memref<64x64xbf16>, %k: memref<64x64xbf16>, %v: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %qv = vector.transfer_read %q[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %kv = vector.transfer_read %k[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %vv = vector.transfer_read %v[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %s = vector.contract #matmul_transposed %qv, %kv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %sb = arith.truncf %s : vector<64x64xf32> to vector<64x64xbf16>
  %se = arith.extf %sb : vector<64x64xbf16> to vector<64x64xf32>
  %e = math.exp %se : vector<64x64xf32>
  %sum = vector.multi_reduction <add>, %e, %zeros [1] : vector<64x64xf32> to vector<64xf32>
  %b = vector.broadcast %sum : vector<64xf32> to vector<64x64xf32>
  %bt = vector.transpose %b, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
  %p = arith.divf %e, %bt : vector<64x64xf32>
  %pb = arith.truncf %p : vector<64x64xf32> to vector<64x64xbf16>
  %r = vector.contract #matmul %pb, %vv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %rb = arith.truncf %r : vector<64x64xf32> to vector<64x64xbf16>
  vector.transfer_write %rb, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  return
}

// The standard softmax, which subtracts the maximum.
// CHECK-LABEL: @largest_subtracted
// CHECK: matrix.qkv.gemm
// CHECK-NEXT: matrix.qkv.softmax
func.func @largest_subtracted(%a: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %least = arith.constant dense<0xFF800000> : vector<64xf32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %s = vector.contract #matmul %av, %av, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %sb = arith.truncf %s : vector<64x64xf32> to vector<64x64xbf16>
  %se = arith.extf %sb : vector<64x64xbf16> to vector<64x64xf32>
  %m = vector.multi_reduction <maximumf>, %se, %least [1] : vector<64x64xf32> to vector<64xf32>
  %mb = vector.broadcast %m : vector<64xf32> to vector<64x64xf32>
  %mt = vector.transpose %mb, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
  %d = arith.subf %se, %mt : vector<64x64xf32>
  %e = math.exp %d : vector<64x64xf32>
  %sum = vector.multi_reduction <add>, %e, %zeros [1] : vector<64x64xf32> to vector<64xf32>
  %b = vector.broadcast %sum : vector<64xf32> to vector<64x64xf32>
  %bt = vector.transpose %b, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
  %p = arith.divf %e, %bt : vector<64x64xf32>
  %pb = arith.truncf %p : vector<64x64xf32> to vector<64x64xbf16>
  vector.transfer_write %pb, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  return
}

// The first operand is read by columns; the loop-invariant second one is read before
// the loop; the row count is that of the vector, 64 in a window of 3 x 64.
// CHECK-LABEL: @loop
// CHECK: matrix.qkv.load_rm %[[B:[^,]+]], %arg1
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[W:.*]] = memref.subview %arg0[%[[I]], 0, 0] [1, 64, 64] [1, 1, 1]
// CHECK: matrix.qkv.load_cm %[[A:[^,]+]], %[[W]] :
// CHECK: matrix.qkv.gemm %{{.*}}, %[[A]], %[[B]] :
func.func @loop(%a: memref<3x64x64xbf16>, %b: memref<64x64xbf16>, %o: memref<3x64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  scf.for %i = %c0 to %c3 step %c1 {
    %av = vector.transfer_read %a[%i, %c0, %c0], %pad {in_bounds = [true, true]} : memref<3x64x64xbf16>, vector<64x64xbf16>
    %s = vector.contract #transposed_matmul %av, %bv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
    %sb = arith.truncf %s : vector<64x64xf32> to vector<64x64xbf16>
    vector.transfer_write %sb, %o[%i, %c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<3x64x64xbf16>
  }
  return
}

// A store by columns: folded into the store instruction.
// CHECK-LABEL: @transposed_result
// CHECK: matrix.qkv.load_rm %[[A:.*]], %arg0
// CHECK: matrix.qkv.store_cm %arg1, %[[A]] :
func.func @transposed_result(%a: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  vector.transfer_write %av, %o[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : vector<64x64xbf16>, memref<64x64xbf16>
  return
}

// A few rows: encoded in the instruction's row count.
// CHECK-LABEL: @few_rows
// CHECK: matrix.qkv.load_rm %{{.*}}, %arg0 : memref<5x64xbf16, #matrix.space<d1>>, memref<5x64xbf16>
// CHECK: matrix.qkv.store_rm %arg1
func.func @few_rows(%a: memref<5x64xbf16>, %o: memref<5x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<5x64xbf16>, vector<5x64xbf16>
  vector.transfer_write %av, %o[%c0, %c0] {in_bounds = [true, true]} : vector<5x64xbf16>, memref<5x64xbf16>
  return
}

// Memory is written between the read and its use: the read is not moved.
// CHECK-LABEL: @changed
// CHECK: matrix.qkv.load_rm %[[A:[^,]+]], %arg0
// CHECK: matrix.qkv.load_rm %[[B:[^,]+]], %arg1
// CHECK: matrix.qkv.store_rm %arg0, %[[B]]
// CHECK: matrix.qkv.store_rm %arg1, %[[A]]
func.func @changed(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  vector.transfer_write %bv, %a[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  vector.transfer_write %av, %b[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  return
}

// (AB)(AC): 192 rows are live in a memory of 128. Computed values are spilled to DRAM,
// read values are rematerialized.
// CHECK-LABEL: @spill
// CHECK: %[[WAITING:.*]] = memref.alloca() : memref<64x64xbf16>
// CHECK-COUNT-1: matrix.qkv.gemm
// CHECK: matrix.qkv.store_rm %[[WAITING]]
// CHECK: matrix.qkv.gemm
// CHECK: matrix.fence
// CHECK-NEXT: matrix.qkv.load_rm %{{.*}}, %[[WAITING]]
// CHECK: matrix.qkv.gemm
func.func @spill(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %cv = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %x = vector.contract #matmul %av, %bv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %xb = arith.truncf %x : vector<64x64xf32> to vector<64x64xbf16>
  %y = vector.contract #matmul %av, %cv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %yb = arith.truncf %y : vector<64x64xf32> to vector<64x64xbf16>
  %z = vector.contract #matmul %xb, %yb, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %zb = arith.truncf %z : vector<64x64xf32> to vector<64x64xbf16>
  vector.transfer_write %zb, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  return
}

}
