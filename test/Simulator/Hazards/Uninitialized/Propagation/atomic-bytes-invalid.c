// An atomic operation on a byte that was never written changes it: its result depends
// on the byte.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s
// RUN: %hazard --status=160 --clang=-O2 %s %t | FileCheck %s

// CHECK: error: core 0: gives an atomic instruction an operand that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}amocas.w
// CHECK-NEXT: note: core 0 reads 4 bytes at {{.*}} here, which were never written

static volatile _Atomic char *volatile kept;

int main(void) {
  _Atomic char unset;
  kept = &unset;
  *kept += 1;
  return *kept == 1;
}
