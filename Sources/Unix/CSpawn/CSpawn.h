#pragma once
// What posix_spawn(3) of the GNU C library can do beyond POSIX. Its own declarations need _GNU_SOURCE, which Swift's
// module of the library is built without.
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict folder);

enum { spawn_setsid = 0x80 };
