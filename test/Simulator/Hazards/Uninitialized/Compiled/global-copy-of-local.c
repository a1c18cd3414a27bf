// An uninitialized element is copied to a global variable, which decides a branch.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile long result, large;
int main(void) {
  volatile long x[2];
  x[0] = 1;
  result = x[1];
  if (result > 5)
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// The read shares a word with the store before it, which gives the line.
// CHECK-NEXT: :[[#@LINE-6]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, which were never written: pc
    large = 1;
  return 0;
}
