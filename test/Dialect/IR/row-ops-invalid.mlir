// RUN: matrix-opt %s -split-input-file -verify-diagnostics

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @operands(%a: memref<7x64xbf16, #matrix.space<d1>>) {
    // expected-error @+1 {{expects 2 operands and no results}}
    matrix.qkv.load_rm %a : memref<7x64xbf16, #matrix.space<d1>>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @space(%a: memref<7x64xbf16, #matrix.space<d2>>, %b: memref<7x64xbf16>) {
    // expected-error @+1 {{operand 'ra' must be in d1, but is 'memref<7x64xbf16, #matrix.space<d2>>'}}
    matrix.qkv.load_rm %a, %b : memref<7x64xbf16, #matrix.space<d2>>, memref<7x64xbf16>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @element(%a: memref<7x64xf16, #matrix.space<d1>>, %b: memref<7x64xbf16>) {
    // expected-error @+1 {{operand 'ra' must have elements of 16 bits and type bf16, but is}}
    matrix.qkv.load_rm %a, %b : memref<7x64xf16, #matrix.space<d1>>, memref<7x64xbf16>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @columns(%a: memref<7x32xbf16, #matrix.space<d1>>, %b: memref<7x32xbf16>) {
    // expected-error @+1 {{operand 'ra' has 32 columns, must have 64}}
    matrix.qkv.load_rm %a, %b : memref<7x32xbf16, #matrix.space<d1>>, memref<7x32xbf16>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @counts(%a: memref<7x64xbf16, #matrix.space<d1>>, %b: memref<8x64xbf16>) {
    // expected-error @+1 {{operand 'rb' has 8 rows, but another operand has 7}}
    matrix.qkv.load_rm %a, %b : memref<7x64xbf16, #matrix.space<d1>>, memref<8x64xbf16>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @range(%a: memref<129x64xbf16, #matrix.space<d1>>, %b: memref<129x64xbf16>) {
    // expected-error @+1 {{'n' is 129, must be from 1 to 128}}
    matrix.qkv.load_rm %a, %b : memref<129x64xbf16, #matrix.space<d1>>, memref<129x64xbf16>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @gap(%a: memref<7x64xbf16, #matrix.space<d1>>, %b: memref<7x64xbf16, strided<[65, 1]>>) {
    // expected-error @+1 {{operand 'rb' needs rows that are adjacent in memory}}
    matrix.qkv.load_rm %a, %b : memref<7x64xbf16, #matrix.space<d1>>, memref<7x64xbf16, strided<[65, 1]>>
    return
  }
}

// -----

func.func @variant(%a: memref<7x64xbf16, #matrix.space<d1>>, %b: memref<7x64xbf16>) {
  // expected-error @+1 {{does not exist on 'base'}}
  matrix.qkv.load_rm %a, %b : memref<7x64xbf16, #matrix.space<d1>>, memref<7x64xbf16>
  return
}

// -----

func.func @rows_space() {
  // expected-error @+1 {{needs a memref of rank 2 and static shape in a row memory, but is 'memref<7x64xbf16>'}}
  %x = matrix.rows 3 : memref<7x64xbf16>
  return
}

// -----

func.func @rows_end() {
  // expected-error @+1 {{ends at row 129, but 'd1' has 128}}
  %x = matrix.rows 122 : memref<7x64xbf16, #matrix.space<d1>>
  return
}
