// malloc and its relatives, qsort, bsearch and string functions, against simple
// versions.
// REQUIRES: newlib
// RUN: matrix-cc -O2 %s -o %t.elf && matrix-sim %t.elf | FileCheck %s
// RUN: matrix-cc -O0 %s -o %t.elf && matrix-sim --functional %t.elf | FileCheck %s
// CHECK: heap 0 wrong
// CHECK-NEXT: sort 0 wrong
// CHECK-NEXT: strings 0 wrong
// CHECK-NEXT: exhausted 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned state = 1;
static unsigned next(void) { return (state = state * 1103515245 + 12345) >> 8; }

static int heap(void) {
  enum { Blocks = 40, Rounds = 2000 };
  static unsigned char *blocks[Blocks];
  static unsigned sizes[Blocks];
  int wrong = 0;
  for (int round = 0; round < Rounds; ++round) {
    unsigned i = next() % Blocks, size = next() % 300;
    for (unsigned k = 0; k < sizes[i]; ++k)
      wrong += blocks[i][k] != (unsigned char)i;
    if (next() % 3 == 0) {
      free(blocks[i]);
      blocks[i] = 0;
      size = 0;
    } else {
      blocks[i] = realloc(blocks[i], size + 1);
    }
    sizes[i] = size;
    if (blocks[i])
      memset(blocks[i], (int)i, size);
    wrong += (uintptr_t)blocks[i] % 16 != 0;
  }
  int *zeros = calloc(100, sizeof(int));
  for (int i = 0; i < 100; ++i)
    wrong += zeros[i] != 0;
  void *aligned = aligned_alloc(256, 1024);
  return wrong + (!aligned || (uintptr_t)aligned % 256 != 0);
}

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static int sort(void) {
  static int values[1000];
  int wrong = 0;
  for (int size = 0; size <= 1000; size = size * 2 + 1) {
    unsigned sum = 0, sorted = 0;
    for (int i = 0; i < size; ++i)
      sum += (unsigned)(values[i] = (int)(next() % 500));
    qsort(values, (size_t)size, sizeof(int), compare);
    for (int i = 0; i < size; ++i) {
      sorted += (unsigned)values[i];
      wrong += i && values[i - 1] > values[i];
      int *found = bsearch(&values[i], values, (size_t)size, sizeof(int), compare);
      wrong += !found || *found != values[i];
    }
    wrong += sum != sorted;
  }
  return wrong;
}

/// At every alignment; bytes after the text are never written.
static int strings(void) {
  int wrong = 0;
  for (unsigned offset = 0; offset < 9; ++offset)
    for (unsigned length = 0; length < 20; ++length) {
      char *a = malloc(offset + length + 1), *text = a + offset;
      char *b = malloc(length + 4), *copy = b + length % 3;
      for (unsigned i = 0; i < length; ++i)
        text[i] = (char)('a' + i);
      text[length] = 0;
      wrong += strlen(text) != length;
      wrong += strcpy(copy, text) != copy || strcmp(copy, text) != 0;
      wrong += strncmp(copy, text, length / 2) != 0;
      wrong += strchr(text, 'a' + 5) != (length > 5 ? text + 5 : 0);
      wrong += strrchr(text, 0) != text + length;
      wrong += memchr(text, 'a' + 3, length) != (length > 3 ? text + 3 : 0);
      wrong += memcmp(copy, text, length) != 0;
      wrong += length && strstr(text, text + length - 1) != text + length - 1;
      wrong += strspn(text, "abc") != (length < 3 ? length : 3);
      memmove(b, copy, length + 1);
      wrong += strcmp(b, text) != 0;
      char *twice = strdup(text);
      wrong += strcmp(twice, text) != 0;
      free(twice);
      free(a);
      free(b);
    }
  char words[] = "one two,three";
  int count = 0;
  for (char *word = strtok(words, " ,"); word; word = strtok(0, " ,"))
    ++count;
  return wrong + (count != 3);
}

int main(void) {
  printf("heap %d wrong\n", heap());
  printf("sort %d wrong\n", sort());
  printf("strings %d wrong\n", strings());
  void *volatile huge = malloc((size_t)1 << 50);
  printf("exhausted %d\n", huge == 0);
  return 0;
}
