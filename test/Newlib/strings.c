// Strings in buffers whose remaining bytes were never written: no branch of a string
// function depends on these bytes.
// REQUIRES: newlib
// RUN: matrix-cc -O2 -fno-builtin %s -o %t.elf && matrix-sim --functional %t.elf | FileCheck %s
// RUN: matrix-cc -O0 -fno-builtin %s -o %t.elf && matrix-sim --functional %t.elf | FileCheck %s
// CHECK: compared 0 wrong
// CHECK-NEXT: others 0 wrong

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { Size = 40 };

static int sign(int x) { return (x > 0) - (x < 0); }

static int compareBytes(const char *a, const char *b, size_t size) {
  for (; size && *a && *a == *b; --size)
    ++a, ++b;
  return size ? (unsigned char)*a - (unsigned char)*b : 0;
}

/// Returns the wrong results for strings at these offsets, which have a common
/// prefix.
static int compare(int left, int right, int prefix, const char *a, const char *b) {
  char x[Size] __attribute__((aligned(8))), y[Size] __attribute__((aligned(8)));
  char *p = x + left, *q = y + right;
  for (int i = 0; i < prefix; ++i)
    p[i] = q[i] = (char)('a' + i);
  strcpy(p + prefix, a);
  strcpy(q + prefix, b);
  int wrong = sign(strcmp(p, q)) != sign(compareBytes(p, q, Size));
  for (size_t n = 0; n < 20; ++n)
    wrong += sign(strncmp(p, q, n)) != sign(compareBytes(p, q, n));
  wrong += sign(strcasecmp(p, q)) != sign(compareBytes(p, q, Size));
  return wrong + (sign(strcoll(p, q)) != sign(compareBytes(p, q, Size)));
}

static int compareAll(void) {
  static const char *const texts[] = {"", "x", "xyz", "xy\xff", "\x80", "xyzxyzxyzxyz"};
  enum { Texts = sizeof(texts) / sizeof(*texts) };
  int wrong = 0;
  for (int offsets = 0; offsets < 9; ++offsets)
    for (int prefix = 0; prefix < 10; ++prefix)
      for (int i = 0; i < Texts * Texts; ++i)
        wrong += compare(offsets / 3 * 4, offsets % 3 * 4, prefix, texts[i / Texts], texts[i % Texts]);
  return wrong;
}

/// Functions that search and copy.
static int others(int offset) {
  char x[Size] __attribute__((aligned(8))), y[Size] __attribute__((aligned(8)));
  char *p = x + offset, *q = y + offset;
  strcpy(p, "needle in hay");
  int wrong = strlen(p) != 13 || strnlen(p, 20) != 13 || strchr(p, 'h') != p + 10;
  wrong += strchr(p, 'z') != 0 || strrchr(p, 'e') != p + 5 || strstr(p, "in") != p + 7;
  wrong += strspn(p, "nedl") != 6 || strcspn(p, "i") != 7 || strpbrk(p, "xyz") != p + 12;
  wrong += memchr(p, 'i', 13) != p + 7 || stpcpy(q, p) != q + 13 || strcmp(p, q);
  strncpy(q, "ab", 8);
  wrong += memcmp(q, "ab\0\0\0\0\0", 8) != 0;
  strcat(q, "c");
  strncat(q, "defgh", 3);
  wrong += strcmp(q, "abcdef") != 0 || strtok(q, "d") != q || strtok(0, "d") != q + 4;
  return wrong;
}

int main(void) {
  printf("compared %d wrong\n", compareAll());
  int wrong = 0;
  for (int offset = 0; offset < 8; ++offset)
    wrong += others(offset);
  printf("others %d wrong\n", wrong);
  return 0;
}
