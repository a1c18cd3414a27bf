# softmax(Q K^T) V, 64 x 64 bf16, with the seven instructions of the ACT tutorial.
# Rows of d1: 0..63 left operand, 64..127 right operand. Rows of d2: result.

  .section  .matrix.kernel,"",@progbits
  .ascii  "{\"mode\":\"spmd\",\"cores\":1,\"args\":["
  .ascii  "{\"name\":\"q\",\"type\":\"bf16\",\"shape\":[64,64],\"dir\":\"in\"},"
  .ascii  "{\"name\":\"k\",\"type\":\"bf16\",\"shape\":[64,64],\"dir\":\"in\"},"
  .ascii  "{\"name\":\"v\",\"type\":\"bf16\",\"shape\":[64,64],\"dir\":\"in\"},"
  .ascii  "{\"name\":\"o\",\"type\":\"bf16\",\"shape\":[64,64],\"dir\":\"out\"}]}"

  .text
  .globl  main
  .type  main,@function
main:
  ld  r5, 0(r4)    # q
  ld  r6, 8(r4)    # k
  ld  r7, 16(r4)    # v
  ld  r8, 24(r4)    # o
  addi  r9, r0, 0    # rows 0.. of d1 and of d2
  addi  r10, r0, 64    # rows 64.. of d1
  qkv.load_rm  r9, r5, 64
  qkv.load_cm  r10, r6    # transposed: K^T
  qkv.gemm  r9, r9, r10
  qkv.softmax  r9, 64
  qkv.mov  r9, r9, 64
  qkv.load_rm  r10, r7, 64
  qkv.gemm  r9, r9, r10
  qkv.mov  r9, r9, 64
  qkv.store_rm  r8, r9, 64
  jalr  r0, 0(r1)
  .size  main, .-main
