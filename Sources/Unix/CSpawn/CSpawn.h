#pragma once
// What the GNU C library can do with processes beyond POSIX. Its own declarations need _GNU_SOURCE, which Swift's module
// of the library is built without, or stand in a header that the module lacks.
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict folder);

enum { spawn_setsid = 0x80 };

// A function with as many arguments as one likes is none for Swift.
static inline int forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int pidfd_open(pid_t pid, unsigned int flags);
int pidfd_send_signal(int pidfd, int signal, void *info, unsigned int flags);
