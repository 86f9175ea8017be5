internal import Glibc

/// The machine code of this process: mappings of files that nothing writes to, so that they can be read again.
enum ProgramText {
    /// Takes out of memory what the start alone needed; the kernel brings back, from its cache, what is used again.
    /// The runtime touches most of the program's pages while it looks for types and conformances: 16 MB.
    static func release() {
        guard let maps = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, maps) > 0 {
            guard let line, let range = executableRange(ofLine: String(cString: line)) else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a line of /proc/self/maps (proc_pid_maps(5)); nil unless it is code of a file.
    static func executableRange(ofLine line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ", omittingEmptySubsequences: true)
        guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2, bounds[0] < bounds[1] else { return nil }
        return bounds[0]..<bounds[1]
    }
}
