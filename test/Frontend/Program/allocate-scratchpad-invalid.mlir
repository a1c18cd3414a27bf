// RUN: matrix-opt %s -split-input-file -matrix-allocate-scratchpad -verify-diagnostics

func.func @alloc__bad_size(%v: f32, %i: index) {
  %a = memref.alloc() : memref<200000xf32, #matrix.space<scratchpad>>
  // expected-error @+1 {{scratchpad overflow: this buffer of 400000 bytes ends at byte 1200000 of 982528; buffers that are live here need 1200000 bytes; use smaller blocks}}
  %b = memref.alloc() : memref<100000xf32, #matrix.space<scratchpad>>
  memref.store %v, %a[%i] : memref<200000xf32, #matrix.space<scratchpad>>
  memref.store %v, %b[%i] : memref<100000xf32, #matrix.space<scratchpad>>
  return
}

// -----

func.func @alloc__bad_shape(%v: f32, %i: index) {
  // expected-error @+1 {{a scratchpad buffer needs a static shape}}
  %a = memref.alloc(%i) : memref<?xf32, #matrix.space<scratchpad>>
  memref.store %v, %a[%i] : memref<?xf32, #matrix.space<scratchpad>>
  return
}
