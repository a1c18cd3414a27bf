// RUN: matrix-opt %s -split-input-file -verify-diagnostics

!near = memref<16x32xf32, #matrix.space<scratchpad>>

func.func @swapped(%a: memref<16x32xf32>, %s: !near) {
  // expected-error @+1 {{needs the block in the scratchpad, but it is 'memref<16x32xf32>'}}
  %t = matrix.dma_load %s to %a : !near to memref<16x32xf32>
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @both_near(%a: !near, %s: !near) {
  // expected-error @+1 {{needs the other side in DRAM}}
  %t = matrix.dma_load %a to %s : !near to !near
  return
}

// -----

!near = memref<16x?xf32, #matrix.space<scratchpad>>
func.func @dynamic(%a: memref<64x64xf32>, %s: !near) {
  // expected-error @+1 {{needs a block of static shape and rank 1 to 3}}
  %t = matrix.dma_load %a to %s : memref<64x64xf32> to !near
  return
}

// -----

!near = memref<16x32xbf16, #matrix.space<scratchpad>>
func.func @types(%a: memref<64x64xf32>, %s: !near) {
  // expected-error @+1 {{moves elements of one type}}
  %t = matrix.dma_store %s to %a : !near to memref<64x64xf32>
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @indices(%a: memref<64x64xf32>, %s: !near, %i: index) {
  // expected-error @+1 {{needs one index for each of the 2 dimensions of the other side, or none}}
  %t = matrix.dma_load %a[%i] to %s : memref<64x64xf32> to !near
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @valid(%a: memref<64x64xf32>, %s: !near, %i: index) {
  // expected-error @+1 {{needs one valid extent for each of the 2 dimensions of the block, or none}}
  %t = matrix.dma_load %a to %s valid [%i] : memref<64x64xf32> to !near
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @skip(%a: memref<64x64xf32>, %s: !near, %i: index) {
  // expected-error @+1 {{needs as many extents to skip as valid ones, of which it has 0}}
  %t = matrix.dma_load %a to %s skip [%i, %i] : memref<64x64xf32> to !near
  return
}

// -----

!near = memref<2x16x32xf32, #matrix.space<scratchpad>>
!far = memref<2x64x64xf32, strided<[4096, 64, 2]>>
func.func @scattered(%a: !far, %s: !near) {
  // expected-error @+1 {{of rank 3 needs a contiguous last dimension}}
  %t = matrix.dma_load %a to %s : !far to !near
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @fill(%a: memref<64x64xf32>, %s: !near) {
  // expected-error @+1 {{fills with a value of type 'i32', but elements are 'f32'}}
  %t = matrix.dma_load %a to %s {fill = 0 : i32} : memref<64x64xf32> to !near
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
func.func @no_semaphore(%a: memref<64x64xf32>, %s: !near, %mask: index) {
  // expected-error @+1 {{needs both receivers and a semaphore, or neither}}
  %t = "matrix.dma_load"(%a, %s, %mask) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 1, 0>}>
      : (memref<64x64xf32>, !near, index) -> !matrix.token
  return
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @multicast_semaphore(%a: memref<64x64xf32>, %s: !near, %mask: index) {
    %c32 = arith.constant 32 : index
    // expected-error @+1 {{names semaphore 32, but 'base' has 32, from 0}}
    %t = matrix.dma_load %a to %s multicast %mask post %c32 : memref<64x64xf32> to !near
    return
  }
}

// -----

!near = memref<16x32xf32, #matrix.space<scratchpad>>
module attributes {matrix.target = #matrix.target<"edge">} {
  func.func @no_interconnect(%a: memref<64x64xf32>, %s: !near, %n: index) {
    // expected-error @+1 {{needs an interconnect of cores, which 'edge' lacks}}
    %t = matrix.dma_load %a to %s multicast %n post %n : memref<64x64xf32> to !near
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @no_engine(%a: memref<64xf32>, %s: memref<64xf32, #matrix.space<scratchpad>>) {
    // expected-error @+1 {{needs a DMA engine, which 'qkv' lacks}}
    %t = matrix.dma_load %a to %s : memref<64xf32> to memref<64xf32, #matrix.space<scratchpad>>
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"base">} {
  func.func @no_such_semaphore(%core: index) {
    %c32 = arith.constant 32 : index
    // expected-error @+1 {{names semaphore 32, but 'base' has 32, from 0}}
    matrix.semaphore_post %c32 of %core
    return
  }
  func.func @no_such_core(%n: index) {
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{names core 4, but 'base' has 4, from 0}}
    matrix.semaphore_post %n of %c4
    return
  }
  func.func @negative(%n: index) {
    %c-1 = arith.constant -1 : index
    // expected-error @+1 {{names semaphore -1, but 'base' has 32, from 0}}
    matrix.semaphore_wait %c-1 for %n
    return
  }
  func.func @negative_count(%n: index) {
    %c-2 = arith.constant -2 : index
    // expected-error @+1 {{waits for -2 posts; give 0 or more}}
    matrix.semaphore_wait %n for %c-2
    return
  }
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @no_semaphores(%n: index) {
    // expected-error @+1 {{needs semaphores, which 'qkv' lacks}}
    matrix.semaphore_wait %n for %n
    return
  }
}

// -----

// expected-error @+1 {{unknown memory space 'scratch'; known are: dram scratchpad remote d1 d2}}
func.func private @space(memref<16xf32, #matrix.space<scratch>>)

// -----

// expected-error-re @+1 {{unknown target 'bass'; known are: base, {{.*}}qkv, gemmini}}
module attributes {matrix.target = #matrix.target<"bass">} {}

// -----

// expected-error @+1 {{'stack = 100' of 'base'; it must be a multiple of 64 up to 1048576}}
module attributes {matrix.target = #matrix.target<"base", stack = 100>} {}

// -----

// expected-error @+1 {{'stack = 1048640' of 'base'; it must be a multiple of 64 up to 1048576}}
module attributes {matrix.target = #matrix.target<"base", stack = 1048640>} {}

// -----

// expected-error @+1 {{'stack = -64' of 'base'; it must be a multiple of 64 up to 1048576}}
module attributes {matrix.target = #matrix.target<"base", stack = -64>} {}

// -----

// expected-error @+1 {{expected 'stack'}}
module attributes {matrix.target = #matrix.target<"base", heap = 64>} {}

// -----

// expected-error @+1 {{'matrix.target' belongs on a module and is a #matrix.target<"...">}}
func.func private @target() attributes {matrix.target = "base"}

// -----

func.func @copy_shapes(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{needs equal shapes and element types}}
  matrix.copy %a to %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @copy_dynamic(%a: memref<?xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{needs memrefs in DRAM with static shapes and strides and elements of 1, 2, 4 or 8 bytes, and a target with a DMA engine; found 'memref<?xf32>'}}
  matrix.copy %a to %b : memref<?xf32> to memref<4xf32>
  return
}

// -----

func.func @copy_scratchpad(%a: memref<4xf32>, %b: memref<4xf32, #matrix.space<scratchpad>>) {
  // expected-error @+1 {{needs memrefs in DRAM}}
  matrix.copy %a to %b : memref<4xf32> to memref<4xf32, #matrix.space<scratchpad>>
  return
}

// -----

module attributes {matrix.target = #matrix.target<"qkv">} {
  func.func @copy_without_dma(%a: memref<4xf32>, %b: memref<4xf32>) {
    // expected-error @+1 {{needs memrefs in DRAM with static shapes and strides and elements of 1, 2, 4 or 8 bytes, and a target with a DMA engine}}
    matrix.copy %a to %b : memref<4xf32> to memref<4xf32>
    return
  }
}

// -----

func.func @fill_type(%a: memref<4xf32>) {
  // expected-error @+1 {{fills with a value of type 'i32', but elements are 'f32'}}
  matrix.fill %a, 1 : i32 : memref<4xf32>
  return
}

// -----

func.func @load_halves(%a: memref<4xf64>, %s: memref<4xf64, #matrix.space<scratchpad>>) {
  // expected-error @+1 {{needs a value whose 32-bit halves are equal}}
  %t = matrix.dma_load %a to %s {fill = 2.0 : f64} : memref<4xf64> to memref<4xf64, #matrix.space<scratchpad>>
  return
}

// -----

func.func @fill_halves(%a: memref<4xi64>) {
  // expected-error @+1 {{needs a value whose 32-bit halves are equal}}
  matrix.fill %a, 1 : i64 : memref<4xi64>
  return
}

// -----

func.func @pad_ranks(%a: memref<4xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{needs equal element types and ranks, and as many elements of 'low'}}
  matrix.pad %a to %b low [1, 1], 0.0 : f32 : memref<4xf32> to memref<8x8xf32>
  return
}

// -----

func.func @pad_low(%a: memref<4x4xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{needs equal element types and ranks, and as many elements of 'low'}}
  matrix.pad %a to %b low [1], 0.0 : f32 : memref<4x4xf32> to memref<8x8xf32>
  return
}

// -----

func.func @pad_outside(%a: memref<4x4xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{copies elements 5 to 9 of a dimension with 8}}
  matrix.pad %a to %b low [1, 5], 0.0 : f32 : memref<4x4xf32> to memref<8x8xf32>
  return
}

// -----

func.func @pad_type(%a: memref<4x4xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{fills with a value of type 'i32', but elements are 'f32'}}
  matrix.pad %a to %b low [1, 1], 0 : i32 : memref<4x4xf32> to memref<8x8xf32>
  return
}

// -----

func.func @pad_scratchpad(%a: memref<4xf32>, %b: memref<8xf32, #matrix.space<scratchpad>>) {
  // expected-error @+1 {{needs memrefs in DRAM}}
  matrix.pad %a to %b low [1], 0.0 : f32 : memref<4xf32> to memref<8xf32, #matrix.space<scratchpad>>
  return
}

// -----

func.func @copy_from_dram(%a: memref<16x32xf32>, %s: memref<16x32xf32, #matrix.space<scratchpad>>) {
  // expected-error @+1 {{needs the block in the scratchpad, but it is 'memref<16x32xf32>'}}
  %t = matrix.dma_copy %a to %s : memref<16x32xf32> to memref<16x32xf32, #matrix.space<scratchpad>>
  return
}

// -----

func.func @copy_of_other_shape(%a: memref<8x32xf32, #matrix.space<scratchpad>>, %s: memref<16x32xf32, #matrix.space<scratchpad>>) {
  // expected-error @+1 {{needs equal shapes and element types}}
  %t = matrix.dma_copy %a to %s : memref<8x32xf32, #matrix.space<scratchpad>> to memref<16x32xf32, #matrix.space<scratchpad>>
  return
}
