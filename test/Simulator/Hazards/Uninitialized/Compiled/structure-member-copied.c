// A structure is copied with one uninitialized member, which decides a branch.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int large;
struct S { int a, b, c; };
__attribute__((noinline)) static void set(struct S *s) { s->a = 1, s->c = 3; }
__attribute__((noinline)) static int sum(volatile struct S *s) {
  return s->a + s->b + s->c;
}
__attribute__((noinline)) static void copy(struct S *y, struct S *x) {
  *y = *x;
}
int main(void) {
  struct S x, y;
  set(&x);
  copy(&y, &x);
  if (sum(&y) > 4)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-9]]:{{[0-9]+}}: note: core 0 reads 4 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, which were never written: pc
    large = 1;
  return 0;
}
