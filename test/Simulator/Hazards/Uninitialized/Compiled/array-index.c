// An array index of which one byte was written.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static volatile int table[256];
__attribute__((noinline)) static int at(volatile long *index) {
  return table[*index];
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: loads from an address that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-3]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, part of which was never written: pc
}
int main(void) {
  volatile long index;
  *(volatile char *)&index = 1;
  return at((volatile long *)&index);
}
