matrix.plan @contraction_0 <cores = 1,
  loops = [<rows, dim = 0, extent = 64, block = 64, division = cyclic>, <columns, dim = 1, extent = 64, block = 64, division = cyclic>, <depth, dim = 2, extent = 116, block = 64>],
  registers = [2, 2],
  values = [<lhs, place = scratchpad, buffers = 2>, <rhs, place = scratchpad, buffers = 2>, <accumulators, place = result>, <result, place = scratchpad>]>
