// A branch on a long of which half was written.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int large;
__attribute__((noinline)) static void set(volatile int *x) { *x = 1; }
int main(void) {
  union { volatile int half[2]; volatile long whole; } x;
  set(&x.half[0]);
  if (x.whole > 5)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-3]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, part of which was never written: pc
    large = 1;
  return 0;
}
