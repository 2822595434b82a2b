/* A library to preload: makes one call of the program fail, or writes down what it does to its
 * files.
 *
 * - LOWPASS_FAULT=CALL:N:HOW: the N-th CALL (from 1) fails; CALL may be `any`. HOW is an errno;
 * `short`: half is written; `interrupt`: it succeeds, and SIGINT comes; `stop`: SIGSTOP comes, and
 * then it goes on; `kill`: SIGKILL comes, when half of a write is done.
 * - LOWPASS_FAULT_FOLDER: calls that concern files elsewhere are neither counted nor disturbed.
 * - LOWPASS_FAULT_COUNTS: a file that tells at the end how many calls there were, "CALL N" a line.
 * - LOWPASS_FAULT_TRACE: a file that gets every change in order, a line each with the paths and
 * sizes between tabs: "write PATH OFFSET SIZE", then the bytes; "sync PATH", "create PATH",
 * "truncate PATH SIZE", "rename FROM TO", "link FROM TO", "unlink PATH", "mkdir PATH".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { kShort = -1, kInterrupt = -2, kStop = -3, kKill = -4 };
enum call {
  kWrite,
  kRead,
  kFsync,
  kRename,
  kLink,
  kUnlink,
  kOpen,
  kClose,
  kFtruncate,
  kMkdir,
  kThread,
  kAny,
  kCalls
};
static const char* const kNames[kCalls] = {"write",     "read",   "fsync",          "rename",
                                           "link",      "unlink", "open",           "close",
                                           "ftruncate", "mkdir",  "pthread_create", "any"};
static atomic_long counts[kCalls];
static long faulty_call = -1, faulty_number;
static int how;
static char folder[PATH_MAX];
static FILE* trace;

__attribute__((constructor)) static void begin(void) {
  const char* root = getenv("LOWPASS_FAULT_FOLDER");
  const char* fault = getenv("LOWPASS_FAULT");
  char name[32], code[32];
  const char* trace_path = getenv("LOWPASS_FAULT_TRACE");
  if (trace_path != NULL) trace = fopen(trace_path, "ab");
  unsetenv("LD_PRELOAD");  // programs that the program starts are left in peace
  if (root == NULL || realpath(root, folder) == NULL) folder[0] = '\0';
  if (fault == NULL || sscanf(fault, "%31[^:]:%ld:%31s", name, &faulty_number, code) != 3) return;
  how = strcmp(code, "short") == 0       ? kShort
        : strcmp(code, "interrupt") == 0 ? kInterrupt
        : strcmp(code, "stop") == 0      ? kStop
        : strcmp(code, "kill") == 0      ? kKill
                                         : atoi(code);
  for (int call = 0; call < kCalls; ++call) {
    if (strcmp(name, kNames[call]) == 0) faulty_call = call;
  }
}

__attribute__((destructor)) static void end(void) {
  const char* path = getenv("LOWPASS_FAULT_COUNTS");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  for (int call = 0; call < kCalls; ++call) fprintf(file, "%s %ld\n", kNames[call], counts[call]);
  fclose(file);
}

static int is_path_inside(const char* path) {
  return folder[0] != '\0' && strncmp(path, folder, strlen(folder)) == 0;
}

/* The path of an open file; "" if it has none. */
static const char* path_of(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, PATH_MAX - 1);
  path[size < 0 ? 0 : size] = '\0';
  return path;
}

static int is_file_inside(int file) {
  char path[PATH_MAX];
  return is_path_inside(path_of(file, path));
}

/* 0: do as asked; else how this call is to fail. */
static int fault(enum call call, int is_counted) {
  if (!is_counted) return 0;
  const long number = ++counts[call], any = ++counts[kAny];
  if ((call != (enum call)faulty_call || number != faulty_number) &&
      (faulty_call != kAny || any != faulty_number)) {
    return 0;
  }
  if (how == kInterrupt) return raise(SIGINT);
  if (how == kStop) return raise(SIGSTOP);
  if (how == kKill && call != kWrite) return raise(SIGKILL);
  if (how > 0) errno = how;
  return how;
}

/* Writes down a change that has been made; returns `result`, which says whether it was. */
static int traced(int result, const char* what, const char* path, const char* other) {
  if (trace == NULL || result < 0 || !is_path_inside(path)) return result;
  const int code = errno;
  fprintf(trace, "%s\t%s\t%s\n", what, path, other);
  fflush(trace);
  errno = code;
  return result;
}

static int traced_file(int result, const char* what, int file, const char* other) {
  char path[PATH_MAX];
  return trace == NULL ? result : traced(result, what, path_of(file, path), other);
}

/* Files are written from their beginning to their end, so bytes land where the file ended. */
static void trace_write(int file, const void* bytes, size_t size) {
  char path[PATH_MAX], numbers[64];
  struct stat status;
  if (trace == NULL || !is_path_inside(path_of(file, path)) || fstat(file, &status) != 0) return;
  snprintf(numbers, sizeof numbers, "%lld\t%zu", (long long)status.st_size - (long long)size, size);
  fprintf(trace, "write\t%s\t%s\n", path, numbers);
  fwrite(bytes, 1, size, trace);
  fflush(trace);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void* bytes, size_t size) {
  const int code = fault(kWrite, is_file_inside(file));
  if (code > 0) return -1;
  if (code != 0) size = (size + 1) / 2;
  const ssize_t written = REAL(write)(file, bytes, size);
  if (code == kKill) raise(SIGKILL);
  if (written > 0) trace_write(file, bytes, (size_t)written);
  return written;
}

ssize_t read(int file, void* bytes, size_t size) {
  return fault(kRead, is_file_inside(file)) ? -1 : REAL(read)(file, bytes, size);
}

int fsync(int file) {
  return fault(kFsync, is_file_inside(file)) ? -1
                                             : traced_file(REAL(fsync)(file), "sync", file, "");
}

int fdatasync(int file) {
  return fault(kFsync, is_file_inside(file)) ? -1
                                             : traced_file(REAL(fdatasync)(file), "sync", file, "");
}

int ftruncate(int file, off_t size) {
  char number[32];
  snprintf(number, sizeof number, "%lld", (long long)size);
  return fault(kFtruncate, is_file_inside(file))
             ? -1
             : traced_file(REAL(ftruncate)(file, size), "truncate", file, number);
}

int rename(const char* from, const char* to) {
  return fault(kRename, is_path_inside(to)) ? -1
                                            : traced(REAL(rename)(from, to), "rename", from, to);
}

int link(const char* from, const char* to) {
  return fault(kLink, is_path_inside(to)) ? -1 : traced(REAL(link)(from, to), "link", from, to);
}

int unlink(const char* path) {
  return fault(kUnlink, is_path_inside(path)) ? -1 : traced(REAL(unlink)(path), "unlink", path, "");
}

int remove(const char* path) {
  return fault(kUnlink, is_path_inside(path)) ? -1 : traced(REAL(remove)(path), "unlink", path, "");
}

int mkdir(const char* path, mode_t mode) {
  return fault(kMkdir, is_path_inside(path)) ? -1
                                             : traced(REAL(mkdir)(path, mode), "mkdir", path, "");
}

static mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

/* `opened` is open or open64. */
static int open_with(int (*opened)(const char*, int, ...), const char* path, int flags,
                     mode_t mode) {
  if (fault(kOpen, is_path_inside(path))) return -1;
  const int is_new = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
  const int file = opened(path, flags, mode);
  if (is_new) return traced(file, "create", path, "");
  return (flags & O_TRUNC) != 0 ? traced(file, "truncate", path, "0") : file;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_with(REAL(open), path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_with(REAL(open64), path, flags, mode);
}

/* As on Linux, the descriptor is gone even if this fails. */
int close(int file) {
  const int code = fault(kClose, is_file_inside(file));
  const int result = REAL(close)(file);
  if (code == 0) return result;
  errno = code;
  return -1;
}

/* This one returns its error code. */
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  const int code = fault(kThread, 1);
  return code != 0 ? code : REAL(pthread_create)(thread, attributes, work, argument);
}
