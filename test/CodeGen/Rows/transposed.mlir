// REQUIRES: variant-qkv
// RUN: rm -rf %t && %python %S/Inputs/row_reference.py make transposed %t
// RUN: matrix-run --mcpu=qkv %s --input=%t/in0.npy --input=%t/in1.npy --output=%t/out.npy --save-temps=%t
// RUN: %python %S/Inputs/row_reference.py check transposed %t

// (A^T B)^T: a load by columns and a store by columns.

#ik = affine_map<(i, j, k) -> (i, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#t_matmul = {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

func.func @main(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>) -> memref<64x64xbf16> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %o = memref.alloc() : memref<64x64xbf16>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %xf = vector.contract #t_matmul %av, %bv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %x = arith.truncf %xf : vector<64x64xf32> to vector<64x64xbf16>
  vector.transfer_write %x, %o[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : vector<64x64xbf16>, memref<64x64xbf16>
  return %o : memref<64x64xbf16>
}
