// RUN: matrix-opt %s -split-input-file -matrix-kernel-abi -verify-diagnostics

// expected-error @+1 {{no function '@main' with a body, which is the entry of a kernel}}
func.func @other(%x: memref<4xf32>) {
  return
}

// -----

// expected-error @+1 {{arguments and results of '@main' must be dense tensors of numbers with static shape, not 'tensor<?xf32>'}}
func.func @main(%x: memref<?xf32>) {
  return
}

// -----

// expected-error @+1 {{static shape, not 'memref<40xf32, strided<[2], offset: ?>>'}}
func.func @main(%x: memref<40xf32, strided<[2], offset: ?>>) {
  return
}

// -----

// expected-error @+1 {{static shape, not 'f32'}}
func.func @main(%x: f32) {
  return
}

// -----

// expected-error @+1 {{no file holds the elements of 'tensor<4xi7>', an argument or result of '@main'; use i1, i8, i16, i32, i64, f16, bf16, f32, f64 or an f8 type}}
func.func @main(%x: memref<4xi7>) {
  return
}

// -----

// expected-error @+1 {{no file holds the elements of 'tensor<4xtf32>'}}
func.func @main(%x: memref<4xtf32>) {
  return
}

// -----

// expected-error @+1 {{no file holds the elements of 'tensor<4xui8>'}}
func.func @main(%x: memref<4xui8>) {
  return
}

// -----

// expected-error @+1 {{no file holds the elements of 'tensor<4xf128>'}}
func.func @main(%x: memref<4xi8>) -> memref<4xf128> {
  %y = memref.alloc() : memref<4xf128>
  return %y : memref<4xf128>
}

// -----

// expected-error @+1 {{'@main' must consist of one block}}
func.func @main(%x: memref<4xf32>) {
  cf.br ^next
^next:
  return
}

// -----

// expected-error @+1 {{arguments and results of '@main' need 8796093022208 bytes, and the target's DRAM has 17179869184}}
func.func @main(%x: memref<1048576x1048576xf64>) {
  return
}
