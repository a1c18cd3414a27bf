// Instructions that move rows have addresses without offsets. In a loop with more of them
// than half of the registers, each is computed where it is used; fewer stay in registers.
//
// REQUIRES: variant-qkv
// DEFINE: %{level} = 2
// DEFINE: %{machine} = matrix-cc -mcpu=qkv -ffreestanding -O%{level} %s -o %t.elf && \
// DEFINE:   matrix-sim --functional %t.elf
// RUN: %{machine}
// REDEFINE: %{level} = 0
// RUN: %{machine}
// RUN: matrix-cc -mcpu=qkv -ffreestanding -O2 -S %s -o %t.s
// RUN: FileCheck %s < %t.s

typedef unsigned short Element; // bits of bf16
enum { Columns = 64, Blocks = 20, Distance = 1024, Times = 3, Few = 4 };

void load(long row, const Element *from, long count) __asm__("matrix.qkv.load_rm");
void store(Element *to, long row, long count) __asm__("matrix.qkv.store_rm");

// Each load adds an immediate: no address is on the stack.
// CHECK-LABEL: many:
// CHECK:       .LBB0_1:
// CHECK-NOT:   (r2)
// CHECK:       addi [[A:r[0-9]+]], {{r[0-9]+}}, {{-?[0-9]+}}
// CHECK-NOT:   (r2)
// CHECK:       qkv.load_rm {{r[0-9]+}}, [[A]], 4
// CHECK-NOT:   (r2)
// CHECK:       bne
__attribute__((noinline)) void many(const Element *from, Element *to) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < Times; ++i) {
#pragma clang loop unroll(full)
    for (long block = 0; block < Blocks; ++block)
      load(block * 4, from + block * Distance, 4);
    store(to + i * Blocks * 4 * Columns, 0, Blocks * 4);
  }
}

// CHECK-LABEL: few:
// CHECK:       .LBB1_1:
// CHECK-NOT:   addi {{.*}}, 2048
// CHECK:       bne
__attribute__((noinline)) void few(const Element *from, Element *to) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < Times; ++i) {
#pragma clang loop unroll(full)
    for (long block = 0; block < Few; ++block)
      load(block * 4, from + block * Distance, 4);
    store(to + i * Blocks * 4 * Columns, 0, Few * 4);
  }
}

static Element from[Blocks * Distance], to[Times * Blocks * 4 * Columns];

static int wrong(int blocks) {
  for (int i = 0; i < Times; ++i)
    for (int block = 0; block < blocks; ++block)
      for (int k = 0; k < 4 * Columns; ++k)
        if (to[(i * Blocks + block) * 4 * Columns + k] != from[block * Distance + k])
          return 1;
  return 0;
}

int main(void) {
  for (int i = 0; i < Blocks * Distance; ++i)
    from[i] = 0x3f80 + i % 4099;
  many(from, to);
  if (wrong(Blocks))
    return 1;
  for (int i = 0; i < Times * Blocks * 4 * Columns; ++i)
    to[i] = 0;
  few(from, to);
  return wrong(Few) ? 2 : 0;
}
