// setjmp and longjmp of the runtime library keep what functions keep: the stack, and
// values in general and floating-point registers.

// RUN: matrix-cc -ffreestanding -O0 %s -o %t.elf && matrix-sim %t.elf
// RUN: matrix-cc -ffreestanding -O2 %s -o %t.elf && matrix-sim %t.elf
// RUN: matrix-cc -ffreestanding -O2 -mcpu=gemmini %s -o %t.elf && matrix-sim %t.elf

typedef long jmp_buf[32];
int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);

static jmp_buf place;
static volatile int depth, seed = 3;

__attribute__((noinline)) static double descend(int level, double x) {
  volatile char block[64];
  block[level] = (char)level;
  ++depth;
  if (level == 7)
    longjmp(place, 5);
  return descend(level + 1, x * 2) + block[level] * x;
}

int main(void) {
  long a = seed * 5, b = seed * 7, c = seed * 11, d = seed * 13;
  double x = seed * 1.5, y = seed * 2.5, z = seed * 3.5;
  int status = setjmp(place);
  if (status == 0)
    return (int)descend(1, x) | 1;
  if (status != 5 || depth != 7)
    return 2;
  if (a != 15 || b != 21 || c != 33 || d != 39)
    return 3;
  if (x != 4.5 || y != 7.5 || z != 10.5)
    return 4;
  volatile int again = 0;
  status = setjmp(place);
  if (!again++)
    longjmp(place, 0);
  return status != 1;
}
