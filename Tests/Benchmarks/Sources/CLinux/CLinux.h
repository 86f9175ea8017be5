// What the benchmark needs of Linux and Swift's module of the C library does not have.

#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A set of up to 1,024 processors, one bit each.
struct processor_set {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
};

/// The processors that the calling thread may run on. Returns the bytes written, -1 on failure.
static inline long get_affinity(struct processor_set *set) {
    return syscall(SYS_sched_getaffinity, 0, sizeof *set, set);
}

/// Keeps the calling thread, and every process that it starts, to `set`. Returns 0, -1 on failure.
static inline long set_affinity(const struct processor_set *set) {
    return syscall(SYS_sched_setaffinity, 0, sizeof *set, set);
}

/// Makes this process the parent of its orphaned descendants.
static inline int become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// Sends SIGTERM to this process when its parent ends.
static inline int end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, 15, 0, 0, 0); }

/// Makes a terminal of this size and writes the path of the side for programs. Returns a descriptor of the other side, -1
/// on failure.
static inline int make_terminal(unsigned short columns, unsigned short rows, char *path, unsigned long room) {
    int own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    int locked = 0, number = 0;
    struct winsize size = {rows, columns, 0, 0};
    if (own < 0) return -1;
    if (ioctl(own, TIOCSPTLCK, &locked) < 0 || ioctl(own, TIOCGPTN, &number) < 0 || ioctl(own, TIOCSWINSZ, &size) < 0) {
        close(own);
        return -1;
    }
    snprintf(path, room, "/dev/pts/%d", number);
    return own;
}

/// For posix_spawnattr_setflags: the child begins a session, whose terminal is the first that it opens.
static const short spawn_in_session = 0x80;

#endif
