// RUN: matrix-opt %s -verify-roundtrip | FileCheck %s

// CHECK: matrix.plan @contraction_0 <cores = 4,
// CHECK-NEXT: loops = [<rows, dim = 0, extent = 1000, block = 256, division = grid, cores = 2>, <columns, dim = 2, extent = 512, block = 256, division = grid, cores = 2>, <depth, dim = 1, extent = 64, block = 64>],
// CHECK-NEXT: registers = [4, 2],
// CHECK-NEXT: values = [<lhs, place = scratchpad, buffers = 2, multicast = 2>, <rhs, place = scratchpad>, <accumulators, place = registers>, <result, place = scratchpad, buffers = 2>],
// CHECK-NEXT: cost = <products = 10, loads = 9, dram = 8, predicted = 30, limit = latency>>
matrix.plan @contraction_0 <cores = 4,
  loops = [<rows, dim = 0, extent = 1000, block = 256, division = grid, cores = 2>,
           <columns, dim = 2, extent = 512, block = 256, cores = 2, division = grid>,
           <depth, dim = 1, extent = 64, block = 64, division = sequential, cores = 1>],
  registers = [4, 2],
  values = [<lhs, place = scratchpad, buffers = 2, multicast = 2>,
            <rhs, place = scratchpad, buffers = 1>, <accumulators, place = registers>,
            <result, place = scratchpad, buffers = 2>],
  cost = <products = 10, loads = 9, dram = 8, predicted = 30, limit = latency>>

// Without loops, accumulators and cost.
// CHECK: matrix.plan @elementwise_1 <cores = 1,
// CHECK-NEXT: loops = [],
// CHECK-NEXT: values = [<result, place = scratchpad>]>
matrix.plan @elementwise_1 <cores = 1, loops = [], values = [<result, place = scratchpad>]>

// CHECK: func.func private @planned() attributes {matrix.plan = #matrix.plan<cores = 1,
func.func private @planned() attributes {
  matrix.plan = #matrix.plan<cores = 1, loops = [<outer, dim = 0, extent = 3, block = 1, division = cyclic>],
                             values = [<accumulators, place = result>]>}
