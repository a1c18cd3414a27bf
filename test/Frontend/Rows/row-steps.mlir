// RUN: matrix-opt %s -split-input-file \
// RUN:   -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-legalize,canonicalize,cse),matrix-lower-fusion-trees,canonicalize,cse)' \
// RUN:   | FileCheck %s

// The blocks of a step share the loop over the depth: 4 x 2 blocks of the result, four
// iterations, and each block of an operand is read once. The loop carries the blocks of
// the result and those of the operands: the reads of an iteration precede the products of
// the one before. The last four of 32 iterations follow the loop.

// CHECK-LABEL: func @whole
// CHECK-COUNT-6: vector.transfer_read {{.*}}matrix.load_ahead{{.*}} vector<16x16xi8>
// CHECK: scf.for
// CHECK-COUNT-8: vector.transfer_read {{.*}} vector<16x16xi32>
// CHECK: %{{.*}}:14 = scf.for {{.*}} iter_args
// CHECK: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK-COUNT-32: vector.contract
// CHECK-NOT: vector.contract
// CHECK: scf.yield
// CHECK-COUNT-32: vector.contract
// CHECK-COUNT-4: vector.transfer_write
// CHECK-NOT: vector.
// CHECK: return
func.func @whole(%a: tensor<64x512xi8>, %b: tensor<512x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<64x512xi8>, tensor<512x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
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

// -----

// Steps of 5 x 2 blocks overlap: the loop around the depth carries the first blocks of the
// operands. Those of the next step, or of the last one again, are loaded after the products
// that still read the carried ones, and results are stored beside the products of others.

// CHECK-LABEL: func.func @overlap
// CHECK: func.func private @{{[^(]*}}(%{{.*}}: memref<160x160xi8>, %{{.*}}: memref<160x160xi8>, %[[C:.*]]: memref<160x160xi32>)
// CHECK-DAG: %[[LAST:.*]] = arith.constant 8 : index
// CHECK: scf.for
// CHECK-COUNT-7: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK-NOT: vector.transfer
// CHECK: scf.for %[[STEP:.*]] = {{.*}} iter_args(%[[FIRST:[^,]*]] =
// CHECK-NOT: vector.transfer
// CHECK: %{{.*}}:17 = scf.for {{.*}} = %[[FIRST]]
// CHECK: scf.yield
// CHECK-COUNT-10: vector.contract
// CHECK-NOT: vector.transfer
// CHECK: %[[NEXT:.*]] = arith.addi %[[STEP]]
// CHECK: arith.minsi %[[NEXT]], %[[LAST]]
// CHECK-COUNT-7: vector.transfer_read {{.*}}matrix.load_ahead
// CHECK: vector.contract
// CHECK: vector.transfer_write %{{.*}}, %[[C]]
// CHECK: vector.contract
// CHECK: vector.transfer_write %{{.*}}, %[[C]]
// CHECK: scf.yield %{{.*}} : vector<16x16xi8>
func.func @overlap(%a: tensor<160x160xi8>, %b: tensor<160x160xi8>) -> tensor<160x160xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<160x160xi32>
  %c = linalg.fill ins(%zero : i32) outs(%empty : tensor<160x160xi32>) -> tensor<160x160xi32>
  %r = linalg.matmul ins(%a, %b : tensor<160x160xi8>, tensor<160x160xi8>) outs(%c : tensor<160x160xi32>) -> tensor<160x160xi32>
  return %r : tensor<160x160xi32>
}
