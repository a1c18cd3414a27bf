// Tiles as values in C: arguments and results of builtins, of functions, of inlined
// functions, variables around loops and branches, arrays in the scratchpad, on the stack
// and in DRAM, more tiles than registers.
//
// DEFINE: %{status} = %python %S/../../Inputs/status.py
// DEFINE: %{level} =
// DEFINE: %{run} = matrix-cc -mcpu=base -O%{level} %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// REDEFINE: %{level} = 0
// RUN: %{run}
// REDEFINE: %{level} = 1
// RUN: %{run}
// REDEFINE: %{level} = 2
// RUN: %{run}
// REDEFINE: %{level} = 3
// RUN: %{run}
// REDEFINE: %{level} = s
// RUN: %{run}
// Tiles of other sizes.
// RUN: matrix-cc -mcpu=edge -O2 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -mcpu=ring32 -O0 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// The IR that -emit-llvm writes has tiles as values, also without optimization.
// RUN: matrix-cc -mcpu=base -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VALUES
// RUN: matrix-cc -mcpu=base -O0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VALUES
// RUN: matrix-cc -mcpu=base -O0 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VALUES
// VALUES: call <256 x i32> @matrix.tadd.f32(<256 x i32> {{.*}}, <256 x i32> {{.*}})
// VALUES: declare <256 x i32> @matrix.tadd.f32(<256 x i32>, <256 x i32>){{.*}} #[[#PURE:]]
// VALUES: attributes #[[#PURE]] = { {{.*}}nounwind willreturn memory(none) }
//
// A function reads its arguments from the stack by tile loads.
// RUN: matrix-cc -mcpu=base -O2 -S %s -o - | FileCheck %s --check-prefix=ASM
// ASM-LABEL: rotate:
// ASM: tldc t0, 0(r5)
// ASM: tldc t1, 0(r6)
// ASM: tadd.f32 t2, t0, t0
// ASM: tstc t{{[0-9]+}}, 0(r4)
// ASM: ret
//
// RUN: matrix-c++ -mcpu=base -x c++ -O2 %s -o %t.elf && %{status} 0 matrix-sim %t.elf

#include <matrix/Builtins.h>

enum { MANY = 24, WORDS = __matrix_tile_rows__ * __matrix_tile_row_bytes__ / 4 };
_Static_assert(sizeof(matrix_tile) == 4 * WORDS, "bytes of a tile");

typedef MATRIX_SCRATCHPAD float Pad;
static MATRIX_SCRATCHPAD matrix_tile in[MANY], out[MANY + 4];
static matrix_tile inDram[2];

static matrix_tile twice(matrix_tile x) { return matrix_tadd_f32(x, x); }

__attribute__((noinline)) matrix_tile rotate(matrix_tile x, matrix_tile y, int turns) {
  for (int i = 0; i < turns; ++i) {
    matrix_tile t = x;
    x = y;
    y = twice(t);
  }
  return turns & 1 ? y : x;
}

// All tiles are live at once.
static void reverse(void) {
  matrix_tile t[MANY];
  for (int i = 0; i < MANY; ++i)
    t[i] = in[i];
  for (int i = 0; i < MANY; ++i)
    out[i] = matrix_tadd_f32(t[MANY - 1 - i], t[0]);
}

static float element(int tile, int n) { return (tile * 5 + n) % 7; }

static int differsIn(int n) {
  const Pad *f = (const Pad *)out + n;
  float x = element(0, n), y = element(1, n);
  for (int i = 0; i < MANY; ++i)
    if (f[i * WORDS] != element(MANY - 1 - i, n) + x)
      return 1;
  f += MANY * WORDS;
  return f[0] != 4 * y || f[WORDS] != 2 * y + x || f[2 * WORDS] != (x > y ? x : y) ||
         f[3 * WORDS] != 2 * x;
}

int main(void) {
  for (int i = 0; i < MANY; ++i)
    for (int n = 0; n < WORDS; ++n)
      ((Pad *)in)[i * WORDS + n] = element(i, n);
  reverse();
  matrix_tile a = in[0], b = in[1], chosen[2] = {a, b};
  out[MANY] = rotate(b, a, 4);
  out[MANY + 1] = matrix_tadd_f32(rotate(b, a, 2), a);
  out[MANY + 2] = matrix_tmax_f32(chosen[out[MANY][0] == out[MANY][0]], chosen[0]);
  inDram[1] = twice(a);
  out[MANY + 3] = inDram[1];
  int wrong = 0;
  for (int n = 0; n < WORDS; ++n)
    wrong += differsIn(n);
  return wrong != 0;
}
