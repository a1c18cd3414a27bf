# Every core stores a value, and after the barrier loads that of its neighbor.
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
  addi  r9, r7, 100
  add  r10, r5, r8
  sd  r9, 0(r10)
  fence
  bar
  xori  r9, r8, 24      # core 3 for 0, 2 for 1
  add  r10, r5, r9
  ld  r9, 0(r10)
  add  r10, r6, r8
  sd  r9, 0(r10)
  jalr  r0, 0(r1)
  .size  main, .-main
