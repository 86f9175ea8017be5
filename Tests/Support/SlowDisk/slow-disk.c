// Slows down the writes of a program that preloads this library (ld.so(8), LD_PRELOAD), like a slow disk.
//
// SLOW_DISK             a part of the paths of the slow files
// SLOW_DISK_MICROSECONDS  the time for a write of up to 4,096 bytes; 0 by default
// SLOW_DISK_GATE        a path: writes wait while this file exists

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void wait_microseconds(long microseconds) {
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    while (nanosleep(&time, &time) != 0) {}
}

static int is_slow(int file) {
    const char *part = getenv("SLOW_DISK");
    char link[32], path[PATH_MAX];
    if (part == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strstr(path, part) != NULL;
}

static void slow_down(int file, size_t bytes) {
    if (!is_slow(file)) return;
    const char *gate = getenv("SLOW_DISK_GATE");
    while (gate != NULL && access(gate, F_OK) == 0) wait_microseconds(5000);
    const char *microseconds = getenv("SLOW_DISK_MICROSECONDS");
    long pages = (long)((bytes + 4095) / 4096);
    if (microseconds != NULL) wait_microseconds(pages * atol(microseconds));
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "write");
    slow_down(file, count);
    return next(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
    slow_down(file, count);
    return next(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off64_t);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
    slow_down(file, count);
    return next(file, bytes, count, offset);
}
