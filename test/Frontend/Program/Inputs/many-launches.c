/* many-launches.c PROGRAM: calls the program of many_launches.py several times,
 * with other weights each time, and checks y = v w' exactly. */

#include "../../../Simulator/Inputs/c-api-checks.h"
#include <stdio.h>

enum { DEPTH = 512, COLUMNS = 500, ROWS = 256, SIZE = 128 };

static float v[DEPTH], u[COLUMNS][DEPTH], y[COLUMNS];
static float x[ROWS * SIZE], w[SIZE * SIZE], z[ROWS * SIZE];

static void fill(int run) {
  int i, j;
  for (i = 0; i < DEPTH; ++i)
    v[i] = (float)((i * 7 + run) % 5 - 2);
  for (j = 0; j < COLUMNS; ++j)
    for (i = 0; i < DEPTH; ++i)
      u[j][i] = (float)((i * 3 + j * 11 + run * 5) % 9 - 4);
}

static void check(matrix_sim *sim) {
  int i, j;
  for (j = 0; j < COLUMNS; ++j) {
    float sum = 0;
    for (i = 0; i < DEPTH; ++i)
      sum += v[i] * u[j][i];
    CHECK(y[j] == sum);
  }
}

int main(int argc, char **argv) {
  matrix_sim *sim = matrix_sim_create();
  matrix_sim_buffer buffers[6] = {{x, sizeof(x)}, {w, sizeof(w)},
                                  {v, sizeof(v)}, {u, sizeof(u)},
                                  {z, sizeof(z)}, {y, sizeof(y)}};
  int run;
  if (argc != 2)
    return 2;
  CHECK(matrix_sim_set_option(sim, "mode", "timed") == 0);
  CHECK(matrix_sim_load(sim, argv[1]) == 0);
  for (run = 0; run < 3; ++run) {
    fill(run);
    CHECK(matrix_sim_call(sim, 6, buffers) == MATRIX_SIM_ENDED);
    check(sim);
  }
  matrix_sim_destroy(sim);
  printf("all good\n");
  return 0;
}
