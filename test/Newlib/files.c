// Files: the same program on the host leaves the same output and the same file.
// REQUIRES: newlib
// RUN: rm -rf %t && mkdir -p %t/host %t/found
// RUN: clang -O1 -w %s -o %t/host.exe && cd %t/host && %t/host.exe > %t/expected.txt
// RUN: matrix-cc -O1 -w %s -o %t/files.elf
// RUN: matrix-sim --semihosting=%t/found %t/files.elf > %t/found.txt
// RUN: diff %t/expected.txt %t/found.txt && diff -r %t/host %t/found
// RUN: FileCheck %s --input-file=%t/found.txt
// CHECK: read 10 lines
// Without access.
// RUN: not matrix-sim %t/files.elf 2>&1 | FileCheck %s --check-prefix=CLOSED
// CLOSED: data.txt: Permission denied

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *opened(const char *path, const char *mode) {
  FILE *file = fopen(path, mode);
  if (file)
    return file;
  perror(path);
  exit(1);
}

int main(void) {
  FILE *file = opened("data.txt", "w");
  for (int i = 0; i < 10; ++i)
    fprintf(file, "line %d %g\n", i, i / 8.0);
  fclose(file);

  file = opened("data.txt", "r");
  char text[64];
  int lines = 0, number = 0;
  double value = 0, sum = 0;
  while (fgets(text, sizeof(text), file))
    if (sscanf(text, "line %d %lf", &number, &value) == 2)
      sum += value, ++lines;
  printf("read %d lines, sum %g, end %d\n", lines, sum, feof(file) != 0);
  rewind(file);
  printf("first %c\n", fgetc(file));
  ungetc('L', file);
  printf("again %s", fgets(text, sizeof(text), file));
  fseek(file, -9, SEEK_END);
  long place = ftell(file);
  size_t count = fread(text, 1, sizeof(text) - 1, file);
  text[count] = 0;
  printf("at %ld: %zu bytes: %s", place, count, text);
  fclose(file);

  file = opened("data.txt", "a+");
  fputs("appended\n", file);
  fclose(file);
  file = opened("data.txt", "r+");
  fwrite("LINE", 1, 4, file);
  fclose(file);
  struct stat status;
  printf("stat %d, size %ld, file %d\n", stat("data.txt", &status),
         (long)status.st_size, S_ISREG(status.st_mode) != 0);

  file = opened("binary", "wb+");
  for (int i = 0; i < 5000; ++i)
    fwrite(&i, sizeof(i), 1, file);
  int found = 0;
  fseek(file, 4321 * sizeof(int), SEEK_SET);
  fread(&found, sizeof(found), 1, file);
  printf("found %d\n", found);
  fclose(file);

  printf("rename %d\n", rename("binary", "renamed"));
  printf("old %d\n", fopen("binary", "r") == 0 && errno == ENOENT);
  printf("new %d\n", access("renamed", F_OK));
  printf("mkdir %d\n", mkdir("folder", 0755));
  file = opened("folder/inner", "w");
  fclose(file);
  printf("remove %d %d\n", remove("folder/inner"), rmdir("folder"));
  printf("exclusive %d\n", fopen("data.txt", "wx") == 0);

  // Temporary files are in the folder that the simulator opens.
  file = tmpfile();
  printf("temporary %d\n", file && fputs("text", file) >= 0 && !fseek(file, 1, SEEK_SET) && fgetc(file) == 'e');
  fclose(file);
  char name[L_tmpnam];
  file = opened(tmpnam(name), "w");
  fclose(file);
  printf("named %d\n", remove(name));
  return 0;
}
