// RUN: matrix-opt %s | matrix-opt | FileCheck %s

// Generated operations on rows: print and parse.
module attributes {matrix.target = #matrix.target<"qkv">} {
  // CHECK-LABEL: @rows
  func.func @rows(%a: memref<7x64xbf16>, %s: memref<64x64xbf16, strided<[64, 1], offset: ?>>) {
    // CHECK: %[[X:.*]] = matrix.rows 3 : memref<7x64xbf16, #matrix.space<d1>>
    %x = matrix.rows 3 : memref<7x64xbf16, #matrix.space<d1>>
    // CHECK: matrix.qkv.load_rm %[[X]], %arg0 : memref<7x64xbf16, #matrix.space<d1>>, memref<7x64xbf16>
    matrix.qkv.load_rm %x, %a : memref<7x64xbf16, #matrix.space<d1>>, memref<7x64xbf16>
    %y = matrix.rows 64 : memref<64x64xbf16, #matrix.space<d1>>
    // CHECK: matrix.qkv.load_cm %{{.*}}, %arg1 : memref<64x64xbf16, #matrix.space<d1>>, memref<64x64xbf16, strided<[64, 1], offset: ?>>
    matrix.qkv.load_cm %y, %s : memref<64x64xbf16, #matrix.space<d1>>, memref<64x64xbf16, strided<[64, 1], offset: ?>>
    return
  }
}
