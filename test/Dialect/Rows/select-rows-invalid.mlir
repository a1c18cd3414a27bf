// RUN: matrix-opt %s -matrix-select-rows -matrix-allocate-rows -split-input-file -verify-diagnostics

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @no_instruction(%a: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
    // expected-error @+1 {{no instruction of 'qkv' computes 'arith.addf' on 'vector<64x64xbf16>' from these operands; rewrite it, or keep it on scalars}}
    %s = arith.addf %av, %av : vector<64x64xbf16>
    vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
    return
  }
}

// -----

// Non-contiguous rows of memory: these instructions have no stride.
module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @gap(%a: memref<64x128xbf16>, %o: memref<64x64xbf16>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    // expected-error @+1 {{no instruction of 'qkv' computes 'vector.transfer_read' on 'vector<64x64xbf16>'}}
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x128xbf16>, vector<64x64xbf16>
    vector.transfer_write %av, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
    return
  }
}

// -----

// Only a contraction writes the memory of softmax.
module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @no_way(%a: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    %zeros = arith.constant dense<0.0> : vector<64xf32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
    %se = arith.extf %av : vector<64x64xbf16> to vector<64x64xf32>
    %e = math.exp %se : vector<64x64xf32>
    %sum = vector.multi_reduction <add>, %e, %zeros [1] : vector<64x64xf32> to vector<64xf32>
    %b = vector.broadcast %sum : vector<64xf32> to vector<64x64xf32>
    %bt = vector.transpose %b, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
    %p = arith.divf %e, %bt : vector<64x64xf32>
    // expected-error @+1 {{no instruction of 'qkv' moves rows of 'vector<64x64xbf16>' from 'd1' to 'd2'}}
    %pb = arith.truncf %p : vector<64x64xf32> to vector<64x64xbf16>
    vector.transfer_write %pb, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
    return
  }
}

// -----

// More rows than the instruction can count.
module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @too_many(%a: memref<129x64xbf16>, %o: memref<129x64xbf16>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<129x64xbf16>, vector<129x64xbf16>
    // expected-error @+1 {{no instruction of 'qkv' computes 'vector.transfer_write' on 'vector<129x64xbf16>'}}
    vector.transfer_write %av, %o[%c0, %c0] {in_bounds = [true, true]} : vector<129x64xbf16>, memref<129x64xbf16>
    return
  }
}

// -----

// A value read in every iteration of a loop cannot be spilled to DRAM.
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @full(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<2x64x64xbf16>, %o: memref<2x64x64xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %pad = arith.constant 0.0 : bf16
    %zero = arith.constant dense<0.0> : vector<64x64xf32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
    %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xbf16>, vector<64x64xbf16>
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-error @+1 {{'d1' is full: 64 rows are needed, but 128 of 128 are in use here; use smaller blocks or fewer values at a time}}
      %cv = vector.transfer_read %c[%i, %c0, %c0], %pad {in_bounds = [true, true]} : memref<2x64x64xbf16>, vector<64x64xbf16>
      %x = vector.contract #matmul %av, %cv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
      %xb = arith.truncf %x : vector<64x64xf32> to vector<64x64xbf16>
      %y = vector.contract #matmul %xb, %bv, %zero : vector<64x64xbf16>, vector<64x64xbf16> into vector<64x64xf32>
      %yb = arith.truncf %y : vector<64x64xf32> to vector<64x64xbf16>
      vector.transfer_write %yb, %o[%i, %c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<2x64x64xbf16>
    }
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  // expected-error @+1 {{a vector argument is in no memory; read the vector from a buffer}}
  func.func @passed(%a: vector<64x64xbf16>, %o: memref<64x64xbf16>) {
    %c0 = arith.constant 0 : index
    vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xbf16>, memref<64x64xbf16>
    return
  }
}
