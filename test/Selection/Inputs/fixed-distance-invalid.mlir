!other = memref<40x40xf32, #matrix.space<scratchpad>>

func.func @loads(%other: !other, %i: index) -> vector<16x16xf32> {
  %0 = matrix.tlds %other[%i, %i] : !other -> vector<16x16xf32>
  return %0 : vector<16x16xf32>
}
