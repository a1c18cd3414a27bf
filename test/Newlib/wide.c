// Wide characters and multibyte text: the output is that of the host.
// REQUIRES: newlib
// RUN: clang -O1 -w %s -o %t.host && %t.host > %t.expected
// RUN: matrix-cc -O1 -w %s -o %t.elf && matrix-sim --functional %t.elf > %t.found
// RUN: diff %t.expected %t.found && FileCheck %s --input-file=%t.found
// CHECK: [wide] [cap] [   pad] [cu]

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void print(void) {
  wchar_t text[50];
  printf("[%ls] [%S] [%6ls] [%.2ls]\n", L"wide", L"cap", L"pad", L"cut");
  printf("%lc%lc|%5lc|\n", L'a', L'b', L'c');
  int count = swprintf(text, 50, L"%d %ls %s %c", 42, L"hey", "narrow", 'c');
  printf("%d %zu %ls\n", count, wcslen(text), text);
}

static void scan(void) {
  int number;
  wchar_t word[20];
  printf("%d\n", sscanf("12 word", "%d %ls", &number, word));
  printf("%d %ls\n", number, word);
  printf("%d\n", swscanf(L"7 zed", L"%d %ls", &number, word));
  printf("%d %ls\n", number, word);
  printf("%ld %g\n", wcstol(L"123x", 0, 10), wcstod(L"2.5", 0));
}

static void convert(void) {
  const wchar_t *const texts[] = {L"plain", L"\u00e4\u00df", L"\u20ac\U0001f600",
                                  L"\u03c0"};
  for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    char bytes[50] = "";
    wchar_t again[50] = L"";
    printf("%d ", (int)wcstombs(bytes, texts[i], sizeof(bytes)));
    printf("%zu %s ", strlen(bytes), bytes);
    printf("%d ", (int)mbstowcs(again, bytes, 50));
    printf("%d ", wcscmp(again, texts[i]) == 0);
    printf("%d\n", printf("[%ls]", texts[i]));
  }
}

int main(void) {
  print();
  scan();
  printf("%s\n", setlocale(LC_ALL, "C.UTF-8"));
  print();
  convert();
  printf("%d %d\n", !!iswalpha(L'\u00e4'), !!iswdigit(L'\u00e4'));
  printf("%lc\n", towupper(L'\u00e4'));
  return 0;
}
