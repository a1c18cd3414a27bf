# Cores 1 to 3 store and post semaphore 7 of core 0, which waits for 2 and for 1
# more, adds up, and posts semaphore 9 of each of them three times; they wait for 2
# and for 1. Waits subtract their counts, so all semaphores end at 0.
  .section  .matrix.kernel,"",@progbits
  .ascii  "{\"mode\":\"spmd\",\"cores\":4,\"args\":["
  .ascii  "{\"name\":\"written\",\"type\":\"i64\",\"shape\":[4],\"dir\":\"out\"},"
  .ascii  "{\"name\":\"read\",\"type\":\"i64\",\"shape\":[4],\"dir\":\"out\"}]}"
  .text
  .globl  main
  .type  main,@function
main:
  ld  r5, 0(r4)
  ld  r6, 8(r4)
  csrr  r7, core
  shli  r8, r7, 3
  addi  r12, r0, 7      # semaphores
  addi  r13, r0, 9
  addi  r14, r0, 2
  addi  r15, r0, 1
  bne  r7, r0, other

  sem.wait  r14, r12
  sem.wait  r15, r12
  ld  r9, 8(r5)
  ld  r10, 16(r5)
  add  r9, r9, r10
  ld  r10, 24(r5)
  add  r9, r9, r10
  sd  r9, 0(r5)
  fence
  addi  r16, r0, 3
each:
  sem.post  r16, r13
  sem.post  r16, r13
  sem.post  r16, r13
  addi  r16, r16, -1
  bne  r16, r0, each
  jalr  r0, 0(r1)

other:
  addi  r9, r7, 10
  mul  r9, r9, r9
  add  r10, r5, r8
  sd  r9, 0(r10)
  fence
  sem.post  r0, r12
  sem.wait  r14, r13
  sem.wait  r15, r13
  ld  r9, 0(r5)
  add  r9, r9, r7
  add  r10, r6, r8
  sd  r9, 0(r10)
  jalr  r0, 0(r1)
  .size  main, .-main
