// A local array that is larger than the stack.

// RUN: %hazard --status=163 %s %t | FileCheck %s

__attribute__((noinline)) static int sum(int n) {
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: stack pointer {{0x[0-9a-f]+, [0-9]+}} bytes below the stack, which has the 65536 bytes from 0x2000000f0000; matrix-ld -z stack-size=<bytes> gives it more
// CHECK-NEXT: note: {{.*}}: `
  volatile int table[20000];
  for (int i = 0; i < n; ++i)
    table[i] = i;
  return table[n / 2];
}
int main(void) { return sum(5); }
