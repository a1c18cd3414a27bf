// An array is copied with one uninitialized element, which decides a branch.

// RUN: %hazard --status=160 --clang=-O0 %s %t | FileCheck %s

static int values[4];
static void copy(int *to, const int *from) {
  for (int i = 0; i < 4; ++i)
    to[i] = from[i];
}
int main(void) {
  int some[4];
  some[0] = 1, some[1] = 2, some[3] = 3;
  copy(values, some);
  if (values[1] != 2)
    return 1;
  if (values[2])
// CHECK:      :[[#@LINE-1]]:{{[0-9]+}}: error: core 0: branches on a value that depends on memory which was never written
// CHECK-NEXT: note: {{.*}}: `
// CHECK-NEXT: :[[#@LINE-11]]:{{[0-9]+}}: note: core 0 reads 4 bytes at {{0x[0-9a-f]+}} to {{0x[0-9a-f]+}} here, which were never written: pc
    return 1;
  return 0;
}
