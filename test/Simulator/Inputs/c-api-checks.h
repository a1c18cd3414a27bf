/* c-api-checks.h: checks for programs in C99 that call the simulator by `sim`.
 */

#ifndef C_API_CHECKS_H
#define C_API_CHECKS_H

#include "matrix_sim.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(x)                                                               \
  do                                                                           \
    if (!(x)) {                                                                \
      printf("line %d: not true: %s (%s)\n", __LINE__, #x,                     \
             matrix_sim_message(sim));                                         \
      exit(1);                                                                 \
    }                                                                          \
  while (0)

/* The call fails: prints its message. */
#define FAILS(x)                                                               \
  do {                                                                         \
    CHECK((int)(x) == -1);                                                     \
    printf("%s\n", matrix_sim_message(sim));                                   \
  } while (0)

#endif
