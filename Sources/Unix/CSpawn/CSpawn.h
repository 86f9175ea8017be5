#pragma once
// Extensions of the GNU C library for processes and files. Their declarations need _GNU_SOURCE, which
// Swift's module of the library does not define, or are in a header that the module lacks. Headers
// that declare `struct stat` are not included: files that import Glibc alone would then fail to
// compile whenever the compiler takes this module for the one that defines it.
#include <err.h>
#include <errno.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict folder);

enum { spawn_setsid = 0x80 };

// O_PATH of Linux's asm-generic/fcntl.h, which x86-64 and arm64 use. Swift's module lacks it.
static const int open_path = 010000000;

// Swift cannot call variadic functions.
static inline int forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int pidfd_open(pid_t pid, unsigned int flags);
int pidfd_send_signal(int pidfd, int signal, void *info, unsigned int flags);

// The standard streams are C variables, which Swift does not let threads share.
static inline void check_output(void) {
    if ((fflush(stdout) == 0 && !ferror(stdout)) || errno == EPIPE) return;
    warn("cannot write the result");
    _exit(EXIT_FAILURE);
}
static inline int check_output_at_exit(void) { return atexit(check_output); }
