#include <matrix/Builtins.h>

int puts(const char *);

int main(void) {
  volatile int last = 100;
  int total = 0;
  for (int i = 1; i <= last; ++i)
    total += i;
  return puts(total == 5050 ? "total 5050" : "another total") < 0;
}
