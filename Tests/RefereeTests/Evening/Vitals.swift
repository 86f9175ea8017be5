import Foundation

/// The resources that a process uses.
struct Vitals: CustomStringConvertible {
    /// The size of the process's private memory pages, in KiB.
    var memory: Int
    /// The kind of each open descriptor.
    var descriptors: [String]
    /// The number of thread wake-ups in a second of the process's clock while the process is
    /// receiving no requests.
    var wakeUps: Double

    var description: String {
        "\(memory) KiB, \(descriptors.count) descriptors, \(wakeUps.formatted(.number.precision(.fractionLength(1)))) wake-ups/s"
    }

    /// Measures processes over a period during which they receive no requests.
    static func of(_ all: [pid_t], for time: Duration, speed: Double) async throws
        -> [Vitals]
    {
        let before = all.map(switches)
        let start = ContinuousClock.now
        // Sleep, because the absence of activity is measured.
        try await Task.sleep(for: time)
        let seconds = start.duration(to: .now) / .seconds(1) * speed
        return zip(all, before).map { pid, before in
            Vitals(
                memory: field("RssAnon:", "/proc/\(pid)/status"),
                descriptors: descriptors(of: pid),
                wakeUps: Double(switches(pid) - before) / seconds
            )
        }
    }

    private static func descriptors(of pid: pid_t) -> [String] {
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? [])
            .compactMap {
                try? files.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")
            }
    }

    private static func switches(_ pid: pid_t) -> Int {
        let tasks =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))
            ?? []
        return tasks.reduce(0) {
            $0 + field("voluntary_ctxt_switches:", "/proc/\(pid)/task/\($1)/status")
        }
    }

    private static func field(_ name: String, _ file: String) -> Int {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
            Int($0)
        }
            ?? 0
    }
}
