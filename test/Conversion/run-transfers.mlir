// A block at the edge of a matrix: loaded with a fill value, modified as a tile, and
// only its valid part stored again. The exit status encodes the error.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection \
// RUN:   --convert-scf-to-cf --expand-strided-metadata --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts | matrix-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=matrix -verify-machineinstrs -O2 -filetype=obj %t.ll -o %t.o
// RUN: matrix-ld %t.o -o %t.elf
// RUN: matrix-sim %t.elf

!outside = memref<20x10xf32>
!block = memref<16x16xf32, #matrix.space<scratchpad>>
!tile = vector<16x16xf32>

memref.global @matrix : !outside = uninitialized
memref.global @block : !block = uninitialized

// Element (i, j) is 10 i + j.
func.func private @fill(%m: !outside) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c0 to %c20 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %r = arith.muli %i, %c10 : index
      %n = arith.addi %r, %j : index
      %w = arith.index_cast %n : index to i32
      %f = arith.sitofp %w : i32 to f32
      memref.store %f, %m[%i, %j] : !outside
    }
  }
  return
}

// Expected result: rows from 12 and columns from 4 on are doubled.
func.func private @expected(%i: index, %j: index) -> f32 {
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  %c4 = arith.constant 4 : index
  %r = arith.muli %i, %c10 : index
  %n = arith.addi %r, %j : index
  %w = arith.index_cast %n : index to i32
  %f = arith.sitofp %w : i32 to f32
  %two = arith.addf %f, %f : f32
  %low = arith.cmpi sge, %i, %c12 : index
  %right = arith.cmpi sge, %j, %c4 : index
  %in = arith.andi %low, %right : i1
  %e = arith.select %in, %two, %f : f32
  return %e : f32
}

func.func private @check(%m: !outside) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wrong = scf.for %i = %c0 to %c20 step %c1 iter_args(%a = %zero) -> i32 {
    %row = scf.for %j = %c0 to %c10 step %c1 iter_args(%b = %a) -> i32 {
      %x = memref.load %m[%i, %j] : !outside
      %e = func.call @expected(%i, %j) : (index, index) -> f32
      %bad = arith.cmpf une, %x, %e : f32
      %more = arith.addi %b, %one : i32
      %next = arith.select %bad, %more, %b : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  return %wrong : i32
}

// The filled part must contain the fill value: 100 for each other element.
func.func private @check_fill(%s: !block) -> i32 {
  %c15 = arith.constant 15 : index
  %c7 = arith.constant 7 : index
  %c6 = arith.constant 6 : index
  %c0 = arith.constant 0 : index
  %fill = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %a = memref.load %s[%c7, %c6] : !block
  %b = memref.load %s[%c15, %c0] : !block
  %ba = arith.cmpf une, %a, %fill : f32
  %bb = arith.cmpf une, %b, %fill : f32
  %bad = arith.ori %ba, %bb : i1
  %r = arith.select %bad, %hundred, %zero : i32
  return %r : i32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %pad = arith.constant 0.0 : f32
  %m = memref.get_global @matrix : !outside
  %s = memref.get_global @block : !block
  func.call @fill(%m) : (!outside) -> ()
  matrix.fence
  %t = matrix.dma_load %m[%c12, %c4] to %s valid [%c8, %c6] {fill = 0xFF800000 : f32} : !outside to !block
  matrix.dma_wait %t
  %x = vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : !block, !tile
  %y = arith.addf %x, %x : !tile
  vector.transfer_write %y, %s[%c0, %c0] {in_bounds = [true, true]} : !tile, !block
  %f = func.call @check_fill(%s) : (!block) -> i32
  %u = matrix.dma_store %s to %m[%c12, %c4] valid [%c8, %c6] : !block to !outside
  matrix.dma_wait %u
  %w = func.call @check(%m) : (!outside) -> i32
  %r = arith.addi %w, %f : i32
  return %r : i32
}
