// A call of a function pointer copied from an uninitialized variable.

// RUN: %hazard --status=160 %s %t | FileCheck %s

static int (*volatile function)(void);
__attribute__((noinline)) static void set(int (*volatile *p)(void)) {
  function = *p;
}
int main(void) {
  int (*volatile unset)(void);
  set(&unset);
  return function() + 1;
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jumps to an address that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-8]]:{{[0-9]+}}: note: core 0 reads 8 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, which were never written: pc
}
