// Functions and variables with the names of registers, in assembly text.
//
// RUN: matrix-cc -O2 -S %s -o %t.s && FileCheck %s --input-file=%t.s
// RUN: matrix-cc %t.s -o %t.elf && %python %S/../../Inputs/status.py 51 matrix-sim %t.elf
// CHECK: %abs_g0_nc("r4")
// CHECK: call "f1"
// CHECK: %abs_g0_nc(f)
// CHECK: j "t12"

#define NOINLINE __attribute__((noinline))

NOINLINE int f1(int x) { return x + 1; }
NOINLINE int t12(int x) { return x + 10; }
NOINLINE int R4(int x) { return x * 2; }
volatile int r4 = 4;
int (*volatile f31)(int) = R4;
volatile int f;

int main(void) {
  int x = f31(r4) + R4(1);
  return t12(f1(x) + r4 * 6 + f31(3) + f);
}
