// An element that was never written is incremented and decides a branch.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int large;
int main(void) {
  volatile int sums[4];
  for (int i = 1; i < 4; ++i)
    sums[i] += i;
  if (sums[2] > 5)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-4]]:{{[0-9]+}}: note: core 0 reads memory here, which was never written: pc
    large = 1;
  return 0;
}
