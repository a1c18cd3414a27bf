// With exceptions clang calls builtins by invoke where a C++ function must not throw. They
// do not throw, so that code generation finds no invoke.
//
// RUN: matrix-cc -x c++ -mcpu=base -O0 -c %s -o %t.o && llvm-objdump -t %t.o | FileCheck %s
// RUN: matrix-cc -x c++ -mcpu=base -O2 -c %s -o %t.o && llvm-objdump -t %t.o | FileCheck %s
// CHECK: twice
// RUN: matrix-c++ -x c++ -mcpu=base -O2 %s -o %t.elf && %python %S/../../Inputs/status.py 0 matrix-sim %t.elf

#include <matrix/Builtins.h>

__attribute__((noinline)) matrix_tile twice(matrix_tile x) noexcept { return matrix_tadd_i32(x, x); }

// The destructor is called on the path of an exception as well.
struct Fence {
  ~Fence() { matrix_role_fence(), last = twice(last); }
  static matrix_tile last;
};
matrix_tile Fence::last = {1};

int main() {
  matrix_tile x = {20};
  {
    Fence atEnd;
    x = matrix_tadd_i32(twice(x), Fence::last);
  }
  return x[0] + Fence::last[0] != 43;
}
