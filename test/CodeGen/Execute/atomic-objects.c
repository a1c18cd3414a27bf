// Atomic objects that no instruction accesses, of 3 to 20 bytes: one core, and all
// cores at once.
//
// RUN: matrix-cc -O0 %s -o %t.0 && matrix-sim %t.0
// RUN: matrix-cc -O2 %s -o %t.2 && matrix-sim %t.2
// RUN: matrix-cc -O2 -DALL_CORES %s -o %t.all && matrix-sim %t.all
// RUN: matrix-cc -O2 -DALL_CORES -mcpu=edge %s -o %t.edge && matrix-sim %t.edge

#include <matrix/Builtins.h>
#include <stdatomic.h>
#include <stdint.h>

#define CHECK(CONDITION)                                                       \
  do {                                                                         \
    if (!(CONDITION))                                                          \
      return __LINE__;                                                         \
  } while (0)

typedef struct {
  char bytes[3];
} Odd;
typedef struct {
  long low, high;
} Pair;
typedef struct {
  int words[5];
} Large;

#ifdef ALL_CORES
__attribute__((used, section(".matrix.kernel"))) static const char mode[] =
    "{\"mode\": \"spmd\"}";

enum { Rounds = 20 };
static _Atomic __int128 sum;
static _Atomic Large large;

int main(void) {
  const __int128 step = ((__int128)1 << 64) + 1;
  for (int i = 0; i < Rounds; ++i) {
    sum += step;
    Large old = large, new;
    do
      for (int j = 0; j < 5; ++j)
        new.words[j] = old.words[j] + j;
    while (!atomic_compare_exchange_weak(&large, &old, new));
  }
  matrix_role_barrier();
  int64_t rounds = Rounds * matrix_csr_ncores();
  CHECK(sum == step * rounds);
  CHECK(((Large)large).words[4] == 4 * rounds);
  return 0;
}
#else
static _Atomic __int128 wide = 7;
static _Atomic Odd odd;
static _Atomic Pair pair;
static _Atomic Large large;
static _Atomic long double quad;
/// A word without the alignment that instructions need, and one with it.
static struct __attribute__((packed)) {
  char byte;
  int64_t word;
} packed;
static struct {
  int low, high;
} __attribute__((aligned(8))) halves;

static int testWide(void) {
  const __int128 high = (__int128)3 << 100;
  CHECK(atomic_fetch_add(&wide, high) == 7);
  CHECK(atomic_fetch_sub(&wide, 2) == high + 7);
  CHECK(atomic_fetch_or(&wide, 8) == high + 5);
  CHECK(atomic_fetch_and(&wide, high | 12) == high + 13);
  CHECK(atomic_fetch_xor(&wide, 5) == high + 12);
  CHECK(__sync_fetch_and_nand((__int128 *)&wide, high) == high + 9);
  CHECK(atomic_exchange(&wide, 1) == ~high);
  wide *= high;
  __int128 expected = 0;
  CHECK(!atomic_compare_exchange_strong(&wide, &expected, 2));
  CHECK(expected == high);
  CHECK(atomic_compare_exchange_strong(&wide, &expected, 2) && wide == 2);
  quad += 1.5L;
  return quad == 1.5L ? 0 : __LINE__;
}

static int testStructures(void) {
  odd = (Odd){{1, 2, 3}};
  Odd old = {{1, 2, 4}};
  CHECK(!atomic_compare_exchange_strong(&odd, &old, ((Odd){{7, 8, 9}})));
  CHECK(old.bytes[2] == 3);
  CHECK(atomic_compare_exchange_strong(&odd, &old, ((Odd){{7, 8, 9}})));
  CHECK(((Odd)odd).bytes[1] == 8);
  atomic_store(&pair, ((Pair){1, 2}));
  CHECK(atomic_exchange(&pair, ((Pair){3, 4})).high == 2);
  CHECK(atomic_load(&pair).high == 4);
  large = (Large){{1, 2, 3, 4, 5}};
  CHECK(((Large)large).words[4] == 5);
  return 0;
}

static int testWords(void) {
  CHECK(__atomic_fetch_add(&packed.word, 5, __ATOMIC_SEQ_CST) == 0);
  CHECK(__atomic_load_n(&packed.word, __ATOMIC_SEQ_CST) == 5);
  __typeof__(halves) value = {1, 2}, old;
  __atomic_store(&halves, &value, __ATOMIC_SEQ_CST);
  __atomic_exchange(&halves, &value, &old, __ATOMIC_SEQ_CST);
  CHECK(old.high == 2);
  volatile size_t size = 8;
  CHECK(__atomic_is_lock_free(size, &halves));
  CHECK(!__atomic_is_lock_free(size, &packed.word));
  size = 16;
  CHECK(!__atomic_is_lock_free(size, &wide));
  return 0;
}

int main(void) {
  int line = testWide();
  line = line ? line : testStructures();
  return line ? line : testWords();
}
#endif
