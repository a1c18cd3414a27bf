// A byte that was never written is compared with an initialized one, in a word whose
// other bytes were never written either.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s
// RUN: %hazard --status=160 --clang=-O2 %s %t | FileCheck %s

// CHECK: error: core 0: compares a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}amocas.w
// CHECK-NEXT: note: core 0 reads 4 bytes at {{.*}} here, {{which were|part of which was}} never written

static volatile _Atomic char *volatile kept;

int main(void) {
  _Atomic char unset;
  char expected = 1;
  kept = &unset;
  return __c11_atomic_compare_exchange_strong(kept, &expected, 2, 5, 5);
}
