/*===- matrix_sim.h - the simulator as a C library -----------------*- C -*-===*
 *
 * Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 *   matrix_sim *sim = matrix_sim_create();
 *   if (matrix_sim_load(sim, "prog.elf") ||
 *       matrix_sim_write_tensor(sim, 0, x, sizeof(x)) ||
 *       matrix_sim_run(sim) != MATRIX_SIM_ENDED)
 *     fprintf(stderr, "%s\n", matrix_sim_message(sim));
 *   else
 *     matrix_sim_read_tensor(sim, 1, y, sizeof(y));
 *   matrix_sim_destroy(sim);
 *
 * Functions of type int give 0 if they worked, else -1 and a text that
 * matrix_sim_message() gives. Nothing is changed then, and nothing aborts the
 * process: a null pointer, a name that means nothing and a simulator that was
 * destroyed are such errors as well. Strings belong to the library and live
 * until the next call with the same simulator. A simulator is used by one
 * thread at a time; several may run side by side. matrix_sim_interrupt() alone
 * may be called from anywhere, but not with a simulator that was destroyed.
 *
 * Structures begin with their size, which the caller sets: a library that knows
 * more members leaves those alone that the caller doesn't.
 *
 * Link with -lmatrix_sim, or with pkg-config's matrix_sim, or with CMake's
 * Matrix::Simulator. matrix-run is made with nothing else.
 *
 *===----------------------------------------------------------------------===*/

#ifndef MATRIX_SIM_H
#define MATRIX_SIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MATRIX_SIM_API __attribute__((visibility("default")))
#else
#define MATRIX_SIM_API
#endif

/** Grows when functions are added; the ones there are, stay. Those of 2 say so.
 */
#define MATRIX_SIM_VERSION 2
MATRIX_SIM_API unsigned matrix_sim_version(void);

typedef struct matrix_sim matrix_sim;

/*===----------------------------------------------------------------------===*
 * Beginning and end
 *===----------------------------------------------------------------------===*/

/** Never null. */
MATRIX_SIM_API matrix_sim *matrix_sim_create(void);
/** Null is allowed. */
MATRIX_SIM_API void matrix_sim_destroy(matrix_sim *sim);
/** What went wrong last, one line with notes below; "" if nothing has. */
MATRIX_SIM_API const char *matrix_sim_message(const matrix_sim *sim);

/** Before loading. Names and values are those of matrix-sim's options:
 *
 *    mcpu               variant; must be the program's (default: the program's)
 *    cores              how many run; 0 (default): what the program is for
 *    mode               "functional" (default) or "timed"
 *    check              "on" (default) or "off": look for hazards
 *    max-cycles         of the run; instructions of a core if functional;
 *                       0 (default): no limit
 *    max-instructions   per core; 0 (default): no limit
 *
 *  Since version 2, files about a timed run, empty (default) for none:
 *
 *    record             what issued when, for another model of the rules
 *    trace              for ui.perfetto.dev; trace-window, trace-sample and
 *                       trace-limit choose what is in it
 *    report             a page for a browser
 */
MATRIX_SIM_API int matrix_sim_set_option(matrix_sim *sim, const char *name,
                                         const char *value);
/** Of the program, its name first; before loading. Kernels take none. */
MATRIX_SIM_API int matrix_sim_set_arguments(matrix_sim *sim, int count,
                                            const char *const *words);
/** Reads an executable and puts all cores at its entry. Again: from the start,
 *  with another program or the same. */
MATRIX_SIM_API int matrix_sim_load(matrix_sim *sim, const char *path);

MATRIX_SIM_API const char *matrix_sim_variant(const matrix_sim *sim);
MATRIX_SIM_API unsigned matrix_sim_cores(const matrix_sim *sim);

/*===----------------------------------------------------------------------===*
 * Tensors of a kernel: inputs first, then results
 *===----------------------------------------------------------------------===*/

typedef struct {
  size_t size; /* sizeof(matrix_sim_tensor) */
  const char *name;
  const char *type; /* as in MLIR: "f32", "bf16", "i8" */
  const uint64_t *shape;
  size_t rank;
  uint64_t bytes;
  uint64_t address; /* in DRAM */
  int is_result;
} matrix_sim_tensor;

/** 0 for programs that are no kernels. */
MATRIX_SIM_API size_t matrix_sim_tensors(const matrix_sim *sim);
MATRIX_SIM_API int matrix_sim_get_tensor(matrix_sim *sim, size_t index,
                                         matrix_sim_tensor *tensor);
/** Elements, row-major; `size` must be the tensor's. */
MATRIX_SIM_API int matrix_sim_write_tensor(matrix_sim *sim, size_t index,
                                           const void *data, size_t size);
MATRIX_SIM_API int matrix_sim_read_tensor(matrix_sim *sim, size_t index,
                                          void *data, size_t size);

/*===----------------------------------------------------------------------===*
 * Running
 *===----------------------------------------------------------------------===*/

typedef enum {
  MATRIX_SIM_FAILED = -1, /* nothing is loaded */
  MATRIX_SIM_ENDED,       /* all cores have halted */
  MATRIX_SIM_TRAPPED,     /* one has trapped; matrix_sim_message() says more */
  MATRIX_SIM_STEPPED,     /* as many instructions as were asked for */
  MATRIX_SIM_BREAKPOINT,
  MATRIX_SIM_WATCHPOINT, /* behind the instruction that changed it */
  MATRIX_SIM_INTERRUPTED
} matrix_sim_state;

/** Goes on from where the program is. */
MATRIX_SIM_API matrix_sim_state matrix_sim_run(matrix_sim *sim);
/** So many instructions of one core, exactly; the others run as far as it needs
 *  them, or, with timing, as far as they come in the same time. Slower than
 *  running: for millions of instructions, not billions. */
MATRIX_SIM_API matrix_sim_state matrix_sim_step(matrix_sim *sim, unsigned core,
                                                uint64_t instructions);
/** Ends a run of another thread, or below a signal handler, soon. */
MATRIX_SIM_API void matrix_sim_interrupt(matrix_sim *sim);

/** How far a run is. Since version 2. */
typedef struct {
  size_t size;           /* sizeof(matrix_sim_progress) */
  uint64_t instructions; /* of all cores */
  uint64_t cycles;       /* 0 if functional */
  double host_seconds;   /* that runs have taken */
  double clock_mhz;      /* of the simulated machine; 0: not known */
} matrix_sim_progress;

typedef void (*matrix_sim_progress_function)(
    const matrix_sim_progress *progress, void *data);

/** Calls the function about every so many seconds while the program runs; null:
 *  nobody. The function may read, and interrupt. Since version 2. */
MATRIX_SIM_API int matrix_sim_on_progress(matrix_sim *sim, double seconds,
                                          matrix_sim_progress_function function,
                                          void *data);
MATRIX_SIM_API int matrix_sim_get_progress(matrix_sim *sim,
                                           matrix_sim_progress *progress);

/** Exit status of what has ended, as matrix-sim's: a trap's is above 128. */
MATRIX_SIM_API int matrix_sim_status(const matrix_sim *sim);
/** The core that the last state is about. */
MATRIX_SIM_API unsigned matrix_sim_stopped_core(const matrix_sim *sim);

/** A number above 0 for it, or -1. `core`: -1 for all. */
MATRIX_SIM_API int matrix_sim_break(matrix_sim *sim, uint64_t address,
                                    int core);
/** Memory as the core sees it. The program runs instruction by instruction. */
MATRIX_SIM_API int matrix_sim_watch(matrix_sim *sim, unsigned core,
                                    uint64_t address, size_t size);
/** Removes either. */
MATRIX_SIM_API int matrix_sim_remove(matrix_sim *sim, int number);

/*===----------------------------------------------------------------------===*
 * State of a core
 *===----------------------------------------------------------------------===*/

/** Flat addresses; the own scratchpad is the core's. */
MATRIX_SIM_API int matrix_sim_read(matrix_sim *sim, unsigned core,
                                   uint64_t address, void *data, size_t size);
MATRIX_SIM_API int matrix_sim_write(matrix_sim *sim, unsigned core,
                                    uint64_t address, const void *data,
                                    size_t size);

/** Scalar registers, numbered as in DWARF, "pc" last. */
MATRIX_SIM_API unsigned matrix_sim_registers(void);
MATRIX_SIM_API const char *matrix_sim_register_name(matrix_sim *sim,
                                                    unsigned number);
MATRIX_SIM_API int matrix_sim_read_register(matrix_sim *sim, unsigned core,
                                            const char *name, uint64_t *value);
MATRIX_SIM_API int matrix_sim_write_register(matrix_sim *sim, unsigned core,
                                             const char *name, uint64_t value);

/** Tile registers ("t3"), row memories and matrices of configuration state by
 *  the names of the description: rows, and bytes of one. */
MATRIX_SIM_API int matrix_sim_block(matrix_sim *sim, unsigned core,
                                    const char *name, size_t *rows,
                                    size_t *row_bytes);
/** All of it; `size` must be rows * row_bytes. */
MATRIX_SIM_API int matrix_sim_read_block(matrix_sim *sim, unsigned core,
                                         const char *name, void *data,
                                         size_t size);

/*===----------------------------------------------------------------------===*
 * The program
 *===----------------------------------------------------------------------===*/

MATRIX_SIM_API int matrix_sim_symbol(matrix_sim *sim, const char *name,
                                     uint64_t *address);
/** "main+0x10"; "" if there is no symbol. */
MATRIX_SIM_API const char *matrix_sim_place(matrix_sim *sim, uint64_t address);
/** "file.c:12"; "" without debug information. */
MATRIX_SIM_API const char *matrix_sim_source(matrix_sim *sim, uint64_t address);
/** Assembly; "" where there is no code. */
MATRIX_SIM_API const char *matrix_sim_disassemble(matrix_sim *sim,
                                                  uint64_t address);

/*===----------------------------------------------------------------------===*
 * Statistics
 *===----------------------------------------------------------------------===*/

typedef struct {
  size_t size; /* sizeof(matrix_sim_core_statistics) */
  uint64_t instructions;
  uint64_t dma_transfers;
  uint64_t dma_bytes; /* written by them */
  uint64_t barriers;
  uint64_t cycles; /* of the run, 0 if functional; since version 2 */
  uint64_t issued; /* cycles in which an instruction issued; since version 2 */
} matrix_sim_core_statistics;

MATRIX_SIM_API int
matrix_sim_statistics(matrix_sim *sim, unsigned core,
                      matrix_sim_core_statistics *statistics);
/** Everything about the run so far, as matrix-sim prints it: format "text" or
 *  "json" (docs/statistics.md has the schema); "" if that failed. Since
 *  version 2. */
MATRIX_SIM_API const char *matrix_sim_statistics_text(matrix_sim *sim,
                                                      const char *format);
/** Writes the files of the options "trace" and "report", once, after the run.
 *  What was left out stands in the message then. Since version 2. */
MATRIX_SIM_API int matrix_sim_write_reports(matrix_sim *sim);

#ifdef __cplusplus
}
#endif

#endif /* MATRIX_SIM_H */
