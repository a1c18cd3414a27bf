// The order of tile instructions: exponentials of one buffer are beside products of another one,
// although a store precedes their loads; what overlaps in memory keeps its order. Short
// sequences without a mark keep their order. The mark makes LLVM keep the order.
//
// RUN: matrix-opt %s --matrix-schedule-tiles=fewest=4 | FileCheck %s
// RUN: matrix-opt %s --matrix-schedule-tiles | FileCheck %s --check-prefix=SHORT

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @independent
// CHECK: matrix.order_tiles
// CHECK: %[[X:.*]] = matrix.tld
// CHECK: %[[A:.*]] = matrix.tld
// CHECK: matrix.texp %[[X]]
// CHECK: matrix.tmma
// CHECK: matrix.tst
// CHECK: matrix.tst
// SHORT-LABEL: func @independent
// SHORT-NOT: matrix.order_tiles
// SHORT: matrix.texp
// SHORT: matrix.tst
// SHORT: matrix.tmma
// SHORT: matrix.tst
func.func @independent() {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<16x16xf32, #matrix.space<scratchpad>>
  %p = memref.alloc() : memref<16x32xbf16, #matrix.space<scratchpad>>
  %r = memref.alloc() : memref<16x16xf32, #matrix.space<scratchpad>>
  %zero = matrix.tzero : vector<16x16xf32>
  %a = matrix.tld %x[%c0, %c0] : memref<16x16xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.tst %e, %x[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
  %b = matrix.tld %p[%c0, %c0] : memref<16x32xbf16, #matrix.space<scratchpad>> -> vector<16x32xbf16>
  %m = matrix.tmma %zero, %b, %b : (vector<16x16xf32>, vector<16x32xbf16>, vector<16x32xbf16>) -> vector<16x16xf32>
  matrix.tst %m, %r[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
  return
}

// CHECK-LABEL: func @marked
// SHORT-LABEL: func @marked
// SHORT: matrix.order_tiles
// SHORT: matrix.texp
// SHORT: matrix.tmma
// SHORT: matrix.tst
// SHORT: matrix.tst
func.func @marked() {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<16x16xf32, #matrix.space<scratchpad>>
  %p = memref.alloc() : memref<16x32xbf16, #matrix.space<scratchpad>>
  %r = memref.alloc() : memref<16x16xf32, #matrix.space<scratchpad>>
  matrix.order_tiles
  %zero = matrix.tzero : vector<16x16xf32>
  %a = matrix.tld %x[%c0, %c0] : memref<16x16xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.tst %e, %x[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
  %b = matrix.tld %p[%c0, %c0] : memref<16x32xbf16, #matrix.space<scratchpad>> -> vector<16x32xbf16>
  %m = matrix.tmma %zero, %b, %b : (vector<16x16xf32>, vector<16x32xbf16>, vector<16x32xbf16>) -> vector<16x16xf32>
  matrix.tst %m, %r[%c0, %c0] : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
  return
}

// A mark without instructions is removed.
// CHECK-LABEL: func @empty
// CHECK-NOT: matrix.order_tiles
// CHECK: return
func.func @empty() {
  matrix.order_tiles
  return
}

// The third tile is that which is stored, the second one another.
// CHECK-LABEL: func @overlapping
// CHECK: matrix.tld %{{.*}}[%c0, %c0]
// CHECK: matrix.tld %{{.*}}[%c0, %c16]
// CHECK: matrix.texp
// CHECK: matrix.texp
// CHECK: matrix.tst %{{.*}}[%c0, %c0]
// CHECK: matrix.tld %{{.*}}[%c0, %c8]
func.func @overlapping() -> (vector<16x16xf32>, vector<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<16x32xf32, #matrix.space<scratchpad>>
  %a = matrix.tld %x[%c0, %c0] : memref<16x32xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.tst %e, %x[%c0, %c0] : vector<16x16xf32>, memref<16x32xf32, #matrix.space<scratchpad>>
  %b = matrix.tld %x[%c0, %c8] : memref<16x32xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %c = matrix.tld %x[%c0, %c16] : memref<16x32xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %f = matrix.texp %c : (vector<16x16xf32>) -> vector<16x16xf32>
  return %b, %f : vector<16x16xf32>, vector<16x16xf32>
}

// A tile whose rows are longer than those of the buffer may overlap any other.
// CHECK-LABEL: func @narrow
// CHECK: matrix.tld
// CHECK: matrix.texp
// CHECK: matrix.tst
// CHECK: matrix.tld
func.func @narrow() -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<64x8xf32, #matrix.space<scratchpad>>
  %a = matrix.tld %x[%c0, %c0] : memref<64x8xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.tst %e, %x[%c0, %c0] : vector<16x16xf32>, memref<64x8xf32, #matrix.space<scratchpad>>
  %b = matrix.tld %x[%c16, %c0] : memref<64x8xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  return %b : vector<16x16xf32>
}

// Rows of the view overlap.
// CHECK-LABEL: func @overlapping_rows
// CHECK: matrix.tld
// CHECK: matrix.texp
// CHECK: matrix.tst
// CHECK: matrix.tld
func.func @overlapping_rows() -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<64x64xf32, #matrix.space<scratchpad>>
  %w = memref.reinterpret_cast %x to offset: [0], sizes: [48, 64], strides: [1, 1]
      : memref<64x64xf32, #matrix.space<scratchpad>> to memref<48x64xf32, strided<[1, 1]>, #matrix.space<scratchpad>>
  %a = matrix.tld %w[%c0, %c0] : memref<48x64xf32, strided<[1, 1]>, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.tst %e, %w[%c0, %c0] : vector<16x16xf32>, memref<48x64xf32, strided<[1, 1]>, #matrix.space<scratchpad>>
  %b = matrix.tld %w[%c16, %c0] : memref<48x64xf32, strided<[1, 1]>, #matrix.space<scratchpad>> -> vector<16x16xf32>
  return %b : vector<16x16xf32>
}

// A transfer separates sequences.
// CHECK-LABEL: func @transfer
// CHECK: matrix.texp
// CHECK: matrix.dma_wait
// CHECK: matrix.tld
// CHECK: matrix.tld
func.func @transfer(%t: !matrix.token, %a: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<16x32xf32, #matrix.space<scratchpad>>
  %c16 = arith.constant 16 : index
  %e = matrix.texp %a : (vector<16x16xf32>) -> vector<16x16xf32>
  %f = matrix.texp %e : (vector<16x16xf32>) -> vector<16x16xf32>
  %g = matrix.texp %f : (vector<16x16xf32>) -> vector<16x16xf32>
  %h = matrix.texp %g : (vector<16x16xf32>) -> vector<16x16xf32>
  matrix.dma_wait %t
  %b = matrix.tld %x[%c0, %c0] : memref<16x32xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %c = matrix.tld %x[%c0, %c16] : memref<16x32xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %d = matrix.tadd %b, %c : (vector<16x16xf32>, vector<16x16xf32>) -> vector<16x16xf32>
  %r = matrix.tadd %d, %h : (vector<16x16xf32>, vector<16x16xf32>) -> vector<16x16xf32>
  return %r : vector<16x16xf32>
}
}
