// REQUIRES: variant-qkv
// RUN: rm -rf %t && %python %S/Inputs/row_reference.py make spill %t
// RUN: matrix-run --mcpu=qkv %s --input=%t/in0.npy --input=%t/in1.npy --input=%t/in2.npy --output=%t/out.npy --save-temps=%t
// RUN: %python %S/Inputs/row_reference.py check spill %t

// (AB)(AC): 192 rows are live in a memory of 128.

#ik = affine_map<(i, j, k) -> (i, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

func.func @main(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xbf16>) -> memref<64x64xbf16> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %o = memref.alloc() : memref<64x64xbf16>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %cv = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
  %xf = vector.contract #matmul %av, %bv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %x = arith.truncf %xf : vector<64x64xf32> to vector<64x64xbf16>
  %yf = vector.contract #matmul %av, %cv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %y = arith.truncf %yf : vector<64x64xf32> to vector<64x64xbf16>
  %zf = vector.contract #matmul %x, %y, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
  %z = arith.truncf %zf : vector<64x64xf32> to vector<64x64xbf16>
  vector.transfer_write %z, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
  return %o : memref<64x64xbf16>
}
