/* Counts the processes that single steps of a program fork. */

#define _POSIX_C_SOURCE 200809L
#include "c-api-checks.h"
#include <pthread.h>

static int forks;
static void count(void) { ++forks; }

int main(int argc, char **argv) {
  matrix_sim *sim = matrix_sim_create();
  int i;
  CHECK(argc == 2 && pthread_atfork(count, 0, 0) == 0);
  CHECK(matrix_sim_load(sim, argv[1]) == 0);
  for (i = 0; i < 100; ++i)
    CHECK(matrix_sim_step(sim, 0, 1) == MATRIX_SIM_STEPPED);
  printf("forks: %d\n", forks);
  matrix_sim_destroy(sim);
  return 0;
}
