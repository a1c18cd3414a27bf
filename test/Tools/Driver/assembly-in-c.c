// Assembly at file scope, in naked functions and in statements, with registers by name:
// x9 is r9, and f7 is f7. IR for the user is written with and without optimization.
//
// REQUIRES: default-variant
// DEFINE: %{status} = %python %S/../../Inputs/status.py
// RUN: matrix-cc -O0 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -O2 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -O2 -c -Xclang -disable-llvm-passes %s -o %t.o && matrix-cc %t.o -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -O2 -S -emit-llvm %s -o %t.ll && matrix-cc %t.ll -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -O2 -c -emit-llvm %s -o %t.bc && matrix-cc %t.bc -o %t.elf && %{status} 0 matrix-sim %t.elf
//
// Types of external functions are symbols that assembly at file scope defines.
// RUN: matrix-cc -O2 -fsanitize=kcfi %s -o %t.elf && %{status} 0 matrix-sim %t.elf
//
// RUN: FileCheck %s --input-file=%t.ll
// CHECK: module asm
// CHECK: asm sideeffect {{.*}}~{r5},~{r6},~{r7},~{r8}

static long hidden(long x) { return x + 1; }
long (*volatile reference)(long) = hidden;
long call_hidden(long);
asm(".text\n.globl call_hidden\ncall_hidden:\n j hidden\n");

extern int table[3];
asm(".data\n.p2align 2\n.globl table\ntable: .word 1, 2, 3\n");

__attribute__((naked)) long twice(long x) { asm("add r4, r4, r4\n ret"); }

static int statements(long a) {
  long sum;
  asm volatile("add %0, %1, %2" : "=r"(sum) : "r"(a), "r"(22L) : "x9", "f3", "memory");
  register long integer asm("x12") = 5;
  asm volatile("addi r12, r12, 1" : "+r"(integer));
  register double number asm("f7") = 1.5;
  asm volatile("fadd.d f7, f7, f7" : "+f"(number));
  return sum == 42 && integer == 6 && number == 3.0;
}

// The registers that would hold the values otherwise are clobbered.
static int clobbers(long a, long b, long c, long d) {
  asm volatile("addi r4, r0, 1\n addi r5, r0, 1\n addi r6, r0, 1\n addi r7, r0, 1\n addi r8, r0, 1"
               ::: "x4", "x5", "x6", "x7", "x8");
  return a == 20 && b == 30 && c == 40 && d == 50;
}

int main(void) {
  volatile long a = 20;
  return !(call_hidden(41) == 42 && table[2] == 3 && twice(21) == 42 && statements(a) &&
           clobbers(a, a + 10, a + 20, a + 30));
}
