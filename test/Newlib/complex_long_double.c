// Quotients of complex numbers of binary128 whose parts differ by more than the range of
// exponents: powers of two, so that results are exact.
// REQUIRES: newlib
// RUN: matrix-cc -O1 %s -o %t.elf && matrix-sim --functional %t.elf | FileCheck %s

#include <stdio.h>

static void divide(long double a, long double b, long double c, long double d) {
  volatile long double _Complex x = __builtin_complex(a, b), y = __builtin_complex(c, d);
  long double _Complex q = x / y;
  printf("%La %La\n", __real__ q, __imag__ q);
}

int main(void) {
  // CHECK: {{^}}0x1p+15200 0x1p-600
  divide(0x1p-8000L, 0x1p16000L, 0x1p-15000L, 0x1p800L);
  // CHECK-NEXT: {{^}}0x1p-8800 0x1p+15200
  divide(-0x1p16000L, 0x1p-8000L, 0x1p800L * 0, 0x1p800L);
  // CHECK-NEXT: {{^}}0x1p+15200 -0x1p-1400
  divide(0x1p16000L, -0x1p-8000L, 0x1p800L, 0x1p-15800L);
  // CHECK-NEXT: {{^}}0x1p+0 0x0p+0
  divide(0x1p-16494L, 0x1p16383L, 0x1p-16494L, 0x1p16383L);
  // CHECK-NEXT: {{^}}0x0p+0 0x0p+0
  divide(1, 1, __builtin_inf(), 0);
  // CHECK-NEXT: {{^}}inf inf
  divide(1, 1, 0, 0);
  return 0;
}
