// Structures with padding are swapped by a sort.

// RUN: %hazard --status=0 --correct %s %t

struct S { char name[5]; int value; };
__attribute__((noinline)) static void set(struct S *s, int i) {
  for (int k = 0; k < 5; ++k)
    s->name[k] = 'a' + i;
  s->value = i;
}
__attribute__((noinline)) static void sort(struct S *s, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (s[j].value < s[i].value) {
        struct S t = s[i];
        s[i] = s[j];
        s[j] = t;
      }
}
int main(void) {
  struct S s[8];
  for (int i = 0; i < 8; ++i)
    set(&s[i], (i * 5 + 3) % 8);
  sort(s, 8);
  for (int i = 0; i < 8; ++i)
    if (s[i].value != i || s[i].name[2] != 'a' + i)
      return 1;
  return 0;
}
