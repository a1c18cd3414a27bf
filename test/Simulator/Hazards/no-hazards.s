# A program without hazards: core 0 distributes blocks by DMA transfers that post
# semaphores; the other cores process them in tiles, spill some, and write results to
# the scratchpad of core 0. Credits, a barrier and an atomic counter order the accesses.

# RUN: %hazard --status=66 --correct --cores=4 %s %t

# Scratchpad: a descriptor at 0, input at 1024, output at 2048; on core 0, the result
# of core c at 4096 + 1024 * c. DRAM: the block of core c, 256 words of the value c,
# at 1 MiB + 1024 * c, followed by a counter and a copy of the results.
  .include  "transfers.inc"
  .macro  post  at, semaphore, mask
  addi  r12, r0, 3           # post, multicast
  sb  r12, 1(\at)
  addi  r12, r0, \semaphore
  sb  r12, 2(\at)
  sw  \mask, 60(\at)
  .endm

  .globl  _start
_start:
  movz  r5, 0x2000, 2
  movz  r6, 0x10, 1
  addi  r20, r0, 1
  addi  r21, r0, 4
  addi  r22, r0, 3
  csrr  r4, 0
  bne  r4, r0, work

  addi  r7, r6, 0
  addi  r8, r0, 0
block:
  addi  r9, r0, 256
word:
  sw  r8, 0(r7)
  addi  r7, r7, 4
  addi  r9, r9, -1
  bne  r9, r0, word
  addi  r8, r8, 1
  bne  r8, r21, block
  fence

  addi  r8, r0, 1
  addi  r7, r6, 1024
  addi  r9, r5, 1024
hand:
  sem.wait  r20, r0          # any core has a free buffer
  sem.wait  r20, r8          # core r8 has one
  describe  r5, load, r7, r9, 1024
  shl  r13, r20, r8
  post  r5, 5, r13
  dma.start  r11, (r5)
  addi  r7, r7, 1024
  addi  r8, r8, 1
  bne  r8, r21, hand

  addi  r11, r0, 6
  sem.wait  r22, r11         # three results
  addi  r14, r5, 5120
  addi  r15, r6, 8192
  describe  r5, store, r14, r15, 3072
  dma.start  r11, (r5)
  dma.wait  r11
  bar
  lw  r4, 0(r15)             # 1 + 1 + 1
  lw  r16, 1024(r15)         # 2 + 2 + 2
  add  r4, r4, r16
  lw  r16, 3068(r15)         # 3 + 3 + 3
  add  r4, r4, r16
  ld  r16, 4096(r6)          # 3 times 16
  add  r4, r4, r16
  halt  r4

work:
  sem.post  r0, r4
  sem.post  r0, r0
  addi  r11, r0, 5
  sem.wait  r20, r11
  addi  r7, r5, 1024
  addi  r8, r0, 64
  tld  t1, 0(r7), r8
  addi  r2, r2, -2048
  tstc  t1, 0(r2)
  tstc  t7, 16(r2)           # uninitialized
  tadd.i32  t2, t1, t1
  tldc  t7, 16(r2)
  tldc  t3, 0(r2)
  tadd.i32  t3, t3, t2
  addi  r7, r5, 2048
  tst  t3, 0(r7), r8
  shli  r9, r4, 10
  add  r9, r9, r5
  addi  r9, r9, 4096
  describe  r5, put, r7, r9, 1024
  post  r5, 6, r20
  dma.start  r11, (r5)
  movz  r10, 0x1000, 0
  add  r10, r10, r6
  addi  r12, r0, 16
  amoadd.d  r13, r12, (r10)
  dma.wait  r11
  bar
  halt  r0
