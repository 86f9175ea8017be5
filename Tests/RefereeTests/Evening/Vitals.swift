import Foundation

/// What a process takes of the machine.
struct Vitals: CustomStringConvertible {
    /// The pages of memory that are its own, in KiB.
    var memory: Int
    /// What each descriptor is of.
    var descriptors: [String]
    /// How often a thread of it was woken in a second of its own clock, while nobody asked for
    /// anything.
    var wakeUps: Double

    var description: String {
        "\(memory) KiB, \(descriptors.count) descriptors, \(wakeUps.formatted(.number.precision(.fractionLength(1)))) wake-ups/s"
    }

    /// Looks at processes for so long, while nobody asks them for anything.
    static func of(_ all: [pid_t], for time: Duration, speed: Double) async throws
        -> [Vitals]
    {
        let before = all.map(switches)
        let start = ContinuousClock.now
        // Nothing is awaited: that nothing happens is what is measured.
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
