// A call of a null function pointer.

// RUN: %hazard --status=130 %s %t | FileCheck %s

static int (*volatile callback)(int);
int main(void) {
  return callback(3) + 1;
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: jump to 0x0, where there is no code
// CHECK-NEXT: note: {{.*}}: `
}
