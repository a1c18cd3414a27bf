# A block of 4 rows of 6 words of a matrix with 10 words per row, with a border of
# the fill pattern: one row above, two below, 2 words on the left, 1 on the right; and
# a store back to memory. The offsets are those of the manual, section DMA.
  .section  .matrix.kernel,"",@progbits
  .ascii  "{\"mode\":\"single\",\"cores\":1,\"args\":["
  .ascii  "{\"name\":\"x\",\"type\":\"i32\",\"shape\":[8,10],\"dir\":\"in\"},"
  .ascii  "{\"name\":\"y\",\"type\":\"i32\",\"shape\":[7,9],\"dir\":\"out\"},"
  .ascii  "{\"name\":\"handles\",\"type\":\"i64\",\"shape\":[5],\"dir\":\"out\"}]}"

  .macro  halves  low, high, at
  movz  r10, \low, 0
  movk  r10, \high, 1
  sw  r10, \at(r8)
  .endm

  .text
  .globl  main
  .type  main,@function
main:
  ld  r5, 0(r4)
  ld  r6, 8(r4)
  ld  r7, 16(r4)
  movz  r8, 0x2000, 2    # own scratchpad, 2^45: the descriptor
  addi  r9, r8, 0x400    # the block

  halves  0, 0, 0      # load
  halves  36, 0, 4      # bytes per row
  halves  7, 1, 8      # rows, planes
  halves  0x5678, 0x1234, 12  # fill
  sd  r5, 16(r8)
  sd  r9, 24(r8)
  halves  40, 0, 32      # source row stride
  halves  0, 0, 36
  halves  36, 0, 40      # destination
  halves  0, 0, 44
  halves  1, 5, 48      # rows in range
  halves  0, 1, 52      # planes
  halves  8, 4, 56      # left and right fill
  halves  0, 0, 60
  dma.start  r11, (r8)
  sd  r11, 0(r7)
  dma.wait  r11
  dma.test  r12, r11
  sd  r12, 8(r7)

  halves  1, 0, 0      # store
  sd  r9, 16(r8)
  sd  r6, 24(r8)
  halves  36, 0, 32
  halves  0, 7, 48
  halves  0, 0, 56
  dma.start  r11, (r8)
  halves  0xFFFF, 0xFFFF, 0    # descriptors are copied at the start
  sd  r11, 16(r7)
  dma.wait  r11
  dma.test  r12, r11
  sd  r12, 24(r7)
  dma.test  r12, r0      # handle 0 is complete
  sd  r12, 32(r7)
  jalr  r0, 0(r1)
  .size  main, .-main
