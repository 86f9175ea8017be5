import Unix

/// The environment of every row: time, folder and programs.
struct Bench {
    /// The working folder, removed at the end.
    let folder: String
    let processors = Processors()
    let programs: Programs
    /// The deadline of the current row, in nanoseconds of the monotonic clock.
    var rowEnd = UInt64.max
    private let display: Display

    init(folder: String, display: Display) throws {
        self.folder = folder
        self.display = display
        programs = try Programs()
        guard DescriptorLimit.raise() >= 2_048 else {
            throw Failure("1,000 watchers need 2,048 files: ulimit -H -n")
        }
        processors.pinClient()
    }

    /// Returns the turns of one step of a row: `most`, or fewer if the step's share of the row's
    /// time is used up.
    ///
    /// - Parameters:
    ///   - step: The description shown during the step.
    ///   - least: The minimum number of turns, however long they take.
    ///   - stepsLeft: The number of steps, including this one, that share the rest of the row's
    ///     time.
    func turns(
        _ step: String,
        maximum: Int,
        minimum: Int,
        stepsLeft: Int = 1
    ) -> LazyPrefixWhileSequence<Range<Int>> {
        display.step(step)
        let now = monotonicNow()
        let end = now + (rowEnd > now ? (rowEnd - now) / UInt64(stepsLeft) : 0)
        return (0..<maximum).lazy.prefix { $0 < minimum || monotonicNow() < end }
    }
}

/// The reason why there is nothing to report.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
