internal import Glibc

public enum SystemTime {
    /// The system's time of day: milliseconds since the beginning of 1970, UTC.
    public static var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
