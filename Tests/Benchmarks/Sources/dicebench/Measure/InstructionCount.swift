extension Bench {
    /// Returns the number of instructions that the daemon executes for one request, outside the
    /// kernel. Valgrind counts them exactly, so that other load on the machine has no effect.
    /// Returns `nil` if valgrind or strip is not installed.
    func instructions(of request: [UInt8]) throws -> Double? {
        guard let valgrind = programs.valgrind, let strip = programs.strip else {
            return nil
        }
        // Valgrind cannot read Swift's debug information.
        let stripped = try newFolder("stripped") + "/diced"
        try Command(
            strip,
            ["-o", stripped, programs.diced],
            errors: folder + "/strip-errors"
        ).run()
        let few = 2_000
        let many = 12_000
        let counts = try [few, many].map {
            try counted(valgrind, stripped, request, times: $0)
        }
        return (counts[1] - counts[0]) / Double(many - few)
    }

    /// Returns the number of instructions that a daemon executes in its whole life.
    private func counted(
        _ valgrind: String,
        _ diced: String,
        _ request: [UInt8],
        times: Int
    ) throws
        -> Double
    {
        let folder = try newFolder("counted")
        do {
            let command = Command(
                valgrind,
                [
                    "--tool=cachegrind", "--cache-sim=no",
                    "--cachegrind-out-file=/dev/null", diced,
                    "--socket", folder + "/socket", "--state-dir", folder + "/state",
                ],
                errors: folder + "/errors"
            )
            let server = try Server(
                "diced in valgrind",
                command,
                socket: folder + "/socket",
                processors
            )
            let socket = try RawSocket(server.socket)
            for _ in 0..<times {
                try socket.ask(request)
            }
        }
        // The server has ended and reported the count.
        let told = try ProcessUse.text(folder + "/errors").firstMatch(
            of: #/I +refs: +([0-9,]+)/#
        )?
        .1
        guard let count = told.flatMap({ Double($0.filter(\.isNumber)) }) else {
            throw Failure("valgrind tells no number of instructions")
        }
        return count
    }
}
