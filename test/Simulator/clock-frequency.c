// Clocks of programs count cycles at the frequency of the variant: 1000 MHz of base,
// 500 of edge, 1200 of ring32.

// RUN: matrix-cc -ffreestanding -O1 -DMHZ=1000 %s -o %t.elf && matrix-sim %t.elf
// RUN: matrix-cc -ffreestanding -O1 -mcpu=edge -DMHZ=500 %s -o %t.elf && matrix-sim %t.elf
// RUN: matrix-cc -ffreestanding -O1 -mcpu=ring32 -DMHZ=1200 %s -o %t.elf && matrix-sim %t.elf

long call(long number, long a, void *b) __asm__("matrix.role.host_call");
long cycle(void) __asm__("matrix.csr.cycle");

int main(void) {
  enum { ClockGetTime = 113, Monotonic = 1 };
  struct {
    long seconds, nanoseconds;
  } now;
  volatile int sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += i;
  long before = cycle();
  if (call(ClockGetTime, Monotonic, &now))
    return 1;
  long after = cycle(), cycles = now.nanoseconds * MHZ / 1000;
  return now.seconds || cycles + 1 < before || cycles > after;
}
