// A branch on a bit-field in a word of which another byte was written.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int large;
struct B { unsigned a : 3, b : 5; unsigned long c : 40; };
__attribute__((noinline)) static int get(volatile struct B *x) {
  return x->c > 7;
}
int main(void) {
  struct B x;
  *(volatile unsigned char *)&x = 1;
  if (get(&x))
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-8]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, part of which was never written: pc
    large = 1;
  return 0;
}
