// Linux functions for the benchmark that Swift's module of the C library lacks.

#ifndef CLINUX_H
#define CLINUX_H

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A set of up to 1,024 processors, one bit each.
struct processor_set {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
};

/// Reads the processors on which the calling thread may run. Returns the bytes written, -1 on
/// failure.
static inline long get_affinity(struct processor_set *set) {
    return syscall(SYS_sched_getaffinity, 0, sizeof *set, set);
}

/// Pins the calling thread, and every process that it starts, to `set`. Returns 0, -1 on failure.
static inline long set_affinity(const struct processor_set *set) {
    return syscall(SYS_sched_setaffinity, 0, sizeof *set, set);
}

/// Makes this process the parent of its orphaned descendants.
static inline int become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// Sends SIGTERM to this process when its parent ends.
static inline int end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, 15, 0, 0, 0); }

#endif
