// A sum is accumulated in an uninitialized local array.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int large;
int main(void) {
  volatile int sums[4];
  for (int i = 0; i < 4; ++i)
    sums[i] += i;
  if (sums[3] > 5)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads memory here, which was never written: pc
    large = 1;
  return 0;
}
