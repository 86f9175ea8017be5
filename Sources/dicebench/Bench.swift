/// What every row needs: how much to measure, where, and with which programs.
struct Bench {
    let sizes: Sizes
    /// Removed at the end.
    let folder: String
    let processors = Processors()
    let programs: Programs

    init(sizes: Sizes, folder: String) throws {
        self.sizes = sizes
        self.folder = folder
        programs = try Programs()
        try Descriptors.allowMany()
        processors.pinClient()
    }
}

/// Why there is nothing to report.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
