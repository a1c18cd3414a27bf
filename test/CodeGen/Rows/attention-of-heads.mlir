// REQUIRES: variant-qkv
// RUN: rm -rf %t && %python %S/Inputs/row_reference.py make heads %t
// RUN: matrix-run --mcpu=qkv %s --input=%t/in0.npy --input=%t/in1.npy --input=%t/in2.npy --output=%t/out.npy --save-temps=%t
// RUN: %python %S/Inputs/row_reference.py check heads %t

// Three heads: slices of the arguments at run-time addresses.

#ik = affine_map<(i, j, k) -> (i, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#matmul_t = {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

func.func @main(%q: memref<3x64x64xbf16>, %k: memref<3x64x64xbf16>, %v: memref<3x64x64xbf16>) -> memref<3x64x64xbf16> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %o = memref.alloc() : memref<3x64x64xbf16>
  scf.for %h = %c0 to %c3 step %c1 {
    %qv = vector.transfer_read %q[%h, %c0, %c0], %pad {in_bounds = [true, true]} : memref<3x64x64xbf16>, vector<64x64xbf16>
    %kv = vector.transfer_read %k[%h, %c0, %c0], %pad {in_bounds = [true, true]} : memref<3x64x64xbf16>, vector<64x64xbf16>
    %vv = vector.transfer_read %v[%h, %c0, %c0], %pad {in_bounds = [true, true]} : memref<3x64x64xbf16>, vector<64x64xbf16>
    %sf = vector.contract #matmul_t %qv, %kv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
    %s = arith.truncf %sf : vector<64x64xf32> to vector<64x64xbf16>
    %se = arith.extf %s : vector<64x64xbf16> to vector<64x64xf32>
    %e = math.exp %se : vector<64x64xf32>
    %sum = vector.multi_reduction <add>, %e, %zeros [1] : vector<64x64xf32> to vector<64xf32>
    %b = vector.broadcast %sum : vector<64xf32> to vector<64x64xf32>
    %bt = vector.transpose %b, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
    %pf = arith.divf %e, %bt : vector<64x64xf32>
    %p = arith.truncf %pf : vector<64x64xf32> to vector<64x64xbf16>
    %rf = vector.contract #matmul %p, %vv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
    %r = arith.truncf %rf : vector<64x64xf32> to vector<64x64xbf16>
    vector.transfer_write %r, %o[%h, %c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<3x64x64xbf16>
  }
  return %o : memref<3x64x64xbf16>
}
