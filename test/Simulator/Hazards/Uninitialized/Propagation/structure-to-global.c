// A structure with padding is copied to a global variable.

// RUN: %hazard --status=0 --correct %s %t

struct S { char a; long b; } volatile result;
__attribute__((noinline)) static void set(struct S *s) { s->a = 1, s->b = 2; }
int main(void) {
  struct S s;
  set(&s);
  result = *(volatile struct S *)&s;
  return result.a + result.b - 3;
}
