/* c-api-calls.c SCALE COUNT SPIN PRODUCT: loading from memory, restarts and
 * calls, from C99. The programs are those of test/Simulator/c-api-calls.test. */

#include "c-api-checks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *data;
  size_t size;
} contents;

static contents read_file(const char *path) {
  contents all;
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  all.size = (size_t)ftell(file);
  all.data = malloc(all.size);
  rewind(file);
  if (fread(all.data, 1, all.size, file) != all.size)
    exit(2);
  fclose(file);
  return all;
}

/* The contents are copied: the caller's are overwritten. */
static void load(matrix_sim *sim, const char *path) {
  contents all = read_file(path);
  CHECK(matrix_sim_load_memory(sim, all.data, all.size, path) == 0);
  memset(all.data, 0, all.size);
  free(all.data);
}

static void check_loading(matrix_sim *sim) {
  FAILS(matrix_sim_restart(sim));
  FAILS(matrix_sim_call(sim, 0, NULL));
  FAILS(matrix_sim_load_memory(sim, NULL, 4, "it"));
  FAILS(matrix_sim_load_memory(sim, "\177ELF", 4, NULL));
  FAILS(matrix_sim_load_memory(sim, "text", 4, "some text"));
  FAILS(matrix_sim_load_memory(sim, "", 0, "nothing"));
  CHECK(strlen(matrix_sim_description_hash()) > 0);
  CHECK(matrix_sim_set_option(sim, "cores", "1") == 0);
}

/* y = k * x: an input without a buffer keeps its contents. */
static void check_calls(matrix_sim *sim, const char *program) {
  float x[6] = {0, 1, 2, 3, 4, 5}, k = 2, y[6] = {0};
  matrix_sim_buffer buffers[3];
  int i;
  buffers[0].data = x;
  buffers[0].bytes = sizeof(x);
  buffers[1].data = &k;
  buffers[1].bytes = sizeof(k);
  buffers[2].data = y;
  buffers[2].bytes = sizeof(y);
  load(sim, program);
  FAILS(matrix_sim_call(sim, 2, buffers));
  FAILS(matrix_sim_call(sim, 3, NULL));
  buffers[2].bytes = 20;
  FAILS(matrix_sim_call(sim, 3, buffers));
  buffers[2].bytes = sizeof(y);
  CHECK(matrix_sim_call(sim, 3, buffers) == MATRIX_SIM_ENDED);
  for (i = 0; i < 6; ++i)
    CHECK(y[i] == 2 * x[i]);
  for (i = 0; i < 6; ++i)
    x[i] += 7;
  k = 0;
  buffers[1].data = NULL; /* 2, as before */
  CHECK(matrix_sim_call(sim, 3, buffers) == MATRIX_SIM_ENDED);
  for (i = 0; i < 6; ++i)
    CHECK(y[i] == 2 * x[i]);
  buffers[0].data = buffers[2].data = NULL;
  k = 3;
  buffers[1].data = &k;
  CHECK(matrix_sim_call(sim, 3, buffers) == MATRIX_SIM_ENDED);
  CHECK(y[5] == 24);
  CHECK(matrix_sim_read_tensor(sim, 2, y, sizeof(y)) == 0 && y[5] == 36);
}

static uint64_t cycles_of(matrix_sim *sim) {
  matrix_sim_core_statistics statistics;
  statistics.size = sizeof(statistics);
  CHECK(matrix_sim_statistics(sim, 0, &statistics) == 0);
  return statistics.cycles + statistics.instructions;
}

/* Writable data is initialized again; time and statistics begin at 0. */
static void check_restart(matrix_sim *sim, const char *program) {
  uint64_t counter, first, value, entry;
  int i, mode, number;
  for (mode = 0; mode < 2; ++mode) {
    CHECK(matrix_sim_set_option(sim, "mode",
                                mode ? "timed" : "functional") == 0);
    CHECK(matrix_sim_load(sim, program) == 0);
    CHECK(matrix_sim_symbol(sim, "counter", &counter) == 0);
    CHECK(matrix_sim_symbol(sim, "_start", &entry) == 0);
    for (first = i = 0; i < 3; ++i) {
      CHECK(matrix_sim_read_register(sim, 0, "r5", &value) == 0 && !value);
      CHECK(matrix_sim_run(sim) == MATRIX_SIM_ENDED);
      CHECK(matrix_sim_status(sim) == 41 + 1);
      CHECK(matrix_sim_read(sim, 0, counter, &value, 8) == 0 && value == 42);
      first = first ? first : cycles_of(sim);
      CHECK(cycles_of(sim) == first);
      CHECK(matrix_sim_restart(sim) == 0);
      CHECK(matrix_sim_read(sim, 0, counter, &value, 8) == 0 && value == 41);
    }
    number = matrix_sim_break(sim, entry + 4, -1);
    CHECK(matrix_sim_run(sim) == MATRIX_SIM_BREAKPOINT);
    CHECK(matrix_sim_restart(sim) == 0);
    CHECK(matrix_sim_run(sim) == MATRIX_SIM_BREAKPOINT);
    CHECK(matrix_sim_remove(sim, number) == 0);
    CHECK(matrix_sim_run(sim) == MATRIX_SIM_ENDED);
  }
  CHECK(matrix_sim_set_option(sim, "record", "calls.jsonl") == 0);
  CHECK(matrix_sim_load(sim, program) == 0);
  FAILS(matrix_sim_restart(sim));
  CHECK(matrix_sim_set_option(sim, "record", "") == 0);
  CHECK(matrix_sim_set_option(sim, "mode", "functional") == 0);
}

/* A program of several cores with DMA transfers takes the same cycles again,
 * and hazard detection finds nothing. */
static void check_cycles(matrix_sim *sim, const char *program) {
  matrix_sim_buffer none[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
  uint64_t first = 0;
  int i;
  CHECK(matrix_sim_set_option(sim, "cores", "0") == 0);
  CHECK(matrix_sim_set_option(sim, "mode", "timed") == 0);
  CHECK(matrix_sim_load(sim, program) == 0);
  for (i = 0; i < 3; ++i) {
    CHECK(matrix_sim_call(sim, 3, none) == MATRIX_SIM_ENDED);
    first = i ? first : cycles_of(sim);
    CHECK(cycles_of(sim) == first);
  }
  CHECK(matrix_sim_set_option(sim, "mode", "functional") == 0);
  CHECK(matrix_sim_set_option(sim, "cores", "1") == 0);
}

static int rejected;

static void call_from_within(const matrix_sim_progress *progress, void *data) {
  matrix_sim *sim = data;
  (void)progress;
  rejected += matrix_sim_run(sim) == MATRIX_SIM_FAILED;
  rejected += matrix_sim_step(sim, 0, 1) == MATRIX_SIM_FAILED;
  rejected += matrix_sim_restart(sim) == -1;
  rejected += matrix_sim_load_memory(sim, "text", 4, "text") == -1;
  rejected += matrix_sim_call(sim, 0, NULL) == MATRIX_SIM_FAILED;
  printf("%s\n", matrix_sim_message(sim));
  matrix_sim_interrupt(sim);
}

/* An endless run is interrupted; the next one starts from the beginning. */
static void check_interruption(matrix_sim *sim, const char *program) {
  uint64_t value;
  int i;
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(matrix_sim_on_progress(sim, 0, call_from_within, sim) == 0);
  for (i = 0; i < 2; ++i) {
    rejected = 0;
    CHECK(matrix_sim_call(sim, 0, NULL) == MATRIX_SIM_INTERRUPTED);
    CHECK(rejected == 5);
    CHECK(matrix_sim_read_register(sim, 0, "r6", &value) == 0 && value == 1);
  }
  CHECK(matrix_sim_on_progress(sim, 1, NULL, NULL) == 0);
}

int main(int argc, char **argv) {
  matrix_sim *sim = matrix_sim_create();
  if (argc != 5)
    return 2;
  check_loading(sim);
  check_calls(sim, argv[1]);
  check_restart(sim, argv[2]);
  check_interruption(sim, argv[3]);
  check_cycles(sim, argv[4]);
  matrix_sim_destroy(sim);
  CHECK(matrix_sim_restart(sim) == -1);
  CHECK(matrix_sim_call(sim, 0, NULL) == MATRIX_SIM_FAILED);
  CHECK(matrix_sim_load_memory(sim, "text", 4, "text") == -1);
  printf("all good\n");
  return 0;
}
