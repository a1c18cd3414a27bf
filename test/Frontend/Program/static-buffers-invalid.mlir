// RUN: matrix-opt %s -matrix-static-buffers -verify-diagnostics

func.func @alloc__bad_shape(%n: index, %v: f32) {
  // expected-error @+1 {{a buffer in DRAM needs a static shape; give every tensor static dimensions}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.store %v, %a[%n] : memref<?xf32>
  return
}
