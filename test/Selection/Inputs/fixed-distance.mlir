// Only the rows of %apart are at the distance of the added load: 1,088 bytes.
!apart = memref<40x272xf32, #matrix.space<scratchpad>>
!other = memref<40x40xf32, #matrix.space<scratchpad>>
!f = vector<16x16xf32>

func.func @loads(%apart: !apart, %other: !other, %i: index) -> (!f, !f) {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %apart[%i, %i], %p {in_bounds = [true, true]} : !apart, !f
  %1 = vector.transfer_read %other[%i, %i], %p {in_bounds = [true, true]} : !other, !f
  return %0, %1 : !f, !f
}
