// REQUIRES: variant-qkv
// RUN: matrix-opt %s --matrix-select-rows --matrix-expand --lower-vector-multi-reduction \
// RUN:   "--convert-vector-to-scf=full-unroll=true target-rank=1" --arith-expand=include-bf16=true --canonicalize \
// RUN:   --convert-math-to-libm --convert-math-to-llvm --convert-vector-to-llvm --convert-scf-to-cf \
// RUN:   --expand-strided-metadata --lower-affine --finalize-memref-to-llvm --convert-func-to-llvm \
// RUN:   --convert-arith-to-llvm --convert-cf-to-llvm --convert-index-to-llvm --convert-ub-to-llvm \
// RUN:   --reconcile-unrealized-casts | sed "s/module attributes {matrix.target = .*} {/module {/" > %t.mlir
// RUN: mlir-runner %t.mlir -e main -entry-point-result=i32 | FileCheck %s

// The selected program, its operations expanded, on the host: to the bit what
// loops over scalars compute.

// CHECK: {{^}}0{{$}}

#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#matmul_t = {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
module attributes {matrix.target = #matrix.target<"qkv">} {

func.func @selected(%q: memref<64x64xbf16>, %k: memref<64x64xbf16>, %v: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<64x64xf32>
  %zeros = arith.constant dense<0.0> : vector<64xf32>
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
  return
}

func.func @product(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> f32 {
        %x = memref.load %a[%i, %k] : memref<64x64xbf16>
        %y = memref.load %b[%k, %j] : memref<64x64xbf16>
        %xf = arith.extf %x : bf16 to f32
        %yf = arith.extf %y : bf16 to f32
        %next = math.fma %xf, %yf, %acc : f32
        scf.yield %next : f32
      }
      %r = arith.truncf %sum : f32 to bf16
      memref.store %r, %o[%i, %j] : memref<64x64xbf16>
    }
  }
  return
}

func.func @product_transposed(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %o: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> f32 {
        %x = memref.load %a[%i, %k] : memref<64x64xbf16>
        %y = memref.load %b[%j, %k] : memref<64x64xbf16>
        %xf = arith.extf %x : bf16 to f32
        %yf = arith.extf %y : bf16 to f32
        %next = math.fma %xf, %yf, %acc : f32
        scf.yield %next : f32
      }
      %r = arith.truncf %sum : f32 to bf16
      memref.store %r, %o[%i, %j] : memref<64x64xbf16>
    }
  }
  return
}

func.func @exponential(%x: bf16) -> f32 {
  %w = arith.extf %x : bf16 to f64
  %e = math.exp %w : f64
  %r = arith.truncf %e : f64 to f32
  return %r : f32
}

func.func @softmax(%s: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c1 {
    %sum = scf.for %j = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> f32 {
      %x = memref.load %s[%i, %j] : memref<64x64xbf16>
      %e = func.call @exponential(%x) : (bf16) -> f32
      %next = arith.addf %acc, %e : f32
      scf.yield %next : f32
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %s[%i, %j] : memref<64x64xbf16>
      %e = func.call @exponential(%x) : (bf16) -> f32
      %p = arith.divf %e, %sum : f32
      %r = arith.truncf %p : f32 to bf16
      memref.store %r, %s[%i, %j] : memref<64x64xbf16>
    }
  }
  return
}

// Numbers between -1 and 1 that follow no line.
func.func @fill(%m: memref<64x64xbf16>, %seed: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %factor = arith.constant 1103515245 : i32
  %bias = arith.constant 12345 : i32
  %scale = arith.constant 4.65661287E-10 : f32
  %last = scf.for %i = %c0 to %c64 step %c1 iter_args(%outer = %seed) -> i32 {
    %end = scf.for %j = %c0 to %c64 step %c1 iter_args(%state = %outer) -> i32 {
      %product = arith.muli %state, %factor : i32
      %next = arith.addi %product, %bias : i32
      %number = arith.sitofp %next : i32 to f32
      %x = arith.mulf %number, %scale : f32
      %r = arith.truncf %x : f32 to bf16
      memref.store %r, %m[%i, %j] : memref<64x64xbf16>
      scf.yield %next : i32
    }
    scf.yield %end : i32
  }
  return
}

// How many elements differ.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %q = memref.alloc() : memref<64x64xbf16>
  %k = memref.alloc() : memref<64x64xbf16>
  %v = memref.alloc() : memref<64x64xbf16>
  %got = memref.alloc() : memref<64x64xbf16>
  %s = memref.alloc() : memref<64x64xbf16>
  %want = memref.alloc() : memref<64x64xbf16>
  call @fill(%q, %none) : (memref<64x64xbf16>, i32) -> ()
  call @fill(%k, %one) : (memref<64x64xbf16>, i32) -> ()
  call @fill(%v, %two) : (memref<64x64xbf16>, i32) -> ()
  call @selected(%q, %k, %v, %got) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xbf16>) -> ()
  call @product_transposed(%q, %k, %s) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xbf16>) -> ()
  call @softmax(%s) : (memref<64x64xbf16>) -> ()
  call @product(%s, %v, %want) : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xbf16>) -> ()
  %wrong = scf.for %i = %c0 to %c64 step %c1 iter_args(%outer = %none) -> i32 {
    %row = scf.for %j = %c0 to %c64 step %c1 iter_args(%count = %outer) -> i32 {
      %x = memref.load %got[%i, %j] : memref<64x64xbf16>
      %y = memref.load %want[%i, %j] : memref<64x64xbf16>
      %xi = arith.bitcast %x : bf16 to i16
      %yi = arith.bitcast %y : bf16 to i16
      %differ = arith.cmpi ne, %xi, %yi : i16
      %more = arith.extui %differ : i1 to i32
      %next = arith.addi %count, %more : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  return %wrong : i32
}

}
