// Copies of aggregates with tiles may be in any memory: optimizations pass the address of
// what they are copies of. Tiles in them are read by words. IR files and intermediate
// files are compiled to the same.
//
// DEFINE: %{status} = %python %S/../../Inputs/status.py
// RUN: matrix-cc -mcpu=base -O0 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -mcpu=base -O2 %s -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: matrix-cc -mcpu=base -O2 -S -emit-llvm %s -o %t.ll && matrix-cc -mcpu=base %t.ll -o %t.elf && %{status} 0 matrix-sim %t.elf
// RUN: mkdir -p %t.temps && cd %t.temps && matrix-cc -mcpu=base -O2 -save-temps %s -o %t.elf && %{status} 0 matrix-sim %t.elf

#include <matrix/Builtins.h>

// An intermediate file with assembly.
asm(".text\n.globl nine\nnine:\n addi r4, r0, 9\n ret\n");
int nine(void);

union Words {
  matrix_tile tile;
  int words[4];
};
struct Labeled {
  matrix_tile tile;
  int label;
};
static union Words words[2];
static struct Labeled labeled[2];

__attribute__((noinline)) static matrix_tile twice(matrix_tile x) { return matrix_tadd_i32(x, x); }
__attribute__((noinline)) int ofUnion(union Words u) { return twice(u.tile)[1]; }
__attribute__((noinline)) int ofStruct(struct Labeled s) { return twice(s.tile)[1]; }
__attribute__((noinline)) int ofPointer(struct Labeled s) { return twice(*(matrix_tile *)&s)[1]; }
__attribute__((noinline)) int all(union Words *u, struct Labeled *s) {
  return ofUnion(*u) + ofStruct(*s) + ofPointer(*s);
}

int main(void) {
  words[1].words[1] = 1;
  labeled[1].tile[1] = 10;
  return all(words + 1, labeled + 1) != 42 || nine() != 9;
}
