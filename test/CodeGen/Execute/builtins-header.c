// C code with the generated header, which matrix-cc finds by itself.
//
// clang-format off
// RUN: matrix-cc -O2 -Wall -Werror %s -o %t.elf
// RUN: %python %S/../../Inputs/status.py 42 matrix-sim %t.elf
// clang-format on
#include "matrix/Builtins.h"

_Static_assert(sizeof(struct matrix_dma) == _Alignof(struct matrix_dma),
               "the size of a descriptor is its alignment");

static uint32_t from[4] = {1, 2, 3, 36};

/* 4 words by DMA from DRAM to the scratchpad, where the stack is. */
static struct matrix_dma describe(uint32_t *to) {
  struct matrix_dma descriptor = {.kind = MATRIX_DMA_LOAD};
  descriptor.row_bytes = sizeof(from);
  descriptor.n1 = descriptor.n2 = 1;
  descriptor.hi1 = descriptor.hi2 = 1;
  descriptor.source = from;
  descriptor.destination = to;
  return descriptor;
}

static void load(uint32_t *to) {
  struct matrix_dma descriptor = describe(to);
  matrix_role_dma_wait(matrix_role_dma_start((int64_t)&descriptor));
}

static void loadAndPost(uint32_t *to) {
  struct matrix_dma descriptor = describe(to);
  descriptor.flags = MATRIX_DMA_POST;
  descriptor.semaphore = 1;
  matrix_role_dma_start((int64_t)&descriptor);
  matrix_role_sem_wait(1, descriptor.semaphore);
}

int main(void) {
  uint32_t to[4] = {0, 0, 0, 0}, too[4] = {0, 0, 0, 0};
  if (matrix_csr_core() != 0 || matrix_csr_ncores() < 1)
    return 1;
  matrix_role_fence();
  load(to);
  loadAndPost(too);
  for (int i = 0; i < 4; ++i)
    if (too[i] != to[i])
      return 2;
  return (int)(to[0] + to[1] + to[2] + to[3]);
}
