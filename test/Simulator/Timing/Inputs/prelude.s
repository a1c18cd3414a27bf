# Prepended to every program of this suite.
#
# descriptor AT, FIELD=VALUE...: writes a DMA descriptor to the core's own scratchpad,
# at offset AT of r20. 40 instructions, 40 cycles: for each of its 8 words four
# to materialize it in r31 and a store; each depends on the one before, in the
# next cycle.

  .macro  word_ at, value
  movz  r31, 0 + ((\value) & 0xffff), 0
  movk  r31, 0 + (((\value) >> 16) & 0xffff), 1
  movk  r31, 0 + (((\value) >> 32) & 0xffff), 2
  movk  r31, 0 + (((\value) >> 48) & 0xffff), 3
  sd  r31, \at(r20)
  .endm

  .macro  descriptor at, kind=0, flags=0, semaphore=0, bytes=64, rows=1, planes=1, source=0x80000, destination=0x200000001000, s1=64, s2=0, d1=64, d2=0, lo1=0, hi1=0xffff, lo2=0, hi2=0xffff, left=0, right=0, cores=0
  word_  \at, (\kind | \flags << 8 | \semaphore << 16 | \bytes << 32)
  word_  \at+8, (\rows | \planes << 16)
  word_  \at+16, \source
  word_  \at+24, \destination
  word_  \at+32, (\s1 | \s2 << 32)
  word_  \at+40, (\d1 | \d2 << 32)
  word_  \at+48, (\lo1 | \hi1 << 16 | \lo2 << 32 | \hi2 << 48)
  word_  \at+56, (\left | \right << 16 | \cores << 32)
  .endm

  .text
  .globl  _start
