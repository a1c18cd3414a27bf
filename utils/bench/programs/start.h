// Freestanding entry point that calls a benchmark program's work().
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exit status is a digest of the result, for comparison between machines;
// with EXPECTED, the result of the host, it is 0 if both are equal. With
// PRINT_RESULT a program of the host prints it.

unsigned long work(void);

#ifdef PRINT_RESULT
int printf(const char *format, ...);
int main(void) { return printf("%lu\n", work()) < 0; }
#else
static int digest(void) {
  unsigned long result = work();
#ifdef EXPECTED
  return result != EXPECTED;
#else
  return (int)((result ^ result >> 17 ^ result >> 39) & 0x7f);
#endif
}

#ifdef BARE_LINUX // a Linux program without a C library
void _start(void) {
  register long status __asm__("a0") = digest();
  register long number __asm__("a7") = 93;
  __asm__ volatile("ecall" // of RISC-V, not an instruction of Matrix
                   :
                   : "r"(status), "r"(number));
  __builtin_unreachable();
}
#else
int main(void) { return digest(); }
#endif
#endif
