// REQUIRES: variant-qkv
// RUN: rm -rf %t && %python %S/Inputs/row_reference.py make attention %t
// RUN: matrix-run --mcpu=qkv %s --input=%t/in0.npy --input=%t/in1.npy --input=%t/in2.npy --output=%t/out.npy --save-temps=%t
// RUN: %python %S/Inputs/row_reference.py check attention %t
// RUN: FileCheck %s < %t/model.s

// softmax(Q K^T) V on vectors is lowered to the same instructions as handwritten code.

// CHECK-NOT: qkv.
// CHECK: qkv.load_rm [[A:r[0-9]+]], r{{[0-9]+}}, 64
// CHECK: qkv.load_cm [[B:r[0-9]+]], r
// CHECK: qkv.gemm [[S:r[0-9]+]], [[A]], [[B]]
// CHECK: qkv.softmax [[S]], 64
// CHECK: qkv.mov [[A]], [[S]], 64
// CHECK: qkv.load_rm [[B]], r{{[0-9]+}}, 64
// CHECK: qkv.gemm [[S]], [[A]], [[B]]
// CHECK: qkv.mov [[A]], [[S]], 64
// CHECK: qkv.store_rm r{{[0-9]+}}, [[A]], 64
// CHECK-NOT: qkv.

#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#matmul_t = {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
func.func @main(%q: memref<64x64xbf16>, %k: memref<64x64xbf16>, %v: memref<64x64xbf16>) -> memref<64x64xbf16> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %o = memref.alloc() : memref<64x64xbf16>
  %qv = vector.transfer_read %q[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %kv = vector.transfer_read %k[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %vv = vector.transfer_read %v[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %s = vector.contract #matmul_t %qv, %kv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
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
  return %o : memref<64x64xbf16>
}
