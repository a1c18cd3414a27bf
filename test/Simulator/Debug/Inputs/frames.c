/* frames.c: calls in calls, for debuggers. main's status is 5 + 75. */
int table[4] = {3, 1, 4, 4};
double scale = 0.25;

int fib(int n) {
  int left, right;
  if (n < 2)
    return n;
  left = fib(n - 1);
  right = fib(n - 2);
  return left + right;
}

int sum(const int *p, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += p[i];
  return total;
}

double mean(const int *p, int n) {
  int square[40];
  double of_table;
  for (int i = 0; i < 40; ++i)
    square[i] = i * i;
  of_table = sum(p, n) * scale;
  return of_table * square[5];
}

int main(void) {
  int first = fib(5);
  double second = mean(table, 4);
  return first + (int)second;
}
