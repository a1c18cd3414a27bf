// A function returns no value, which is not used.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t

int f(int x) {
  if (x > 5)
    return 3;
}
int main(void) {
  f(1);
  return 0;
}
