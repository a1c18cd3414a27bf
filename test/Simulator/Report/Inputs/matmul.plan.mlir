// One block of the product for one core of four.
matrix.plan @contraction_0 <cores = 4,
  loops = [<rows, dim = 0, extent = 48, block = 64, division = cyclic>, <columns, dim = 1, extent = 80, block = 80, division = cyclic>, <depth, dim = 2, extent = 64, block = 64>],
  registers = [4, 1],
  values = [<lhs, place = scratchpad>, <rhs, place = scratchpad>, <accumulators, place = registers>, <result, place = scratchpad>]>
