// Bit-fields are inserted into an uninitialized word.

// RUN: %hazard --status=0 --correct %s %t

struct B { unsigned a : 3, b : 5, c : 11; };
__attribute__((noinline)) static void set(struct B *x, int i) {
  x->a = i, x->b = i + 1, x->c = 3 * i;
}
__attribute__((noinline)) static int sum(const struct B *x) {
  return x->a + x->b + x->c;
}
int main(void) {
  struct B x;
  set(&x, 2);
  return sum(&x) - 11;
}
