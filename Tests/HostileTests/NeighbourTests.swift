import Glibc
import ProgramTestSupport
import Testing
import Unix

/// A way in which many connections burden the daemon.
enum Nuisance: String, CaseIterable, CustomTestStringConvertible {
    case silent = "send nothing"
    case dripping = "send a byte now and then"
    case half = "send half a line and fall silent"
    case deaf = "never read what they ask for"

    var testDescription: String { rawValue }

    /// The number of connections. A slow build needs a long time to fill the buffers of clients
    /// that do not read.
    var size: Int { Soak.size(self == .deaf ? 20 : 100, long: 1_000) }

    /// The first bytes of each connection.
    var opening: String {
        switch self {
        case .silent: ""
        case .dripping, .half: #"{"jsonrpc":"2.0","id":1,"method":"#
        case .deaf:
            #"{"jsonrpc":"2.0","id":1,"method":"table.watch"}"# + "\n"
                + String(
                    repeating: #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
                        + "\n",
                    count: 100
                )
        }
    }
}

@Suite("Hostile neighbours", .quickRoom)
struct NeighbourTests {
    @Test(
        "an honest client gets its rolls and frames beside a hostile crowd",
        arguments: Nuisance.allCases
    )
    func crowd(_ nuisance: Nuisance) async throws {
        // For this process and the daemon that it starts.
        DescriptorLimit.raise()
        let daemon = try await Room.here.daemon()
        let honest = try daemon.client()
        try await honest.result("table.watch")
        let descriptors = daemon.child.descriptors
        do {
            let crowd = try (0..<nuisance.size).map { _ in
                try daemon.client(reading: false)
            }
            try await honest.status(becomes: "clients", crowd.count + 1)
            for connection in crowd {
                connection.offer(nuisance.opening.utf8)
            }
            for _ in 1...3 {
                try await roll(honest) {
                    if nuisance == .dripping {
                        for connection in crowd {
                            connection.offer(" ".utf8)
                        }
                    }
                }
            }
        }
        try await honest.isAlone(with: daemon, descriptors)
        try await roll(honest)
        honest.close()
        #expect(try await daemon.stop() == .exited(0))
    }

    /// Rolls the table that `client` watches, and compares the frames with the answer.
    ///
    /// - Parameter inMidRoll: called when the dice have started.
    private func roll(_ client: Client, inMidRoll: () -> Void = {}) async throws {
        let start = client.lines.count
        var dice = try await client.result("table.get")["dice"].array
        let roll = await client.begin("table.roll")
        try await client.event("rollStarted", from: start)
        inMidRoll()
        let result = try await client.reply(roll)["result"]
        #expect(result["outcome"] == "completed")
        let frames = client.lines.all[start...].filter { $0["method"] == "frame" }.map {
            $0["params"]
        }
        for die in frames.flatMap(\.["dice"].array) {
            dice[try #require(die["die"].int) - 1] = die
        }
        #expect(JSON.array(dice) == result["dice"])
        #expect(frames.count > 1)
        #expect(frames.last?["rolling"] == false)
    }
}
