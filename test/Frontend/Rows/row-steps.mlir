// RUN: matrix-opt %s -split-input-file \
// RUN:   -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-legalize,canonicalize,cse),matrix-lower-fusion-trees,canonicalize,cse)' \
// RUN:   | FileCheck %s

// The blocks of a step share the loop over the depth: 4 x 4 blocks of the result, two
// iterations, and each block of an operand is read once. The loop carries the blocks of
// the result and those of the operands: the reads of an iteration precede the products of
// the one before. The last two of eight iterations follow the loop.

// CHECK-LABEL: func @whole
// CHECK-COUNT-8: vector.transfer_read {{.*}}matrix.load_ahead{{.*}} vector<16x16xi8>
// CHECK: %[[END:.*]]:24 = scf.for {{.*}} iter_args
// CHECK: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK-COUNT-32: vector.contract
// CHECK-NOT: vector.contract
// CHECK: scf.yield
// CHECK-COUNT-32: vector.contract
// CHECK-COUNT-16: vector.transfer_write
// CHECK-NOT: vector.
// CHECK: return
func.func @whole(%a: tensor<64x128xi8>, %b: tensor<128x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<64x128xi8>, tensor<128x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}

// -----

// One block of the result: eight iterations over the depth are one.

// CHECK-LABEL: func @reads
// CHECK: scf.for
// CHECK-COUNT-16: vector.transfer_read {{.*}} vector<16x16xi8>
// CHECK-NOT: vector.transfer_read
// CHECK: scf.yield
func.func @reads(%a: tensor<16x512xi8>, %b: tensor<512x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x512xi8>, tensor<512x16xi8>) outs(%c : tensor<16x16xi32>) -> tensor<16x16xi32>
  return %r : tensor<16x16xi32>
}
