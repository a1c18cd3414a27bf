// RUN: matrix-opt %s -split-input-file -verify-diagnostics \
// RUN:   -pass-pipeline='builtin.module(matrix-set-target{cpu=qkv},func.func(matrix-legalize,canonicalize,cse),matrix-lower-fusion-trees,canonicalize,cse)' \
// RUN:   | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>

// Whole blocks: operands are read in place. One vector value per
// operation, without intermediate memory.

// CHECK-LABEL: func @attention
// CHECK-NOT: memref.alloc() : memref<{{.*}}x{{.*}}x{{.*}}x
// CHECK: %[[Q:.*]] = vector.transfer_read {{.*}} vector<64x64xbf16>
// CHECK: %[[K:.*]] = vector.transfer_read {{.*}} vector<64x64xbf16>
// CHECK: %[[S:.*]] = vector.contract {{.*}} %[[Q]], %[[K]]
// CHECK: %[[S16:.*]] = arith.truncf %[[S]]
// CHECK: vector.multi_reduction <maximumf>
// CHECK: math.exp
// CHECK: vector.multi_reduction <add>
// CHECK: arith.divf
// CHECK: %[[P:.*]] = arith.truncf
// CHECK: %[[V:.*]] = vector.transfer_read
// CHECK: vector.contract {{.*}} %[[P]], %[[V]]
// CHECK: vector.transfer_write {{.*}} memref<64x64xbf16>
// CHECK-NOT: linalg.
func.func @attention(%q: tensor<64x64xbf16>, %k: tensor<64x64xbf16>, %v: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %kt = linalg.transpose ins(%k : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) permutation = [1, 0]
  %s = linalg.matmul ins(%q, %kt : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %o = linalg.matmul ins(%p, %v : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %o : tensor<64x64xbf16>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// Several blocks are read from packed copies: the loads do not support rows of 192
// elements. The loop over columns is inside the loop over rows.

// CHECK-LABEL: func @blocks
// CHECK-DAG: memref.alloc() : memref<1x3x64x64xbf16>
// CHECK-DAG: memref.alloc() : memref<2x3x64x64xbf16>
// CHECK: scf.for %[[I:.*]] = %c0 to %c2
// CHECK: scf.for %[[J:.*]] = %c0 to %c3
// CHECK: vector.transfer_read {{.*}}[%c0, %[[J]], %c0, %c0]
// CHECK: vector.contract
// CHECK: vector.transfer_write {{.*}}[%[[I]], %[[J]], %c0, %c0]
func.func @blocks(%a: tensor<128x64xbf16>, %b: tensor<64x192xbf16>) -> tensor<128x192xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<128x192xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<128x192xbf16>) -> tensor<128x192xbf16>
  %c = linalg.matmul ins(%a, %b : tensor<128x64xbf16>, tensor<64x192xbf16>) outs(%z : tensor<128x192xbf16>) -> tensor<128x192xbf16>
  return %c : tensor<128x192xbf16>
}

// -----

// Keys beyond the 37th are padding: a spare element of the sum over 40 makes
// their scores -infinity.

// CHECK-LABEL: func @odd
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0xFF80 : bf16
// CHECK: memref.store %[[ONE]], {{.*}}, %c40] : memref<1x1x64x64xbf16>
// CHECK: scf.for {{.*}} = %c37 to %c64
// CHECK: memref.store %[[NONE]], {{.*}}, %c40] : memref<1x1x64x64xbf16>
// CHECK: vector.contract
// CHECK: vector.contract
// CHECK-NOT: linalg.generic
func.func @odd(%q: tensor<50x40xbf16>, %k: tensor<37x40xbf16>, %v: tensor<37x40xbf16>) -> tensor<50x40xbf16> {
  %zero = arith.constant 0.0 : bf16
  %es = tensor.empty() : tensor<50x37xbf16>
  %zs = linalg.fill ins(%zero : bf16) outs(%es : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %et = tensor.empty() : tensor<40x37xbf16>
  %kt = linalg.transpose ins(%k : tensor<37x40xbf16>) outs(%et : tensor<40x37xbf16>) permutation = [1, 0]
  %s = linalg.matmul ins(%q, %kt : tensor<50x40xbf16>, tensor<40x37xbf16>) outs(%zs : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<50x37xbf16>) outs(%es : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %e = tensor.empty() : tensor<50x40xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<50x40xbf16>) -> tensor<50x40xbf16>
  %o = linalg.matmul ins(%p, %v : tensor<50x37xbf16>, tensor<37x40xbf16>) outs(%z : tensor<50x40xbf16>) -> tensor<50x40xbf16>
  return %o : tensor<50x40xbf16>
}

// -----

// A sum over more elements than an instruction supports, without accumulation
// onto a previous result.

// CHECK-LABEL: func @long
// CHECK-NOT: vector.contract
// CHECK: matrix.scalar_reason = "no instruction of 'qkv' computes
func.func @long(%a: tensor<64x200xbf16>, %b: tensor<200x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %c = linalg.matmul ins(%a, %b : tensor<64x200xbf16>, tensor<200x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %c : tensor<64x64xbf16>
}

// -----

// No contraction instruction for the types; no contraction; too few operations.

// CHECK-LABEL: func @scalar
// CHECK: matrix.scalar_reason = "it contains no matrix product"
// CHECK: matrix.scalar_reason = "no instruction multiplies rows of f32 and f32 into f32"
// CHECK: matrix.scalar_reason = "copying 12288 elements into blocks costs more than 8 products"
func.func @scalar(%a: tensor<64x64xf32>, %b: tensor<2x2xbf16>) -> (tensor<64x64xf32>, tensor<2x2xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero16 = arith.constant 0.0 : bf16
  %e2 = tensor.empty() : tensor<2x2xbf16>
  %z2 = linalg.fill ins(%zero16 : bf16) outs(%e2 : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %c2 = linalg.matmul ins(%b, %b : tensor<2x2xbf16>, tensor<2x2xbf16>) outs(%z2 : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  return %c, %c2 : tensor<64x64xf32>, tensor<2x2xbf16>
}

// -----

// Softmax without a spare element in the preceding contraction: its operand goes
// through an identity-matrix contraction with a spare element, which makes the
// padding -infinity. An operand with infinities is excluded from this.

// CHECK-LABEL: func @full_depth
// CHECK-DAG: %[[UNIT:.*]] = arith.constant dense<{{.*}}> : tensor<37x37xbf16>
// CHECK-DAG: %[[LOWEST:.*]] = arith.constant -3.389530e+38 : bf16
// CHECK: %[[SCORES:.*]] = matrix.launch @[[FIRST:[a-z_0-9]*]] ins(%{{.*}}, %{{.*}} :
// CHECK: %[[FINITE:.*]] = linalg.generic {{.*}} ins(%[[SCORES]] {{.*}}matrix.scalar_reason = "infinities are replaced by finite numbers of equal exponential before an identity-matrix contraction"
// CHECK: arith.maximumf %{{.*}}, %[[LOWEST]] : bf16
// CHECK-NOT: minimumf
// CHECK: matrix.launch @[[SECOND:[a-z_0-9]*]] ins({{.*}}%[[FINITE]], %[[UNIT]]
// CHECK-NOT: linalg.generic
// CHECK: func private @[[FIRST]]
// CHECK: vector.contract
// CHECK: func private @[[SECOND]]
// CHECK: %[[NONE:.*]] = arith.constant 0xFF80 : bf16
// CHECK: scf.for {{.*}} = %c37 to %c64
// CHECK: memref.store %[[NONE]], %{{.*}}[%c0, %{{.*}}, %c37, %{{.*}}] : memref<1x1x64x64xbf16>
// CHECK: vector.contract
// CHECK: math.exp
// CHECK: vector.contract
// CHECK-NOT: linalg.generic
func.func @full_depth(%q: tensor<50x64xbf16>, %k: tensor<64x37xbf16>, %v: tensor<37x64xbf16>) -> tensor<50x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %es = tensor.empty() : tensor<50x37xbf16>
  %zs = linalg.fill ins(%zero : bf16) outs(%es : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %s = linalg.matmul ins(%q, %k : tensor<50x64xbf16>, tensor<64x37xbf16>) outs(%zs : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<50x37xbf16>) outs(%es : tensor<50x37xbf16>) -> tensor<50x37xbf16>
  %e = tensor.empty() : tensor<50x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<50x64xbf16>) -> tensor<50x64xbf16>
  %o = linalg.matmul ins(%p, %v : tensor<50x37xbf16>, tensor<37x64xbf16>) outs(%z : tensor<50x64xbf16>) -> tensor<50x64xbf16>
  return %o : tensor<50x64xbf16>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// A factor without an instruction, but a power of two: an elementwise operation scales
// the smaller operand. The products are exact.

// CHECK-LABEL: func @scaled
// CHECK-SAME: (%{{.*}}: tensor<128x64xbf16>, %[[K:[^:]*]]: tensor<64x64xbf16>
// CHECK-DAG: %[[EIGHTH:.*]] = arith.constant 1.250000e-01 : bf16
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[K]] : {{.*}}matrix.scalar_reason = "no instruction multiplies by the constant that follows the contraction"
// CHECK: arith.mulf %{{.*}}, %[[EIGHTH]] : bf16
// CHECK: matrix.launch {{.*}} ins({{.*}}%[[SCALED]]
// CHECK: vector.contract
// CHECK-NOT: mulf
// CHECK: vector.contract
// CHECK-NOT: linalg.
func.func @scaled(%q: tensor<128x64xbf16>, %k: tensor<64x64xbf16>, %v: tensor<64x64xbf16>) -> tensor<128x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<128x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %s = linalg.matmul ins(%q, %k : tensor<128x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %d = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<128x64xbf16>) outs(%e : tensor<128x64xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %eight = arith.constant 8.0 : bf16
    %y = arith.divf %x, %eight : bf16
    linalg.yield %y : bf16
  } -> tensor<128x64xbf16>
  %p = linalg.softmax dimension(1) ins(%d : tensor<128x64xbf16>) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %r = linalg.matmul ins(%p, %v : tensor<128x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  return %r : tensor<128x64xbf16>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// Not a power of two, larger than 1, or sums with a nonzero initial value: scaling
// an operand is not equivalent.

// CHECK-LABEL: func @factors
// CHECK: matrix.scalar_reason = "{{.*}}; the factor 0.1{{[0-9]*}} of its products cannot be moved to an operand, because it is not a power of two up to 1"
// CHECK: matrix.scalar_reason = "{{.*}}; the factor 2.000000 of its products cannot be moved to an operand
// CHECK-NOT: the factor
func.func @factors(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %f = linalg.fill ins(%one : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %s0 = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s0 : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %c = arith.constant 0.1 : bf16
    %y = arith.mulf %x, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<64x64xbf16>
  %s1 = linalg.matmul ins(%b, %a : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s1 : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %c = arith.constant 2.0 : bf16
    %y = arith.mulf %x, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<64x64xbf16>
  %s2 = linalg.matmul ins(%a, %a : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%f : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s2 : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %c = arith.constant 0.5 : bf16
    %y = arith.mulf %x, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<64x64xbf16>
  return %r0, %r1, %r2 : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// Only the factor after the rounding stays scalar, though it is in one operation
// with the rounding.

// CHECK-LABEL: func @factor_after_rounding
// CHECK: matrix.launch
// CHECK: linalg.generic {{.*}}matrix.scalar_reason = "{{.*}}the factor 0.1{{[0-9]*}} of its products cannot be moved to an operand
// CHECK-NOT: truncf
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: func private
// CHECK: %[[S:.*]] = vector.contract
// CHECK: %[[R:.*]] = arith.truncf %[[S]]
// CHECK: vector.transfer_write %[[R]]
func.func @factor_after_rounding(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %en = tensor.empty() : tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<64x64xf32>) outs(%en : tensor<64x64xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %c = arith.constant 0.1 : bf16
    %n = arith.truncf %x : f32 to bf16
    %y = arith.mulf %n, %c : bf16
    linalg.yield %y : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// -----

// Softmax of an argument, without subtracting a maximum: the exponential of the largest
// number is infinity.

// CHECK-LABEL: func @softmax_alone
// CHECK: linalg.generic {{.*}}matrix.scalar_reason = "infinities are replaced by finite numbers
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: vector.contract
// CHECK: math.exp
// CHECK: vector.multi_reduction <add>
// CHECK-NOT: linalg.generic
#full = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
func.func @softmax_alone(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<64x64xf32>
  %e = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xbf16>) outs(%ew : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %y = math.exp %w : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %er = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#full, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<64x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %y = arith.addf %acc, %a : f32
    linalg.yield %y : f32
  } -> tensor<64xf32>
  %en = tensor.empty() : tensor<64x64xbf16>
  %p = linalg.generic {indexing_maps = [#full, #rows, #full], iterator_types = ["parallel", "parallel"]}
      ins(%e, %t : tensor<64x64xf32>, tensor<64xf32>) outs(%en : tensor<64x64xbf16>) {
  ^bb0(%a: f32, %d: f32, %o: bf16):
    %q = arith.divf %a, %d : f32
    %y = arith.truncf %q : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<64x64xbf16>
  return %p : tensor<64x64xbf16>
}
