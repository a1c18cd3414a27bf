# Relocations against thread-local variables, and the type of their symbols.
#
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: llvm-readelf -rsS %t.o | FileCheck %s
# RUN: matrix-mc %s | FileCheck --check-prefix=ASM %s
# RUN: matrix-mc %s -o %t.s && matrix-mc --filetype=obj %t.s -o %t2.o
# RUN: llvm-readelf -rsS %t2.o | FileCheck %s

# CHECK: .tdata PROGBITS {{.*}} WAT
# CHECK: .tbss NOBITS {{.*}} WAT

  movz r4, %tprel_g0(own), 0
# CHECK: 0000000000000000 {{.*}}00000011 {{.*}} own + 0
# ASM: movz r4, %tprel_g0(own), 0
  movz r4, %tprel_g0_nc(other + 4), 0
# CHECK-NEXT: 0000000000000004 {{.*}}00000012 {{.*}} other + 4
# ASM: movz r4, %tprel_g0_nc(other+4), 0
  movk r4, %tprel_g1(other + 4), 1
# CHECK-NEXT: 0000000000000008 {{.*}}00000013 {{.*}} other + 4
# ASM: movk r4, %tprel_g1(other+4), 1

.section .debug_any,"",@progbits
  .quad %tprel_64(zero)
# CHECK: 0000000000000000 {{.*}}00000014 {{.*}} zero + 0
# ASM: .quad %tprel_64(zero)

.section .tdata,"awT",@progbits
own:
  .quad 1
.section .tbss,"awT",@nobits
zero:
  .zero 8
# CHECK-DAG: TLS LOCAL DEFAULT {{.*}} own
# CHECK-DAG: TLS LOCAL DEFAULT {{.*}} zero
# CHECK-DAG: TLS GLOBAL DEFAULT UND other
