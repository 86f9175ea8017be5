import Unix

/// What every row needs: how long it may take, where, and with which programs.
struct Bench {
    /// Removed at the end.
    let folder: String
    let processors = Processors()
    let programs: Programs
    /// When the row that is being measured should have ended, in nanoseconds of the monotonic
    /// clock.
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

    /// The turns of one step of a row: `most`, or less where the step's share of the row's time is
    /// used up.
    ///
    /// - Parameters:
    ///   - step: for whoever waits.
    ///   - least: turns to take however long they last.
    ///   - stepsLeft: among how many steps, this one included, the rest of the row's time is shared
    ///     out.
    func turns(
        _ step: String,
        most: Int,
        least: Int,
        stepsLeft: Int = 1
    ) -> LazyPrefixWhileSequence<Range<Int>> {
        display.step(step)
        let now = monotonicNow()
        let end = now + (rowEnd > now ? (rowEnd - now) / UInt64(stepsLeft) : 0)
        return (0..<most).lazy.prefix { $0 < least || monotonicNow() < end }
    }
}

/// Why there is nothing to report.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
