// A plan whose blocks have one row and two columns of register blocks.
module attributes {matrix.target = #matrix.target<"base">} {
matrix.plan @contraction_0 <cores = 1,
  loops = [<rows, dim = 0, extent = 256, block = 32, division = cyclic>, <columns, dim = 1, extent = 128, block = 128, division = cyclic>, <depth, dim = 2, extent = 192, block = 192>],
  registers = [2, 4],
  values = [<lhs, place = scratchpad, buffers = 2>, <rhs, place = scratchpad>, <accumulators, place = registers>, <result, place = scratchpad, buffers = 2>]>
}
