// RUN: matrix-opt %s -split-input-file -verify-diagnostics

func.func @shape(%f: vector<16x8xf32>) {
  // expected-error @+2 {{does not exist with these types on 'base'}}
  // expected-note @+1 {{form "f32" takes (vector<16x16xf32>) and gives vector<16x16xf32>}}
  %0 = matrix.texp %f : (vector<16x8xf32>) -> vector<16x8xf32>
  return
}

// -----

func.func @format(%i: vector<16x16xi32>) {
  // expected-error @+2 {{does not exist with these types on 'base'}}
  // expected-note @+1 {{form "f32" takes}}
  %0 = matrix.tdiv %i, %i : (vector<16x16xi32>, vector<16x16xi32>) -> vector<16x16xi32>
  return
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @variant(%f: vector<16x16xf32>) {
    // expected-error @+1 {{does not exist with these types on 'qkv'}}
    %0 = matrix.texp %f : (vector<16x16xf32>) -> vector<16x16xf32>
    return
  }
}

// -----

func.func @ambiguous(%x: i64) {
  // expected-error @+3 {{matches several instructions with these types on 'base'; select one by the attribute 'form'}}
  // expected-note @+2 {{form "c"}}
  // expected-note @+1 {{form "r"}}
  %0 = matrix.tiota %x : (i64) -> vector<16x16xi32>
  return
}

// -----

func.func @mixed(%a: vector<16x16xf32>, %b: vector<16x16xi32>, %n: i64) {
  // expected-error @+2 {{does not exist with these types}}
  // expected-note @+1 {{takes (any tile, any tile) and gives any tile}}
  %0 = matrix.tmaskr %a, %b, %n : (vector<16x16xf32>, vector<16x16xi32>, i64) -> vector<16x16xf32>
  return
}

// -----

func.func @immediate(%b: vector<16x32xbf16>) {
  // expected-error @+1 {{attribute 'q' is 4, must be from 0 to 3}}
  %0 = matrix.tcvtw %b {q = 4} : (vector<16x32xbf16>) -> vector<16x16xf32>
  return
}

// -----

func.func @dram(%m: memref<64x64xf32>, %i: index) {
  // expected-error @+1 {{needs a memref in the scratchpad, but got 'memref<64x64xf32>'}}
  %0 = matrix.tld %m[%i, %i] : memref<64x64xf32> -> vector<16x16xf32>
  return
}

// -----

!mem = memref<64x64xf32, #matrix.space<scratchpad>>
func.func @element(%m: !mem, %i: index) {
  // expected-error @+1 {{memref has elements of 'f32', the instruction needs 'i32'}}
  %0 = matrix.tld %m[%i, %i] : !mem -> vector<16x16xi32>
  return
}

// -----

!mem = memref<64x64xf32, #matrix.space<scratchpad>>
func.func @rank(%m: !mem, %i: index) {
  // expected-error @+1 {{needs one index for each of the 2 dimensions of the memref}}
  %0 = matrix.tld %m[%i] : !mem -> vector<16x16xf32>
  return
}

// -----

!mem = memref<64xf32, #matrix.space<scratchpad>>
func.func @line(%m: !mem, %i: index) {
  // expected-error @+1 {{needs a memref of rank 2 or more, or 'broadcast'}}
  %0 = matrix.tld %m[%i] : !mem -> vector<16x16xf32>
  return
}

// -----

!mem = memref<64x32xf32, strided<[64, 2]>, #matrix.space<scratchpad>>
func.func @gaps(%m: !mem, %i: index) {
  // expected-error @+1 {{needs a memref with contiguous rows}}
  %0 = matrix.tld %m[%i, %i] : !mem -> vector<16x16xf32>
  return
}

// -----

!mem = memref<64x64xf32, #matrix.space<scratchpad>>
func.func @pitch(%m: !mem, %i: index) {
  // expected-error @+1 {{needs rows that are adjacent in memory}}
  %0 = matrix.tldc %m[%i, %i] : !mem -> vector<16x16xf32>
  return
}

// -----

!line = memref<64xf32, #matrix.space<scratchpad>>
func.func @broadcast(%m: !line, %i: index) {
  // expected-error @+1 {{cannot broadcast: it has no stride operand}}
  %0 = matrix.tldc %m[%i] {broadcast} : !line -> vector<16x16xf32>
  return
}

// -----

// The element has the element type of the tile.
func.func @element(%x: vector<16x16xf32>, %n: i64) -> i32 {
  // expected-error @+3 {{does not exist with these types on 'base'}}
  // expected-note @+2 {{form "f32" takes (vector<16x16xf32>) and gives f32}}
  // expected-note @+1 {{form "i32" takes (vector<16x16xi32>) and gives i32}}
  %e = matrix.tget %x, %n : (vector<16x16xf32>, i64) -> i32
  return %e : i32
}
