// A recursion without end overflows the stack.

// RUN: %hazard --status=163 %s %t | FileCheck %s

static int depth(volatile int *end, int n) {
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer {{0x[0-9a-f]+, [0-9]+}} bytes below the stack, which has the 65536 bytes from 0x2000000f0000; matrix-ld -z stack-size=<bytes> gives it more
// CHECK-NEXT: note: {{.*}}: `
  volatile int local[64];
  local[n % 64] = n;
  return *end ? 0 : depth(end, n + 1) + local[n % 64];
}
int main(void) {
  volatile int end = 0;
  return depth(&end, 0);
}
