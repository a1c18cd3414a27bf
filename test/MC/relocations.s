# Each relocation of MatrixELF.h, and fixups that the assembler resolves.
#
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: llvm-readelf -r %t.o | FileCheck %s
# RUN: llvm-objdump -s -j .text %t.o | FileCheck --check-prefix=TEXT %s
# RUN: matrix-mc %s | FileCheck --check-prefix=ASM %s

.text
local:
# Fixups within a section are resolved: -1 and -2 words.
  nop
  beq r4, r5, local
  jal r1, local
# TEXT: 0000 0000000c ffff8584 feff3f9c

  movz r4, %abs_g0(symbol), 0
# CHECK: 000000000000000c {{.*}}00000007 {{.*}} symbol + 0
# ASM: movz r4, %abs_g0(symbol), 0
  movz r4, %abs_g0_nc(symbol + 8), 0
# CHECK-NEXT: 0000000000000010 {{.*}}00000008 {{.*}} symbol + 8
# ASM: movz r4, %abs_g0_nc(symbol+8), 0
  movk r4, %abs_g1(symbol), 1
# CHECK-NEXT: 0000000000000014 {{.*}}00000009 {{.*}} symbol + 0
  movk r4, %abs_g1_nc(symbol), 1
# CHECK-NEXT: 0000000000000018 {{.*}}0000000a {{.*}} symbol + 0
  movk r4, %abs_g2(symbol), 2
# CHECK-NEXT: 000000000000001c {{.*}}0000000b {{.*}} symbol + 0
  movk r4, %abs_g2_nc(symbol), 2
# CHECK-NEXT: 0000000000000020 {{.*}}0000000c {{.*}} symbol + 0
  movk r4, %abs_g3(symbol), 3
# CHECK-NEXT: 0000000000000024 {{.*}}0000000d {{.*}} symbol + 0
  bne r4, r0, symbol
# CHECK-NEXT: 0000000000000028 {{.*}}00000005 {{.*}} symbol + 0
  call symbol
# CHECK-NEXT: 000000000000002c {{.*}}00000010 {{.*}} symbol + 0
  adr r4, symbol
# CHECK-NEXT: 0000000000000030 {{.*}}00000006 {{.*}} symbol + 0

.data
  .quad symbol - 4
# CHECK: 0000000000000000 {{.*}}00000002 {{.*}} symbol - 4
  .long symbol
# CHECK-NEXT: 0000000000000008 {{.*}}00000001 {{.*}} symbol + 0
  .long symbol - .
# CHECK-NEXT: 000000000000000c {{.*}}00000003 {{.*}} symbol + 0
  .quad symbol - .
# CHECK-NEXT: 0000000000000010 {{.*}}00000004 {{.*}} symbol + 0
  .short symbol
# CHECK-NEXT: 0000000000000018 {{.*}}0000000e {{.*}} symbol + 0
  .byte symbol
# CHECK-NEXT: 000000000000001a {{.*}}0000000f {{.*}} symbol + 0
