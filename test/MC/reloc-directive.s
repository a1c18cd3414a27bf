# The directive .reloc writes a relocation by its name; R_MATRIX_NONE keeps a section
# of the linker's garbage collection alive.
#
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: llvm-readelf -r %t.o | FileCheck %s
# RUN: not matrix-mc --filetype=obj --defsym=WRONG=1 %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s

start:
  nop
  nop
# CHECK-DAG: 0000000000000000 {{.*}}00000000 Unknown {{.*}} kept + 0
  .reloc start, R_MATRIX_NONE, kept
# CHECK-DAG: 0000000000000004 {{.*}}00000003 Unknown {{.*}} other + 8
  .reloc start + 4, R_MATRIX_PC32, other + 8
# CHECK-DAG: 0000000000000000 {{.*}}00000000 Unknown {{.*}} third + 0
  .reloc start, BFD_RELOC_NONE, third
.ifdef WRONG
# WRONG: [[#@LINE+1]]:{{[0-9]+}}: error: unknown relocation name
  .reloc start, R_MATRIX_WRONG, third
.endif
