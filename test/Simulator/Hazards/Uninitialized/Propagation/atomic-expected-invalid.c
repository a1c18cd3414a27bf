// The expected value of a compare-exchange was never written.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s
// RUN: %hazard --status=160 --clang=-O2 %s %t | FileCheck %s

// CHECK: error: core 0: gives an atomic instruction an operand that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}amocas.w
// CHECK-NEXT: note: core 0 reads 1 byte at {{.*}} here, which was never written

static volatile _Atomic char *volatile kept;
static char *volatile keptExpected;

int main(void) {
  _Alignas(16) _Atomic char set;
  _Alignas(16) char expected; // in another word
  kept = &set;
  keptExpected = &expected;
  *kept = 1;
  return __c11_atomic_compare_exchange_strong(kept, keptExpected, 2, 5, 5);
}
