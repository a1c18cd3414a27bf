// Operands of row instructions that are packed words are constants of several instructions.
// In a loop with more of them than half of the registers, those with the same high bits are
// sums with one base; fewer stay in registers.
//
// REQUIRES: variant-gemmini
// DEFINE: %{level} = 2
// DEFINE: %{machine} = matrix-cc -mcpu=gemmini -ffreestanding -O%{level} %s -o %t.elf && \
// DEFINE:   matrix-sim --functional %t.elf
// RUN: %{machine}
// REDEFINE: %{level} = 0
// RUN: %{machine}
// RUN: matrix-cc -mcpu=gemmini -ffreestanding -O2 -S %s -o %t.s
// RUN: FileCheck %s < %t.s

enum { Extent = 16, Size = Extent * Extent, Blocks = 24, Few = 4, Times = 3 };

void load(const signed char *from, long to) __asm__("matrix.gemmini.mvin");
void store(signed char *to, long from) __asm__("matrix.gemmini.mvout");

// | 63..48 rows | 47..32 columns | 31..0 row |
#define AT(row) ((long)Extent << 48 | (long)Extent << 32 | (row))

// Each row is one addition: no constant is built, and none is on the stack.
// CHECK-LABEL: many:
// CHECK:       .LBB0_1:
// CHECK-NOT:   {{movz|movk|\(r2\)}}
// CHECK:       addi [[A:r[0-9]+]], [[BASE:r[0-9]+]], 64
// CHECK:       gemmini.mvin {{r[0-9]+}}, [[A]]
// CHECK-NOT:   {{movz|movk|\(r2\)}}
// CHECK:       addi [[B:r[0-9]+]], [[BASE]], 368
// CHECK:       gemmini.mvin {{r[0-9]+}}, [[B]]
// CHECK-NOT:   {{movz|movk|\(r2\)}}
// CHECK:       bne
__attribute__((noinline)) void many(const signed char *from, signed char *to) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < Times; ++i) {
#pragma clang loop unroll(full)
    for (long block = 0; block < Blocks; ++block)
      load(from + block * Size, AT(block * Extent));
#pragma clang loop unroll(full)
    for (long block = 0; block < Blocks; ++block)
      store(to + (i * Blocks + block) * Size, AT(block * Extent));
  }
}

// CHECK-LABEL: few:
// CHECK:       .LBB1_1:
// CHECK-NOT:   addi {{.*}}, 16
// CHECK:       bne
__attribute__((noinline)) void few(const signed char *from, signed char *to) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < Times; ++i) {
#pragma clang loop unroll(full)
    for (long block = 0; block < Few; ++block)
      load(from, AT(block * Extent));
    store(to + i * Size, AT(0));
  }
}

static signed char from[Blocks * Size], to[Times * Blocks * Size];

static int wrong(int blocks) {
  for (int i = 0; i < Times; ++i)
    for (int k = 0; k < blocks * Size; ++k)
      if (to[i * blocks * Size + k] != from[k])
        return 1;
  return 0;
}

int main(void) {
  for (int i = 0; i < Blocks * Size; ++i)
    from[i] = (signed char)(i * 7 + i / 251);
  many(from, to);
  __asm__ volatile("fence" ::: "memory");
  if (wrong(Blocks))
    return 1;
  for (int i = 0; i < Times * Blocks * Size; ++i)
    to[i] = 0;
  few(from, to);
  __asm__ volatile("fence" ::: "memory");
  return wrong(1) ? 2 : 0;
}
