/* simulate.c PROGRAM: the C library of an installed package. */
#include <matrix_sim.h>
#include <stdio.h>

int main(int argc, char **argv) {
  matrix_sim *sim = matrix_sim_create();
  matrix_sim_progress progress;
  progress.size = sizeof(progress);
  if (argc != 2 || matrix_sim_load(sim, argv[1]) ||
      matrix_sim_run(sim) != MATRIX_SIM_ENDED ||
      matrix_sim_get_progress(sim, &progress)) {
    fprintf(stderr, "%s\n", matrix_sim_message(sim));
    return 1;
  }
  printf("%s, %u cores, some instructions: %d\n", matrix_sim_variant(sim),
         matrix_sim_cores(sim), progress.instructions > 0);
  matrix_sim_destroy(sim);
  return 0;
}
