// Copies of structures include their padding.

// RUN: %hazard --status=0 --correct %s %t

struct S { char a; int b; short c; double d; };
__attribute__((noinline)) static void set(struct S *s, int i) {
  s->a = i, s->b = i + 1, s->c = i + 2, s->d = i + 3;
}
__attribute__((noinline)) static int sum(const struct S *s) {
  return s->a + s->b + s->c + (int)s->d;
}
int main(void) {
  struct S one, all[3];
  int total = 0;
  for (int i = 0; i < 3; ++i) {
    set(&one, i);
    all[i] = one;
  }
  for (int i = 0; i < 3; ++i)
    total += sum(&all[i]);
  return total - 30;
}
