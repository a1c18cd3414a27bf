// The initialized bit-field may decide a branch, its neighbor may not.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s

struct B {
  unsigned a : 3, b : 5;
};
int main(void) {
  struct B x;
  x.a = 1;
  if (x.a != 1)
    return 1;
  if (x.b > 3)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0 reads 1 byte at {{0x[0-9a-f]+}} here, which was never written: pc
    return 1;
  return 0;
}
