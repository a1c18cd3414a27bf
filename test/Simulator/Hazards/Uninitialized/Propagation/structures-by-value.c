// Structures with padding are passed and returned by value.

// RUN: %hazard --status=0 --correct %s %t

struct S { signed char a; int b; };
__attribute__((noinline)) static void set(struct S *s, int i) {
  s->a = i, s->b = -i;
}
__attribute__((noinline)) static int use(struct S s, int k) {
  return s.a * k + s.b;
}
__attribute__((noinline)) static struct S both(struct S x, struct S y) {
  struct S z = {x.a + y.a, x.b + y.b};
  return z;
}
int main(void) {
  struct S x, y;
  set(&x, 5);
  set(&y, 7);
  return use(both(x, y), 3) - 24;
}
