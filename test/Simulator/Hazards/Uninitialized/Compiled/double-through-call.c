// An uninitialized double is passed to a function and added before the branch.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s

static double twice(double x) { return x + x; }
int main(void) {
  double unset, sum = 1;
  sum += twice(unset);
  if (sum > 2)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, which were never written: pc
    return 1;
  return 0;
}
