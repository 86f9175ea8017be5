import CSpawn
import Glibc

/// The memory of this process.
public enum ProcessMemory {
    /// Returns free memory to the system, and unmaps code until it runs again: most code that runs
    /// during start-up is never used again, and the kernel maps 64 kB around each page. Takes about
    /// 100 µs, and about as much again when the code is used.
    public static func giveBack() {
        malloc_trim(0)
        guard let maps = fopen("/proc/self/maps", "re") else { return }
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer {
            free(line)
            fclose(maps)
        }
        while getline(&line, &size, maps) > 0, let line {
            // For example "7f00a000-7f00c000 r-xp 00001000 fe:00 1234 /usr/bin/diced"; see proc(5).
            // Written pages never run.
            let words = String(cString: line).split(separator: " ")
            let ends = words[0].split(separator: "-").map { UInt($0, radix: 16) ?? 0 }
            guard words.count > 5, words[1] == "r-xp", words[5].hasPrefix("/"),
                ends.count == 2
            else { continue }
            madvise(
                UnsafeMutableRawPointer(bitPattern: ends[0]),
                Int(ends[1] - ends[0]),
                MADV_DONTNEED
            )
        }
    }
}
