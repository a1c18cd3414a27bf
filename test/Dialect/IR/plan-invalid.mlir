// RUN: matrix-opt %s -split-input-file -verify-diagnostics

// expected-error @+2 {{'block = 0'; at least 1 is required}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'loops'}}
matrix.plan @loop__bad_block <cores = 1, loops = [<rows, dim = 0, extent = 8, block = 0>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{'dim = 1'; the dimensions of 1 loops are 0 to 0, each once}}
matrix.plan @plan__bad_dim <cores = 1, loops = [<rows, dim = 1, extent = 8, block = 8>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{'dim = 0'; the dimensions of 2 loops are 0 to 1, each once}}
matrix.plan @plan__same_dim <cores = 1, loops = [<rows, dim = 0, extent = 8, block = 8>, <outer, dim = 0, extent = 8, block = 1>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{two loops are 'rows'}}
matrix.plan @plan__same_role <cores = 1, loops = [<rows, dim = 0, extent = 8, block = 8>, <rows, dim = 1, extent = 8, block = 8>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+2 {{'cores' of a loop requires 'division = grid'}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'loops'}}
matrix.plan @loop__bad_cores <cores = 2, loops = [<rows, dim = 0, extent = 8, block = 8, division = cyclic, cores = 2>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{a distributed loop is inside of a sequential one}}
matrix.plan @plan__bad_order <cores = 1, loops = [<rows, dim = 0, extent = 8, block = 8>, <columns, dim = 1, extent = 8, block = 8, division = cyclic>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{'cyclic' and 'grid' in one plan}}
matrix.plan @plan__mixed <cores = 1, loops = [<rows, dim = 0, extent = 8, block = 8, division = grid>, <columns, dim = 1, extent = 8, block = 8, division = cyclic>], values = [<result, place = scratchpad>]>

// -----

// expected-error @+1 {{'registers' are two positive numbers, rows and columns of accumulators}}
matrix.plan @plan__bad_registers <cores = 1, loops = [], registers = [4], values = [<result, place = scratchpad>]>

// -----

// expected-error @+2 {{the blocks of 'lhs' are in the scratchpad}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'values'}}
matrix.plan @value__bad_place <cores = 1, loops = [], values = [<lhs, place = registers>]>

// -----

// expected-error @+2 {{accumulators have one buffer}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'values'}}
matrix.plan @value__bad_buffers <cores = 1, loops = [], values = [<accumulators, place = registers, buffers = 2>]>

// -----

// expected-error @+2 {{'result' is not loaded, so 'multicast' does not apply}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'values'}}
matrix.plan @value__bad_multicast <cores = 1, loops = [], values = [<result, place = scratchpad, multicast = 2>]>

// -----

// expected-error @+1 {{'cores = 0'; at least 1 is required}}
matrix.plan @plan__bad_cores <cores = 0, loops = [], values = [<result, place = scratchpad>]>

// -----

// expected-error @+3 {{expected one of [lhs, rhs, input, init, accumulators, result] for what a value is in a fusion group, got: output}}
// expected-error @+2 {{failed to parse Matrix_ValueAttr parameter 'role'}}
// expected-error @+1 {{failed to parse Matrix_PlanAttr parameter 'values'}}
matrix.plan @value__bad_role <cores = 1, loops = [], values = [<output, place = scratchpad>]>

// -----

module {
  func.func @f() {
    // expected-error @+1 {{expects parent op 'builtin.module'}}
    matrix.plan @plan__bad_parent <cores = 1, loops = [], values = [<result, place = scratchpad>]>
    return
  }
}
