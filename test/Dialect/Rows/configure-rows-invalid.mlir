// RUN: matrix-opt %s -matrix-configure-rows -split-input-file -verify-diagnostics

// State written only as a side effect of computations cannot be configured.
module attributes {matrix.target = #matrix.target<"gemmini">} {
  func.func @weights() {
    %c = matrix.rows 0 : memref<16x16xi32, #matrix.space<gemmini_accumulator>>
    %a = matrix.rows 0 : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
    %b = matrix.rows 16 : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
    // expected-error @+1 {{no instruction of 'gemmini' sets 'gemmini.weights' to the required value}}
    matrix.gemmini.compute.accumulated %c, %a, %b {form = "9"} : memref<16x16xi32, #matrix.space<gemmini_accumulator>>, memref<16x16xi8, #matrix.space<gemmini_scratchpad>>, memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
    return
  }
}
