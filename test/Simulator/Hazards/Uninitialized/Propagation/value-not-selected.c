// Uninitialized values are passed and added, but do not decide anything.

// RUN: %hazard --status=0 --correct --clang=-O0 %s %t

static int pick(int take, int from) { return take ? from : 7; }
int main(void) {
  int unset;
  double number;
  double copy = number * 2 + unset;
  return pick(0, unset) - 7;
}
