// Debug information is read once, in a process of its own, and not by each step.
//
// RUN: matrix-cc -g -O1 %s -o %t.elf
// RUN: clang-22 -Wall -Wextra -Werror -I %src/simulator/include %S/Inputs/forks.c -o %t.forks -L %libs -lmatrix_sim -Wl,-rpath,%libs
// RUN: %t.forks %t.elf | FileCheck %s --match-full-lines
//
// CHECK: forks: {{[01]}}

int main(void) {
  volatile int sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum != 499500;
}
