// RUN: matrix-opt %s -matrix-select-rows -split-input-file -verify-diagnostics

// max(x, 0) is not moved across a product that may reverse the order, or if 0
// times the factor is not 0; a bound other than 0 does not match.

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {
  func.func @negative(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i8
    %none = arith.constant dense<0> : vector<16x16xi32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
    %scale = arith.constant dense<-0.015625> : vector<16x16xf32>
    %low = arith.constant dense<-128.0> : vector<16x16xf32>
    %high = arith.constant dense<127.0> : vector<16x16xf32>
    %zero = arith.constant dense<0.0> : vector<16x16xf32>
    %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
    %m = arith.mulf %f, %scale : vector<16x16xf32>
    %p = arith.maximumf %m, %zero : vector<16x16xf32>
    %r = math.roundeven %p : vector<16x16xf32>
    %g = arith.maximumf %r, %low : vector<16x16xf32>
    %l = arith.minimumf %g, %high : vector<16x16xf32>
    // expected-error @+1 {{no instruction of 'gemmini' computes 'arith.fptosi' on 'vector<16x16xi8>' from these operands}}
    %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
    vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
    return
  }
}

// -----

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {
  func.func @infinite(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i8
    %none = arith.constant dense<0> : vector<16x16xi32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
    %scale = arith.constant dense<0x7F800000> : vector<16x16xf32>
    %low = arith.constant dense<-128.0> : vector<16x16xf32>
    %high = arith.constant dense<127.0> : vector<16x16xf32>
    %zero = arith.constant dense<0.0> : vector<16x16xf32>
    %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
    %m = arith.mulf %f, %scale : vector<16x16xf32>
    %r = math.roundeven %m : vector<16x16xf32>
    %p = arith.maximumf %r, %zero : vector<16x16xf32>
    %g = arith.maximumf %p, %low : vector<16x16xf32>
    %l = arith.minimumf %g, %high : vector<16x16xf32>
    // expected-error @+1 {{no instruction of 'gemmini' computes 'arith.fptosi' on 'vector<16x16xi8>' from these operands}}
    %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
    vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
    return
  }
}

// -----

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {
  func.func @one(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i8
    %none = arith.constant dense<0> : vector<16x16xi32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
    %scale = arith.constant dense<0.015625> : vector<16x16xf32>
    %low = arith.constant dense<-128.0> : vector<16x16xf32>
    %high = arith.constant dense<127.0> : vector<16x16xf32>
    %zero = arith.constant dense<1.0> : vector<16x16xf32>
    %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
    %m = arith.mulf %f, %scale : vector<16x16xf32>
    %p = arith.maximumf %m, %zero : vector<16x16xf32>
    %r = math.roundeven %p : vector<16x16xf32>
    %g = arith.maximumf %r, %low : vector<16x16xf32>
    %l = arith.minimumf %g, %high : vector<16x16xf32>
    // expected-error @+1 {{no instruction of 'gemmini' computes 'arith.fptosi' on 'vector<16x16xi8>' from these operands}}
    %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
    vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
    return
  }
}

// -----

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#matmul = {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}

module attributes {matrix.target = #matrix.target<"gemmini">} {
  func.func @clamped_from_one(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %o: memref<16x16xi8>) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i8
    %none = arith.constant dense<0> : vector<16x16xi32>
    %av = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %bv = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
    %s = vector.contract #matmul %av, %bv, %none : vector<16x16xi8>, vector<16x16xi8> into vector<16x16xi32>
    %scale = arith.constant dense<0.015625> : vector<16x16xf32>
    %low = arith.constant dense<1.0> : vector<16x16xf32>
    %high = arith.constant dense<127.0> : vector<16x16xf32>
    %f = arith.sitofp %s : vector<16x16xi32> to vector<16x16xf32>
    %m = arith.mulf %f, %scale : vector<16x16xf32>
    %r = math.roundeven %m : vector<16x16xf32>
    %g = arith.maximumf %r, %low : vector<16x16xf32>
    %l = arith.minimumf %g, %high : vector<16x16xf32>
    // expected-error @+1 {{no instruction of 'gemmini' computes 'arith.fptosi' on 'vector<16x16xi8>' from these operands}}
    %y = arith.fptosi %l : vector<16x16xf32> to vector<16x16xi8>
    vector.transfer_write %y, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi8>, memref<16x16xi8>
    return
  }
}
