import Glibc

/// Returns the nanoseconds of the monotonic clock.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func sleep(seconds: Double) {
    // Signals are handled by another thread, so nothing interrupts the sleep.
    usleep(UInt32(seconds * 1e6))
}
