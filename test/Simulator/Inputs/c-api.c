/* c-api.c CALLS TILE SCALE: everything that matrix_sim.h has, from C99. The
 * programs are test/Simulator/c-api.test's; what they do is known by hand. */

#include "c-api-checks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t read_register(matrix_sim *sim, unsigned core,
                              const char *name) {
  uint64_t value = 0;
  CHECK(matrix_sim_read_register(sim, core, name, &value) == 0);
  return value;
}

static void check_errors(matrix_sim *sim, const char *program) {
  int64_t word;
  char bytes[4];
  uint64_t address;
  matrix_sim_tensor tensor;
  matrix_sim_memory memory;
  matrix_sim_core_statistics statistics;
  CHECK(matrix_sim_tensors(sim) == 0 && matrix_sim_cores(sim) == 0);
  FAILS((int)matrix_sim_run(sim));
  FAILS(matrix_sim_get_memory(sim, &memory));
  FAILS(matrix_sim_set_option(sim, "speed", "1"));
  FAILS(matrix_sim_set_option(sim, "cores", "two"));
  FAILS(matrix_sim_set_option(sim, "mode", "fast"));
  FAILS(matrix_sim_load(sim, "none.elf"));
  CHECK(matrix_sim_set_option(sim, "cores", "2") == 0);
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(strcmp(matrix_sim_message(sim), "") == 0);
  FAILS(matrix_sim_read(sim, 2, 0, &word, 8));
  FAILS(matrix_sim_write(sim, 1, read_register(sim, 1, "sp"), &word, 8));
  FAILS(matrix_sim_write_register(sim, 0, "r32", 1));
  FAILS(matrix_sim_break(sim, 4, -1));
  FAILS(matrix_sim_remove(sim, 9));
  FAILS(matrix_sim_symbol(sim, "nowhere", &address));
  FAILS(matrix_sim_read_block(sim, 0, "t16", bytes, 4));
  FAILS(matrix_sim_read_block(sim, 0, "t0", bytes, 4));
  tensor.size = sizeof(tensor);
  FAILS(matrix_sim_get_tensor(sim, 0, &tensor));
  memory.size = 4;
  FAILS(matrix_sim_get_memory(sim, &memory));
  statistics.size = 4096;
  FAILS(matrix_sim_statistics(sim, 0, &statistics));
}

static void check_running(matrix_sim *sim, const char *program) {
  uint64_t square = 0, sp;
  int64_t value = 0;
  int number;
  matrix_sim_core_statistics statistics;
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(matrix_sim_cores(sim) == 2);
  CHECK(strcmp(matrix_sim_variant(sim), "base") == 0);
  CHECK(matrix_sim_symbol(sim, "square", &square) == 0);
  CHECK(strcmp(matrix_sim_disassemble(sim, square), "mul r6, r5, r5") == 0);
  CHECK(strcmp(matrix_sim_disassemble(sim, 8), "") == 0);
  CHECK(strcmp(matrix_sim_place(sim, square + 4), "square+0x4") == 0);
  CHECK(strcmp(matrix_sim_source(sim, square), "calls.s:17") == 0);

  number = matrix_sim_break(sim, square, 1);
  CHECK(number > 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_BREAKPOINT);
  CHECK(matrix_sim_stopped_core(sim) == 1);
  CHECK(read_register(sim, 1, "pc") == square);
  CHECK(read_register(sim, 1, "r5") == 4 && read_register(sim, 1, "r6") == 0);
  CHECK(matrix_sim_step(sim, 1, 1) == MATRIX_SIM_STEPPED);
  CHECK(read_register(sim, 1, "r6") == 16);
  CHECK(matrix_sim_write_register(sim, 1, "r6", 99) == 0);
  CHECK(matrix_sim_remove(sim, number) == 0);

  sp = read_register(sim, 1, "sp");
  CHECK(matrix_sim_watch(sim, 1, sp - 8, 0) == -1);
  CHECK(matrix_sim_watch(sim, 1, 0, (size_t)1 << 34) == -1);
  number = matrix_sim_watch(sim, 1, sp - 8, 8);
  CHECK(number > 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_WATCHPOINT);
  CHECK(matrix_sim_stopped_core(sim) == 1);
  CHECK(matrix_sim_read(sim, 1, sp - 8, &value, 8) == 0 && value == 100);
  CHECK(matrix_sim_remove(sim, number) == 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_ENDED);
  CHECK(matrix_sim_status(sim) == 0);
  statistics.size = sizeof(statistics);
  CHECK(matrix_sim_statistics(sim, 1, &statistics) == 0);
  CHECK(statistics.instructions == 18 && statistics.barriers == 1);
  /* A caller of an older header, with fewer members. */
  statistics.size = offsetof(matrix_sim_core_statistics, dma_bytes);
  statistics.barriers = 1234;
  CHECK(matrix_sim_statistics(sim, 0, &statistics) == 0);
  CHECK(statistics.instructions == 16 && statistics.barriers == 1234);
}

static void check_blocks(matrix_sim *sim, const char *program) {
  int32_t tile[16][16];
  size_t rows, row_bytes;
  int i, j;
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_TRAPPED);
  CHECK(matrix_sim_status(sim) == 131);
  CHECK(strstr(matrix_sim_message(sim), "access of 8 bytes at 0x1") != NULL);
  CHECK(matrix_sim_block(sim, 0, "t1", &rows, &row_bytes) == 0);
  CHECK(rows == 16 && row_bytes == 64);
  CHECK(matrix_sim_read_block(sim, 0, "t1", tile, sizeof(tile)) == 0);
  for (i = 0; i < 16; ++i)
    for (j = 0; j < 16; ++j)
      CHECK(tile[i][j] == i);
}

static void check_tensors(matrix_sim *sim, const char *program) {
  const float x[6] = {0, 1, 2, 3, 4, 5}, k = 2.5f;
  float y[6];
  matrix_sim_tensor tensor;
  matrix_sim_memory memory;
  int i;
  CHECK(matrix_sim_set_option(sim, "cores", "0") == 0);
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(matrix_sim_tensors(sim) == 3);
  tensor.size = sizeof(tensor);
  CHECK(matrix_sim_get_tensor(sim, 2, &tensor) == 0);
  CHECK(strcmp(tensor.name, "y") == 0 && strcmp(tensor.type, "f32") == 0);
  CHECK(tensor.rank == 2 && tensor.shape[0] == 2 && tensor.shape[1] == 3);
  CHECK(tensor.bytes == sizeof(y) && tensor.is_result);
  memory.size = sizeof(memory);
  CHECK(matrix_sim_get_memory(sim, &memory) == 0);
  /* Tensors of 24, 4 and 24 bytes, and less than 1000 bytes of code. */
  CHECK(memory.dram_used > 52 && memory.dram_used < 1052);
  CHECK(memory.dram == (uint64_t)1 << 34 && memory.scratchpad == 1 << 20);
  CHECK(memory.scratchpad_used == 1 << 16); /* the stack */
  FAILS(matrix_sim_write_tensor(sim, 0, x, sizeof(x) - 1));
  CHECK(matrix_sim_write_tensor(sim, 0, x, sizeof(x)) == 0);
  CHECK(matrix_sim_write_tensor(sim, 1, &k, sizeof(k)) == 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_ENDED);
  CHECK(matrix_sim_read_tensor(sim, 2, y, sizeof(y)) == 0);
  for (i = 0; i < 6; ++i)
    CHECK(y[i] == 2.5f * x[i]);
}

struct calls {
  matrix_sim *sim;
  int number;
};

/* A run neither ends its reports nor its simulator. */
static void count_calls(const matrix_sim_progress *progress, void *data) {
  struct calls *calls = data;
  matrix_sim *sim = calls->sim;
  if (progress->size == sizeof(*progress) && progress->host_seconds > 0)
    ++calls->number;
  CHECK(matrix_sim_write_reports(sim) == -1);
  matrix_sim_destroy(sim);
}

static void check_statistics(matrix_sim *sim, const char *program) {
  matrix_sim_progress progress;
  matrix_sim_core_statistics statistics;
  uint64_t forever, cycles;
  struct calls calls = {sim, 0};
  unsigned core;
  CHECK(matrix_sim_set_option(sim, "cores", "2") == 0);
  CHECK(matrix_sim_set_option(sim, "trace", "t.json") == 0);
  FAILS(matrix_sim_load(sim, program));
  CHECK(matrix_sim_set_option(sim, "mode", "timed") == 0);
  FAILS(matrix_sim_set_option(sim, "trace-window", "9:9"));
  FAILS(matrix_sim_set_option(sim, "trace-sample", "1"));
  CHECK(matrix_sim_set_option(sim, "max-cycles", "3000000") == 0);
  CHECK(matrix_sim_load(sim, program) == 0);
  CHECK(matrix_sim_symbol(sim, "forever", &forever) == 0);
  for (core = 0; core < 2; ++core)
    CHECK(matrix_sim_write_register(sim, core, "pc", forever) == 0);
  FAILS(matrix_sim_on_progress(sim, -1, count_calls, &calls));
  CHECK(matrix_sim_on_progress(sim, 0, count_calls, &calls) == 0);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_TRAPPED);
  CHECK(matrix_sim_status(sim) == 141 && calls.number > 0);
  progress.size = sizeof(progress);
  CHECK(matrix_sim_get_progress(sim, &progress) == 0);
  CHECK(progress.cycles >= 3000000 && progress.host_seconds > 0);
  CHECK(progress.instructions > 0 && progress.clock_mhz > 0);
  statistics.size = sizeof(statistics);
  CHECK(matrix_sim_statistics(sim, 0, &statistics) == 0);
  cycles = statistics.cycles;
  CHECK(cycles == progress.cycles && statistics.issued > 0);
  CHECK(statistics.issued <= cycles);
  CHECK(strstr(matrix_sim_statistics_text(sim, "json"), "\"status\": 141"));
  CHECK(strlen(matrix_sim_statistics_text(sim, "text")) > 100);
  CHECK(strcmp(matrix_sim_statistics_text(sim, "xml"), "") == 0);
  printf("%s\n", matrix_sim_message(sim));
  CHECK(matrix_sim_write_reports(sim) == 0);
  FAILS(matrix_sim_write_reports(sim));
  CHECK(matrix_sim_on_progress(sim, 1, NULL, NULL) == 0);
  CHECK(matrix_sim_set_option(sim, "trace", "") == 0);
  CHECK(matrix_sim_set_option(sim, "max-cycles", "0") == 0);
  CHECK(matrix_sim_set_option(sim, "mode", "functional") == 0);
}

/* A simulator that is not one: errors, or values that mean nothing. */
static void check_handle(matrix_sim *sim) {
  char byte = 0;
  size_t size;
  uint64_t value;
  matrix_sim_tensor tensor;
  matrix_sim_memory memory;
  matrix_sim_progress progress;
  matrix_sim_core_statistics statistics;
  const char *words[1];
  words[0] = "program";
  CHECK(strcmp(matrix_sim_message(sim), "there is no such simulator") == 0);
  CHECK(matrix_sim_set_option(sim, "cores", "1") == -1);
  CHECK(matrix_sim_set_arguments(sim, 1, words) == -1);
  CHECK(matrix_sim_load(sim, "none.elf") == -1);
  CHECK(strcmp(matrix_sim_variant(sim), "") == 0);
  CHECK(matrix_sim_cores(sim) == 0 && matrix_sim_tensors(sim) == 0);
  CHECK(matrix_sim_get_tensor(sim, 0, &tensor) == -1);
  CHECK(matrix_sim_get_memory(sim, &memory) == -1);
  CHECK(matrix_sim_write_tensor(sim, 0, &byte, 1) == -1);
  CHECK(matrix_sim_read_tensor(sim, 0, &byte, 1) == -1);
  CHECK(matrix_sim_run(sim) == MATRIX_SIM_FAILED);
  CHECK(matrix_sim_step(sim, 0, 1) == MATRIX_SIM_FAILED);
  CHECK(matrix_sim_on_progress(sim, 1, NULL, NULL) == -1);
  CHECK(matrix_sim_get_progress(sim, &progress) == -1);
  CHECK(matrix_sim_status(sim) == -1 && matrix_sim_stopped_core(sim) == 0);
  CHECK(matrix_sim_break(sim, 0, -1) == -1);
  CHECK(matrix_sim_watch(sim, 0, 0, 1) == -1);
  CHECK(matrix_sim_remove(sim, 1) == -1);
  CHECK(matrix_sim_read(sim, 0, 0, &byte, 1) == -1);
  CHECK(matrix_sim_write(sim, 0, 0, &byte, 1) == -1);
  CHECK(strcmp(matrix_sim_register_name(sim, 0), "") == 0);
  CHECK(matrix_sim_read_register(sim, 0, "pc", &value) == -1);
  CHECK(matrix_sim_write_register(sim, 0, "pc", 0) == -1);
  CHECK(matrix_sim_block(sim, 0, "t0", &size, &size) == -1);
  CHECK(matrix_sim_read_block(sim, 0, "t0", &byte, 1) == -1);
  CHECK(matrix_sim_symbol(sim, "main", &value) == -1);
  CHECK(strcmp(matrix_sim_place(sim, 0), "") == 0);
  CHECK(strcmp(matrix_sim_source(sim, 0), "") == 0);
  CHECK(strcmp(matrix_sim_disassemble(sim, 0), "") == 0);
  CHECK(matrix_sim_statistics(sim, 0, &statistics) == -1);
  CHECK(strcmp(matrix_sim_statistics_text(sim, "json"), "") == 0);
  CHECK(matrix_sim_write_reports(sim) == -1);
}

/* Pointers that are null where something is needed. */
static void check_nulls(matrix_sim *sim, const char *program) {
  const char *words[1];
  size_t size;
  words[0] = NULL;
  FAILS(matrix_sim_set_option(sim, NULL, "1"));
  FAILS(matrix_sim_set_option(sim, "cores", NULL));
  FAILS(matrix_sim_set_arguments(sim, 1, NULL));
  FAILS(matrix_sim_set_arguments(sim, 1, words));
  FAILS(matrix_sim_load(sim, NULL));
  CHECK(matrix_sim_load(sim, program) == 0);
  FAILS(matrix_sim_get_tensor(sim, 0, NULL));
  FAILS(matrix_sim_get_memory(sim, NULL));
  FAILS(matrix_sim_write_tensor(sim, 0, NULL, 24));
  FAILS(matrix_sim_read_tensor(sim, 0, NULL, 24));
  FAILS(matrix_sim_get_progress(sim, NULL));
  FAILS(matrix_sim_read_register(sim, 0, NULL, NULL));
  FAILS(matrix_sim_read_register(sim, 0, "pc", NULL));
  FAILS(matrix_sim_block(sim, 0, NULL, &size, &size));
  FAILS(matrix_sim_block(sim, 0, "t0", &size, NULL));
  FAILS(matrix_sim_read_block(sim, 0, "t0", NULL, 1024));
  FAILS(matrix_sim_symbol(sim, NULL, NULL));
  FAILS(matrix_sim_symbol(sim, "main", NULL));
  FAILS(matrix_sim_statistics(sim, 0, NULL));
  CHECK(strcmp(matrix_sim_statistics_text(sim, NULL), "") == 0);
}

int main(int argc, char **argv) {
  matrix_sim *sim = matrix_sim_create();
  unsigned number, registers = matrix_sim_registers();
  if (argc != 4 || matrix_sim_version() != MATRIX_SIM_VERSION)
    return 2;
  for (number = 0; number < registers; ++number)
    CHECK(strlen(matrix_sim_register_name(sim, number)) >= 2);
  CHECK(strcmp(matrix_sim_register_name(sim, registers - 1), "pc") == 0);
  check_errors(sim, argv[1]);
  check_running(sim, argv[1]);
  check_blocks(sim, argv[2]);
  check_tensors(sim, argv[3]);
  check_statistics(sim, argv[1]);
  CHECK(matrix_sim_set_option(sim, "cores", "0") == 0);
  check_nulls(sim, argv[3]);
  matrix_sim_destroy(sim);
  matrix_sim_destroy(sim);
  matrix_sim_destroy(NULL);
  check_handle(NULL);
  check_handle(sim);
  matrix_sim_interrupt(NULL);
  printf("all good\n");
  return 0;
}
