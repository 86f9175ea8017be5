import DiceWire

/// How many instructions the daemon takes for one request. Valgrind counts them exactly, so that nothing else that the
/// machine does is in the figure.
enum InstructionCount {
    /// Requests that a figure is made of.
    static let requests = 10_000
    /// How many come before those that count.
    fileprivate static let firstRequests = 2_000
    static let note = "instructions outside of the kernel, counted by valgrind"
}

extension Bench {
    /// Nil where valgrind or strip is not installed.
    ///
    /// - Parameters:
    ///   - first: asked once on the connection before.
    ///   - program: another build of diced; nil for the one that is measured.
    func instructions(of request: [UInt8], behind first: [UInt8], program: String? = nil) throws -> Double? {
        guard let valgrind = programs.valgrind, let strip = programs.strip else { return nil }
        // Valgrind does not know the debug information of Swift.
        let stripped = try newFolder("stripped") + "/diced"
        try Command(strip, ["-o", stripped, program ?? programs.diced], errors: folder + "/strip-errors").run()
        let counts = try [0, InstructionCount.requests].map { more in
            try counted(valgrind, stripped, first: first, request, times: InstructionCount.firstRequests + more)
        }
        return (counts[1] - counts[0]) / Double(InstructionCount.requests)
    }

    /// The instructions of a daemon's whole life.
    private func counted(
        _ valgrind: String, _ diced: String, first: [UInt8], _ request: [UInt8], times: Int
    ) throws -> Double {
        let folder = try newFolder("counted")
        do {
            let command = Command(
                valgrind,
                [
                    "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", diced,
                    "--socket", folder + "/socket", "--state-dir", folder + "/state",
                ], errors: folder + "/errors")
            let server = try Server("diced in valgrind", command, socket: folder + "/socket", processors)
            let socket = try RawSocket(server.socket)
            try socket.ask(first)
            for _ in 0..<times { try socket.ask(request) }
        }
        // The server has ended, and told.
        for line in try ProcessUse.text(folder + "/errors").split(separator: "\n") where line.contains("I   refs:") {
            let digits = line.split(separator: ":").last.map { $0.filter(\.isNumber) } ?? ""
            if let count = Double(digits) { return count }
        }
        throw Failure("valgrind tells no number of instructions")
    }
}
