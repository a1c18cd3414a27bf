// printf and its relatives: the output is that of the host.
// REQUIRES: newlib
// RUN: clang -O1 -w %s -o %t.host && %t.host > %t.expected
// RUN: matrix-cc -O1 -w %s -o %t.elf && matrix-sim --functional %t.elf > %t.found
// RUN: diff %t.expected %t.found && FileCheck %s --input-file=%t.found
// CHECK: end of {{[1-9][0-9]+}} characters

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int count;

static void line(const char *format, ...) {
  char text[600];
  va_list arguments;
  va_start(arguments, format);
  count += vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  printf("|%s|\n", text);
}

static void integers(void) {
  static const char *const formats[] = {"%d",   "%5d",   "%-5d", "%05d",
                                        "%+d",  "% d",   "%.3d", "%8.3d",
                                        "%-8.3d", "%u",  "%x",   "%#X",
                                        "%#o",  "%08x"};
  static const int values[] = {0, 1, -1, 42, -1234567, INT_MAX, INT_MIN};
  for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); ++f)
    for (unsigned v = 0; v < sizeof(values) / sizeof(*values); ++v)
      line(formats[f], values[v]);
  line("%hhd %hd %ld %lld %zu %jd %td", 300, 70000, LONG_MIN, LLONG_MAX,
       (size_t)-1, INTMAX_MIN, (ptrdiff_t)-5);
  line("%2$s %1$d %3$*4$d", 7, "positions", 5, 9);
  line("%*d %-*d %.*d", 6, 5, 6, 5, 4, 5);
  line("%" PRIu64 " %" PRIx32, UINT64_MAX, UINT32_MAX);
}

static void floats(void) {
  static const char *const formats[] = {
      "%f", "%.0f", "%.3f", "%+12.4f", "%e",      "%.10E", "%g",
      "%G", "%#g",  "%.17g", "%a",     "%-20.3a", "%020f", "%.40f"};
  static const double values[] = {0.0,      -0.0,     1.0,   -1.5,  0.1,
                                  1e22,     1e-7,     12345.6789,
                                  5e-324,   1.7976931348623157e308,
                                  INFINITY, -INFINITY, 2.5,  1e15,  99999.95};
  for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); ++f)
    for (unsigned v = 0; v < sizeof(values) / sizeof(*values); ++v)
      // %a of a subnormal number has several forms.
      if (!strchr(formats[f], 'a') || values[v] != 5e-324)
        line(formats[f], values[v]);
  line("%f %E", NAN, NAN);
  line("%Lf %.20Lg %Le", 1.5L, 0.0L, -1024.0L);
}

static void others(void) {
  line("%s %10s %-10s %.3s %%", "text", "right", "left", "cut here");
  line("%c%c%5c", 'a', 0x7e, 'z');
  char small[8];
  int wanted = snprintf(small, sizeof(small), "%s", "longer than that");
  line("%d %s", wanted, small);
  line("%d", sprintf(small, "%d", 123));
  fputs("fputs\n", stdout);
  puts("puts");
  fprintf(stdout, "%d %s\n", 1, "fprintf");
  fwrite("fwrite\n", 1, 7, stdout);
}

int main(void) {
  integers();
  floats();
  others();
  printf("end of %d characters\n", count);
  return 0;
}
