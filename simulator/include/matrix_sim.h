/*===- matrix_sim.h - C interface of the simulator -----------------*- C -*-===*
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
 * Functions of type int return 0 on success and -1 on failure. After a failure
 * matrix_sim_message() describes the error, and the state of the simulator is
 * unchanged. No error aborts the process; null pointers, unknown names and
 * destroyed simulators are reported as errors as well. Returned strings are
 * owned by the library and valid until the next call with the same simulator.
 * A simulator must be used by one thread at a time; several simulators may run
 * concurrently. Only matrix_sim_interrupt() may be called from any thread, with
 * a simulator that has not been destroyed.
 *
 * The first member of each structure that the library writes is its size, which
 * the caller sets. A newer library does not write members beyond that size.
 *
 * Link with -lmatrix_sim, or with pkg-config's matrix_sim, or with CMake's
 * Matrix::Simulator. matrix-run uses no other interface of the simulator.
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

/** Version of the interface. Functions are added, never removed; those added
 *  since version 1 are marked. */
#define MATRIX_SIM_VERSION 3
MATRIX_SIM_API unsigned matrix_sim_version(void);
/** Hash of the description of the machine; executables of other descriptions
 *  cannot be loaded. Since version 3. */
MATRIX_SIM_API const char *matrix_sim_description_hash(void);

typedef struct matrix_sim matrix_sim;

/*===----------------------------------------------------------------------===*
 * Creation and destruction
 *===----------------------------------------------------------------------===*/

/** Never returns null. */
MATRIX_SIM_API matrix_sim *matrix_sim_create(void);
/** Null is ignored, and so is a call in the progress function of a run. */
MATRIX_SIM_API void matrix_sim_destroy(matrix_sim *sim);
/** The last error, one line followed by notes; "" if there was none. */
MATRIX_SIM_API const char *matrix_sim_message(const matrix_sim *sim);

/** Sets an option; must precede matrix_sim_load(). Names and values are those
 *  of matrix-sim's options:
 *
 *    mcpu               variant; must match the program (default: its variant)
 *    cores              number of cores; 0 (default): that of the program
 *    mode               "functional" (default) or "timed"
 *    check              "on" (default) or "off": hazard detection
 *    max-cycles         cycles of the run, or instructions per core if
 *                       functional; 0 (default): unlimited
 *    max-instructions   per core; 0 (default): unlimited
 *
 *  Since version 2, output files of timed runs, empty (default) for none:
 *
 *    record             issue events, for other implementations of the model
 *    trace              for ui.perfetto.dev; trace-window, trace-sample and
 *                       trace-limit select its content
 *    report             HTML page; `compare` names the report or statistics of
 *                       an earlier run, `plan` the output of --emit=plan
 */
MATRIX_SIM_API int matrix_sim_set_option(matrix_sim *sim, const char *name,
                                         const char *value);
/** Sets argv of the program, starting with its name; must precede
 *  matrix_sim_load(). Without it, and with a count of 0, argv[0] is the name
 *  that is loaded. Kernels take no arguments. */
MATRIX_SIM_API int matrix_sim_set_arguments(matrix_sim *sim, int count,
                                            const char *const *words);
/** Reads an executable and sets all cores to its entry point. A further call
 *  restarts the simulator with the same or another program. */
MATRIX_SIM_API int matrix_sim_load(matrix_sim *sim, const char *path);
/** The same with the contents of an executable, which are copied; `name` stands
 *  for the path in messages. Since version 3. */
MATRIX_SIM_API int matrix_sim_load_memory(matrix_sim *sim, const void *data,
                                          size_t size, const char *name);
/** Sets all cores of the loaded program to its entry point again, much faster
 *  than matrix_sim_load(). Memory keeps its contents, tensors included, except
 *  for writable data of the program, which are initialized. Registers,
 *  semaphores, transfers, statistics and hazard detection are as after loading;
 *  options set since then do not apply, breakpoints and watchpoints remain.
 *  Fails with the options `record`, `trace` and `report`. Since version 3. */
MATRIX_SIM_API int matrix_sim_restart(matrix_sim *sim);

MATRIX_SIM_API const char *matrix_sim_variant(const matrix_sim *sim);
MATRIX_SIM_API unsigned matrix_sim_cores(const matrix_sim *sim);
/** Memory of the loaded program, in bytes, without a heap. Since version 3. */
typedef struct {
  size_t size;                          /* sizeof(matrix_sim_memory) */
  uint64_t dram, dram_used;             /* code, variables, tensors, stacks */
  uint64_t scratchpad, scratchpad_used; /* of a core: variables, its stack */
} matrix_sim_memory;
MATRIX_SIM_API int matrix_sim_get_memory(matrix_sim *sim,
                                         matrix_sim_memory *memory);

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

/** Number of tensors; 0 for programs that are not kernels. */
MATRIX_SIM_API size_t matrix_sim_tensors(const matrix_sim *sim);
MATRIX_SIM_API int matrix_sim_get_tensor(matrix_sim *sim, size_t index,
                                         matrix_sim_tensor *tensor);
/** Elements are row-major; `size` must be that of the tensor, in bytes. */
MATRIX_SIM_API int matrix_sim_write_tensor(matrix_sim *sim, size_t index,
                                           const void *data, size_t size);
MATRIX_SIM_API int matrix_sim_read_tensor(matrix_sim *sim, size_t index,
                                          void *data, size_t size);

/*===----------------------------------------------------------------------===*
 * Execution
 *===----------------------------------------------------------------------===*/

typedef enum {
  MATRIX_SIM_FAILED = -1, /* no program is loaded */
  MATRIX_SIM_ENDED,       /* all cores have halted */
  MATRIX_SIM_TRAPPED,     /* a core trapped; see matrix_sim_message() */
  MATRIX_SIM_STEPPED,     /* the requested instructions have executed */
  MATRIX_SIM_BREAKPOINT,
  MATRIX_SIM_WATCHPOINT, /* after the instruction that changed the value */
  MATRIX_SIM_INTERRUPTED
} matrix_sim_state;

/** Runs, or continues, the program. */
MATRIX_SIM_API matrix_sim_state matrix_sim_run(matrix_sim *sim);
/** Memory of the caller for one tensor. Since version 3. */
typedef struct {
  void *data;   /* null: none */
  size_t bytes; /* must be that of the tensor */
} matrix_sim_buffer;

/** Restarts the program, copies inputs from their buffers, runs, and copies
 *  results into their buffers. There is one buffer for each tensor, in the
 * order of matrix_sim_get_tensor(). An input without a buffer keeps its
 * contents in DRAM, such as a parameter that an earlier call has copied; a
 * result without a buffer can be read by matrix_sim_read_tensor(). Results are
 * copied only if the run ends with status 0. Since version 3. */
MATRIX_SIM_API matrix_sim_state matrix_sim_call(
    matrix_sim *sim, size_t count, const matrix_sim_buffer *buffers);
/** Executes exactly `instructions` instructions of one core. In functional runs
 *  the other cores execute only as far as this core depends on them, in timed
 *  runs up to the same cycle. Slower than matrix_sim_run(): suitable for
 *  millions of instructions, not billions. */
MATRIX_SIM_API matrix_sim_state matrix_sim_step(matrix_sim *sim, unsigned core,
                                                uint64_t instructions);
/** Interrupts a run. Safe in other threads and in signal handlers. */
MATRIX_SIM_API void matrix_sim_interrupt(matrix_sim *sim);

/** Progress of a run. Since version 2. */
typedef struct {
  size_t size;           /* sizeof(matrix_sim_progress) */
  uint64_t instructions; /* sum over all cores */
  uint64_t cycles;       /* 0 if functional */
  double host_seconds;   /* total host time of all runs */
  double clock_mhz;      /* of the simulated machine; 0: unknown */
} matrix_sim_progress;

typedef void (*matrix_sim_progress_function)(
    const matrix_sim_progress *progress, void *data);

/** Calls `function` about every `seconds` seconds while the program runs; null
 *  removes it. The function may read state and interrupt the run. Since
 *  version 2. */
MATRIX_SIM_API int matrix_sim_on_progress(matrix_sim *sim, double seconds,
                                          matrix_sim_progress_function function,
                                          void *data);
MATRIX_SIM_API int matrix_sim_get_progress(matrix_sim *sim,
                                           matrix_sim_progress *progress);

/** Exit status of the ended run, as of matrix-sim: above 128 for a trap. */
MATRIX_SIM_API int matrix_sim_status(const matrix_sim *sim);
/** The core that caused the last matrix_sim_state. */
MATRIX_SIM_API unsigned matrix_sim_stopped_core(const matrix_sim *sim);

/** Sets a breakpoint for a core, or for all cores if `core` is -1. Returns its
 *  number, which is positive, or -1. */
MATRIX_SIM_API int matrix_sim_break(matrix_sim *sim, uint64_t address,
                                    int core);
/** Sets a watchpoint on memory in the core's address space. The program is then
 *  executed one instruction at a time. Returns as matrix_sim_break(). */
MATRIX_SIM_API int matrix_sim_watch(matrix_sim *sim, unsigned core,
                                    uint64_t address, size_t size);
/** Removes a breakpoint or watchpoint. */
MATRIX_SIM_API int matrix_sim_remove(matrix_sim *sim, int number);

/*===----------------------------------------------------------------------===*
 * State of a core
 *===----------------------------------------------------------------------===*/

/** Flat addresses, as the core itself uses them. */
MATRIX_SIM_API int matrix_sim_read(matrix_sim *sim, unsigned core,
                                   uint64_t address, void *data, size_t size);
MATRIX_SIM_API int matrix_sim_write(matrix_sim *sim, unsigned core,
                                    uint64_t address, const void *data,
                                    size_t size);

/** Number of scalar registers: general, float, "pc". */
MATRIX_SIM_API unsigned matrix_sim_registers(void);
MATRIX_SIM_API const char *matrix_sim_register_name(matrix_sim *sim,
                                                    unsigned number);
MATRIX_SIM_API int matrix_sim_read_register(matrix_sim *sim, unsigned core,
                                            const char *name, uint64_t *value);
MATRIX_SIM_API int matrix_sim_write_register(matrix_sim *sim, unsigned core,
                                             const char *name, uint64_t value);

/** Returns the number of rows and the bytes of a row of a tile register ("t3"),
 *  a row memory, or a matrix of configuration state; names are those of the
 *  description. */
MATRIX_SIM_API int matrix_sim_block(matrix_sim *sim, unsigned core,
                                    const char *name, size_t *rows,
                                    size_t *row_bytes);
/** Reads all rows; `size` must be rows * row_bytes. */
MATRIX_SIM_API int matrix_sim_read_block(matrix_sim *sim, unsigned core,
                                         const char *name, void *data,
                                         size_t size);

/*===----------------------------------------------------------------------===*
 * The program
 *===----------------------------------------------------------------------===*/

MATRIX_SIM_API int matrix_sim_symbol(matrix_sim *sim, const char *name,
                                     uint64_t *address);
/** Symbol and offset, "main+0x10"; "" if there is no symbol. */
MATRIX_SIM_API const char *matrix_sim_place(matrix_sim *sim, uint64_t address);
/** Source position, "file.c:12"; "" without debug information. */
MATRIX_SIM_API const char *matrix_sim_source(matrix_sim *sim, uint64_t address);
/** Assembly of one instruction; "" if there is no code at the address. */
MATRIX_SIM_API const char *matrix_sim_disassemble(matrix_sim *sim,
                                                  uint64_t address);

/*===----------------------------------------------------------------------===*
 * Statistics
 *===----------------------------------------------------------------------===*/

typedef struct {
  size_t size; /* sizeof(matrix_sim_core_statistics) */
  uint64_t instructions;
  uint64_t dma_transfers;
  uint64_t dma_bytes; /* written by DMA transfers */
  uint64_t barriers;
  uint64_t cycles; /* of the run, 0 if functional; since version 2 */
  uint64_t issued; /* cycles in which an instruction issued; since version 2 */
} matrix_sim_core_statistics;

MATRIX_SIM_API int
matrix_sim_statistics(matrix_sim *sim, unsigned core,
                      matrix_sim_core_statistics *statistics);
/** Statistics of the run so far, as matrix-sim prints them: format "text" or
 *  "json" (schema in docs/reference/statistics.md); "" on failure. Since
 * version 2. */
MATRIX_SIM_API const char *matrix_sim_statistics_text(matrix_sim *sim,
                                                      const char *format);
/** Writes the files of the options "trace" and "report", once, after the run.
 *  matrix_sim_message() then lists omitted events. Since version 2. */
MATRIX_SIM_API int matrix_sim_write_reports(matrix_sim *sim);

#ifdef __cplusplus
}
#endif

#endif /* MATRIX_SIM_H */
