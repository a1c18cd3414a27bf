/* C = A B in f32 on one core with double buffering. For variants with tiles of
 * 16 x 64 bytes. */
#include "matrix/Builtins.h"

enum { M = 128, N = 128, K = 256, BLOCK = 32, DEPTH = 64 };
enum { ROWS = __matrix_tile_rows__ };

__attribute__((section(".matrix.kernel"), used)) static const char note[] =
    "{\"mode\":\"single\",\"cores\":1,\"args\":["
    "{\"name\":\"a\",\"type\":\"f32\",\"shape\":[128,256],\"dir\":\"in\"},"
    "{\"name\":\"b\",\"type\":\"f32\",\"shape\":[256,128],\"dir\":\"in\"},"
    "{\"name\":\"c\",\"type\":\"f32\",\"shape\":[128,128],\"dir\":\"out\"}],"
    "\"work\":{\"in\":262144,\"out\":65536,\"ops\":[{\"op\":\"matmul\","
    "\"function\":\"block\","
    "\"kind\":\"contraction\",\"types\":[\"f32\",\"f32\",\"f32\"],"
    "\"macs\":4194304,\"gemm\":[1,128,128,256]}]}}";

typedef MATRIX_SCRATCHPAD float Pad;
typedef MATRIX_SCRATCHPAD struct matrix_dma Descriptor;

static Descriptor loadOfA, loadOfB, fill, store;
static Pad a[2][BLOCK * DEPTH], b[2][DEPTH * BLOCK], c[BLOCK * BLOCK];

/* c += a b; all blocks are dense. Four accumulators remain in registers; b is
 * transposed by its loads, because contractions read both operands along their
 * rows. */
__attribute__((noinline)) static void block(const Pad *a, const Pad *b,
                                            Pad *c) {
  enum { PITCH = 4 * BLOCK };
  Pad *right = c + ROWS, *below = c + ROWS * BLOCK, *last = below + ROWS;
  matrix_tile c00 = matrix_tld(c, 0, PITCH), c01 = matrix_tld(right, 0, PITCH);
  matrix_tile c10 = matrix_tld(below, 0, PITCH);
  matrix_tile c11 = matrix_tld(last, 0, PITCH);
  for (int k = 0; k < DEPTH; k += ROWS) {
    matrix_tile a0 = matrix_tld(a + k, 0, 4 * DEPTH);
    matrix_tile a1 = matrix_tld(a + k + ROWS * DEPTH, 0, 4 * DEPTH);
    matrix_tile b0 = matrix_tldt_w(b + k * BLOCK, PITCH);
    matrix_tile b1 = matrix_tldt_w(b + k * BLOCK + ROWS, PITCH);
    c00 = matrix_tmma_f32_f32(c00, a0, b0);
    c01 = matrix_tmma_f32_f32(c01, a0, b1);
    c10 = matrix_tmma_f32_f32(c10, a1, b0);
    c11 = matrix_tmma_f32_f32(c11, a1, b1);
  }
  matrix_tst(c00, c, 0, PITCH), matrix_tst(c01, right, 0, PITCH);
  matrix_tst(c10, below, 0, PITCH), matrix_tst(c11, last, 0, PITCH);
}

/* Pitches are in elements. */
static int64_t transfer(Descriptor *d, int kind, void *source, int sourcePitch,
                        void *destination, int destinationPitch, int rows,
                        int columns) {
  d->kind = kind, d->flags = 0, d->fill = 0;
  d->row_bytes = columns * 4, d->n1 = rows, d->n2 = 1;
  d->lo1 = d->lo2 = d->left = d->right = 0, d->hi1 = rows, d->hi2 = 1;
  d->source = source, d->s1 = sourcePitch * 4, d->s2 = 0;
  d->destination = destination, d->d1 = destinationPitch * 4, d->d2 = 0;
  return matrix_role_dma_start((int64_t)d);
}

/* Loads the next blocks of both operands; the later handle covers both. */
static int64_t fetch(float *from, float *with, int buffer) {
  transfer(&loadOfA, MATRIX_DMA_LOAD, from, K, (void *)a[buffer], DEPTH, BLOCK,
           DEPTH);
  return transfer(&loadOfB, MATRIX_DMA_LOAD, with, N, (void *)b[buffer], BLOCK,
                  DEPTH, BLOCK);
}

void main(float *const *args) {
  for (int i = 0; i < M; i += BLOCK)
    for (int j = 0; j < N; j += BLOCK) {
      float *from = args[0] + i * K, *with = args[1] + j;
      transfer(&fill, MATRIX_DMA_FILL, 0, 0, (void *)c, BLOCK, BLOCK, BLOCK);
      int64_t handle = fetch(from, with, 0);
      for (int k = 0, now = 0; k < K; k += DEPTH, now ^= 1) {
        int64_t next = 0;
        if (k + DEPTH < K)
          next = fetch(from + k + DEPTH, with + (k + DEPTH) * N, now ^ 1);
        matrix_role_dma_wait(handle);
        block(a[now], b[now], c);
        handle = next;
      }
      matrix_role_dma_wait(transfer(&store, MATRIX_DMA_STORE, (void *)c, BLOCK,
                                    args[2] + i * N + j, N, BLOCK, BLOCK));
    }
}
