// setjmp, exit and destructors, signals, time, the environment, assert.
// REQUIRES: newlib
// RUN: matrix-cc -O0 %s -o %t.elf && matrix-sim %t.elf one two | FileCheck %s
// RUN: matrix-cc -O2 %s -o %t.elf && matrix-sim %t.elf one two | FileCheck %s
// CHECK:      arguments 3 one two
// CHECK-NEXT: jump 42 kept 1
// CHECK-NEXT: jump 1
// CHECK-NEXT: deep 6 2.500000
// CHECK-NEXT: 2001-09-09 01:46:40 Sunday 251
// CHECK-NEXT: mktime 1000000000
// CHECK-NEXT: clock 1 time 1
// CHECK-NEXT: none 1 set value
// CHECK-NEXT: caught 1
// CHECK-NEXT: atexit 2
// CHECK-NEXT: atexit 1
// CHECK-NEXT: destructor
// RUN: matrix-cc -O1 -DFAIL %s -o %t.elf && not matrix-sim %t.elf 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: assertion "argc == 7" failed: file "{{.*}}control.c", line {{[0-9]+}}, function: main

#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static jmp_buf place;
static volatile int caught;

static void first(void) { puts("atexit 1"); }
static void second(void) { puts("atexit 2"); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }
static void handler(int number) { caught = number == SIGUSR1; }

__attribute__((noinline)) static double descend(int depth, double x) {
  char block[100];
  sprintf(block, "%d", depth);
  if (depth == 5)
    longjmp(place, 6);
  return descend(depth + 1, x * 2) + block[0];
}

static void jumps(int seed) {
  volatile int kept = 0;
  int status = setjmp(place);
  if (!status) {
    kept = 1;
    longjmp(place, 42);
  }
  printf("jump %d kept %d\n", status, kept);
  if (!(status = setjmp(place)))
    longjmp(place, 0);
  printf("jump %d\n", status);
  // Values in registers that functions keep.
  double factor = seed * 2.5 / 3;
  if (!(status = setjmp(place)))
    descend(0, factor);
  printf("deep %d %f\n", status, factor);
}

int main(int argc, char **argv) {
#ifdef FAIL
  assert(argc == 7);
#endif
  printf("arguments %d %s %s\n", argc, argv[1], argv[2]);
  jumps(argc);
  time_t moment = 1000000000;
  char text[64];
  struct tm *parts = gmtime(&moment);
  strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %A", parts);
  printf("%s %d\n", text, parts->tm_yday);
  printf("mktime %ld\n", (long)mktime(parts));
  clock_t before = clock();
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("clock %d time %d\n", clock() >= before && now.tv_nsec > 0, time(0) > 1600000000);
  int none = getenv("NAME") == 0;
  setenv("NAME", "value", 1);
  printf("none %d set %s\n", none, getenv("NAME"));
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  printf("caught %d\n", caught);
  atexit(first);
  atexit(second);
  exit(0);
}
