// RUN: matrix-opt %s -matrix-select-rows -matrix-allocate-rows -matrix-configure-rows | FileCheck %s

// max(x, 0) before or after order-preserving operations: conversions and products with a
// positive number. The store applies it before scaling.

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {

// CHECK-LABEL: @sums
// CHECK: matrix.gemmini.mvout {{.*}} {form = "3"}
// CHECK-NOT: vector.
func.func @sums(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %scale = arith.constant dense<0.015625> : vector<16x16xf32>
  %low = arith.constant dense<-128.0> : vector<16x16xf32>
  %high = arith.constant dense<127.0> : vector<16x16xf32>
  %p = arith.maxsi %s, %none : vector<16x16xi32>
  %f = arith.sitofp %p : vector<16x16xi32> to vector<16x16xf32>
  %m = arith.mulf %f, %scale : vector<16x16xf32>
  %r = math.roundeven %m : vector<16x16xf32>
  %g = arith.maximumf %r, %low : vector<16x16xf32>
  %l = arith.minimumf %g, %high : vector<16x16xf32>
  %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
  return
}

// CHECK-LABEL: @scaled
// CHECK: matrix.gemmini.mvout {{.*}} {form = "3"}
// CHECK-NOT: vector.
func.func @scaled(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %scale = arith.constant dense<0.015625> : vector<16x16xf32>
  %low = arith.constant dense<-128.0> : vector<16x16xf32>
  %high = arith.constant dense<127.0> : vector<16x16xf32>
  %zero = arith.constant dense<0.0> : vector<16x16xf32>
  %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
  %m = arith.mulf %f, %scale : vector<16x16xf32>
  %p = arith.maximumf %m, %zero : vector<16x16xf32>
  %r = math.roundeven %p : vector<16x16xf32>
  %g = arith.maximumf %r, %low : vector<16x16xf32>
  %l = arith.minimumf %g, %high : vector<16x16xf32>
  %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
  return
}

// CHECK-LABEL: @rounded
// CHECK: matrix.gemmini.mvout {{.*}} {form = "3"}
// CHECK-NOT: vector.
func.func @rounded(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %scale = arith.constant dense<0.015625> : vector<16x16xf32>
  %low = arith.constant dense<-128.0> : vector<16x16xf32>
  %high = arith.constant dense<127.0> : vector<16x16xf32>
  %zero = arith.constant dense<0.0> : vector<16x16xf32>
  %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
  %m = arith.mulf %f, %scale : vector<16x16xf32>
  %r = math.roundeven %m : vector<16x16xf32>
  %p = arith.maximumf %r, %zero : vector<16x16xf32>
  %g = arith.maximumf %p, %low : vector<16x16xf32>
  %l = arith.minimumf %g, %high : vector<16x16xf32>
  %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
  return
}

// CHECK-LABEL: @last
// CHECK: matrix.gemmini.mvout {{.*}} {form = "3"}
// CHECK-NOT: vector.
func.func @last(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %scale = arith.constant dense<0.015625> : vector<16x16xf32>
  %low = arith.constant dense<-128.0> : vector<16x16xf32>
  %high = arith.constant dense<127.0> : vector<16x16xf32>
  %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
  %m = arith.mulf %f, %scale : vector<16x16xf32>
  %r = math.roundeven %m : vector<16x16xf32>
  %g = arith.maximumf %r, %low : vector<16x16xf32>
  %l = arith.minimumf %g, %high : vector<16x16xf32>
  %t = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
  %no = arith.constant dense<0> : vector<16x16xi8>
  %y = arith.maxsi %t, %no : vector<16x16xi8>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
  return
}

// As the lower bound of a clamp.
// CHECK-LABEL: @clamp
// CHECK: matrix.gemmini.mvout {{.*}} {form = "3"}
// CHECK-NOT: vector.
func.func @clamp(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %scale = arith.constant dense<0.015625> : vector<16x16xf32>
  %low = arith.constant dense<0.0> : vector<16x16xf32>
  %high = arith.constant dense<127.0> : vector<16x16xf32>
  %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
  %m = arith.mulf %f, %scale : vector<16x16xf32>
  %r = math.roundeven %m : vector<16x16xf32>
  %g = arith.maximumf %r, %low : vector<16x16xf32>
  %l = arith.minimumf %g, %high : vector<16x16xf32>
  %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
  return
}

// Results that stay in the scratchpad are saturated first: in program order, and in
// reverse order.
// CHECK-LABEL: @saturated
// CHECK: matrix.gemmini.compute.preloaded {{.*}} {form = "[[$FORM:[0-9]+]]"} : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
// CHECK-LABEL: @before_saturation
// CHECK: matrix.gemmini.compute.preloaded {{.*}} {form = "[[$FORM]]"} : memref<16x16xi8, #matrix.space<gemmini_scratchpad>>
func.func @saturated(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %no = arith.constant dense<0> : vector<16x16xi8>
  %low = arith.constant dense<-128> : vector<16x16xi32>
  %high = arith.constant dense<127> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %g = arith.maxsi %s, %low : vector<16x16xi32>
  %l = arith.minsi %g, %high : vector<16x16xi32>
  %t = arith.trunci %l : vector<16x16xi32> to vector<16x16xi8>
  %p = arith.maxsi %t, %no : vector<16x16xi8>
  %y = vector.contract #matmul %p, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}

func.func @before_saturation(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<16x16xi32>
  %no = arith.constant dense<0> : vector<16x16xi8>
  %low = arith.constant dense<-128> : vector<16x16xi32>
  %high = arith.constant dense<127> : vector<16x16xi32>
  %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  %x = arith.maxsi %s, %none : vector<16x16xi32>
  %g = arith.maxsi %x, %low : vector<16x16xi32>
  %l = arith.minsi %g, %high : vector<16x16xi32>
  %p = arith.trunci %l : vector<16x16xi32> to vector<16x16xi8>
  %y = vector.contract #matmul %p, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
  vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}

}
