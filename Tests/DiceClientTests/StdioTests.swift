import ClientTestSupport
import DiceModel
import DiceWire
import Foundation
import ProgramTestSupport
import Testing
import Unix

@testable import DiceClient

/// Tests `dicectl stdio` between two ends that the test holds.
struct StdioTests {
    /// The kinds of input and output that ssh gives to the other program.
    enum Ends: CaseIterable {
        case pipes, sockets
    }

    /// The outer ends: the person's, on the far side of ssh, and the daemon's.
    private final class Bench: Sendable {
        let input: Int32
        let output: Int32
        let daemon: Int32
        /// The initial flags of the program's input and output.
        let flags: [Int32]
        private let inner: [Int32]
        let endings = Recorded<String>("the endings")

        init(_ ends: Ends, _ confinement: ConfineParams? = nil) throws {
            let sockets = try Self.pair()
            let (input, output) =
                ends == .pipes
                ? (try Self.pipe(), try Self.pipe())
                : (try Self.pair(), try Self.pair())
            self.input = input[1]
            self.output = output[0]
            daemon = sockets[0]
            inner = [input[0], output[1]]
            flags = inner.map { fcntl($0, F_GETFL) }
            let inner = inner
            let endings = endings
            Thread.detachNewThread {
                do {
                    try Stdio.run(
                        input: inner[0],
                        output: inner[1],
                        Connection(descriptor: sockets[1]),
                        confinement,
                        patience: .seconds(3_600)
                    )
                    endings.append("over")
                } catch {
                    endings.append("\(error)")
                }
                for descriptor in inner {
                    close(descriptor)
                }
                endings.end()
            }
        }

        /// The current flags.
        var flagsNow: [Int32] { inner.map { fcntl($0, F_GETFL) } }

        private static func pair() throws -> [Int32] {
            var ends: [Int32] = [-1, -1]
            try #require(
                socketpair(
                    AF_UNIX,
                    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
                    0,
                    &ends
                )
                    == 0
            )
            return ends
        }

        private static func pipe() throws -> [Int32] {
            var ends: [Int32] = [-1, -1]
            try #require(Glibc.pipe(&ends) == 0)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            return ends
        }
    }

    private static func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }

    /// Writes all bytes in a separate thread, then calls `rest`.
    private static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        then rest: @escaping @Sendable () -> Void = {}
    ) {
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            var left = bytes[...]
            while !left.isEmpty {
                let count = left.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                guard count > 0 else { break }
                left = left.dropFirst(count)
            }
            rest()
        }
    }

    /// Reads this many bytes, or up to the end if `count` is `nil`; fewer if no more arrive in
    /// time.
    private static func read(_ count: Int? = nil, from descriptor: Int32) async
        -> [UInt8]
    {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 50_000)
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while bytes.count < count ?? .max, poll(&entry, 1, 60_000) > 0 {
                    let got = Glibc.read(
                        descriptor,
                        &chunk,
                        min(chunk.count, (count ?? .max) - bytes.count)
                    )
                    guard got > 0 else { break }
                    bytes += chunk[..<got]
                }
                continuation.resume(returning: bytes)
            }
        }
    }

    @Test("bytes pass unchanged in both directions", arguments: Ends.allCases)
    func bytesPassBothWaysAsTheyAre(_ ends: Ends)
        async throws
    {
        let bench = try Bench(ends)
        let there = Self.random(400_000)
        let back = Self.random(400_000)
        Self.write(there, to: bench.input)
        Self.write(back, to: bench.daemon)
        async let heard = Self.read(there.count, from: bench.daemon)
        async let shown = Self.read(back.count, from: bench.output)
        #expect(await heard == there)
        #expect(await shown == back)
        #expect(bench.flagsNow == bench.flags, "others may use the same descriptors")
        close(bench.daemon)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        close(bench.input)
        close(bench.output)
    }

    @Test("the end of input is passed on, and responses still arrive", arguments: Ends.allCases)
    func anEndOfTheInputIsPassedOnAndTheAnswersStillCome(
        _ ends: Ends
    ) async throws {
        let bench = try Bench(ends)
        let question = Self.random(300_000)
        Self.write(question, to: bench.input) { close(bench.input) }
        #expect(await Self.read(from: bench.daemon) == question)
        let answer = Self.random(300_000)
        Self.write(answer, to: bench.daemon) { close(bench.daemon) }
        #expect(await Self.read(from: bench.output) == answer)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        close(bench.output)
    }

    @Test("the bridge ends with the daemon once all output is written", arguments: Ends.allCases)
    func theDaemonsEndIsTheEndOnceAllHasComeOut(
        _ ends: Ends
    )
        async throws
    {
        let bench = try Bench(ends)
        let last = Self.random(200_000)
        Self.write(last, to: bench.daemon) { close(bench.daemon) }
        #expect(await Self.read(from: bench.output) == last)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        close(bench.input)
        close(bench.output)
    }

    @Test("the bridge ends without a reader even if the daemon is silent", arguments: Ends.allCases)
    func withoutAReaderItIsOverThoughNothingIsSaid(
        _ ends: Ends
    )
        async throws
    {
        let bench = try Bench(ends)
        close(bench.output)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        #expect(await Self.read(from: bench.daemon) == [], "the daemon is told")
        close(bench.input)
        close(bench.daemon)
    }

    @Test("a reader that disconnects during a transfer ends the bridge", arguments: Ends.allCases)
    func aReaderThatGoesInMidFlightEndsIt(_ ends: Ends)
        async throws
    {
        let bench = try Bench(ends)
        let written = Recorded<Void>("what the daemon has written")
        Self.write(Self.random(400_000), to: bench.daemon) { written.end() }
        _ = await Self.read(1_000, from: bench.output)
        close(bench.output)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        // Otherwise the writing thread would write to the next descriptor with this number.
        try await written.ended()
        close(bench.input)
        close(bench.daemon)
    }

    // MARK: Confinement

    private let seat = ConfineParams(
        as: "ann",
        tables: ["home", "odd"].compactMap(TableName.init),
        role: .watch
    )
    private static let asked =
        #"{"jsonrpc":"2.0","id":"seat","method":"session.confine","params":{"as":"ann","tables":["home","odd"],"#
        + #""role":"watch"}}"# + "\n"

    private static let holds =
        #"{"jsonrpc":"2.0","id":"seat","result":{"as":"ann","tables":["home","odd"],"role":"watch"}}"#

    @Test("no data passes before the confinement is in effect")
    func nothingPassesBeforeTheConfinementHolds() async throws {
        let bench = try Bench(.pipes, seat)
        Self.write(Array("roll\n".utf8), to: bench.input)
        #expect(
            await Self.read(Self.asked.utf8.count, from: bench.daemon)
                == Array(Self.asked.utf8)
        )
        var entry = pollfd(fd: bench.daemon, events: Int16(POLLIN), revents: 0)
        #expect(
            poll(&entry, 1, 0) == 0,
            "what the other side has said already is not there"
        )
        // The bytes after the response in one write belong to the other side.
        Self.write(Array((Self.holds + "\nnews\n").utf8), to: bench.daemon)
        #expect(await Self.read(5, from: bench.output) == Array("news\n".utf8))
        #expect(await Self.read(5, from: bench.daemon) == Array("roll\n".utf8))
        close(bench.daemon)
        #expect(try await bench.endings.first { _ in true }.element == "over")
        close(bench.input)
        close(bench.output)
    }

    @Test(
        "no data passes if the confinement is refused",
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":"seat","error":{"code":14,"message":"not so","data":{"reason":"notAllowed"}}}"#,
                "not so"
            ),
            (
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what?","data":{"reason":"x"}}}"#,
                "what?"
            ),
            (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "is not valid"),
            ("Welcome", "is not valid"),
            ("", "is not valid"),
            (#"{"jsonrpc":"2.0","method":"event","params":{}}"#, "is not valid"),
            (#"{"jsonrpc":"2.0","id":"seat","result":{}}"#, "differently"),
            (holds.replacing(#""odd""#, with: #""odd","other""#), "differently"),
            (holds.replacing(#","role":"watch""#, with: ""), "differently"),
            (holds.replacing("ann", with: "bo"), "differently"),
        ]
    )
    func refusedNothingPasses(_ answer: String, _ words: String) async throws {
        let bench = try Bench(.pipes, seat)
        Self.write(Array("roll\n".utf8), to: bench.input) { close(bench.input) }
        Self.write(Array((answer + "\nsecret\n").utf8), to: bench.daemon)
        #expect(try await bench.endings.first { _ in true }.element.contains(words))
        #expect(await Self.read(from: bench.output) == [])
        #expect(await Self.read(from: bench.daemon) == Array(Self.asked.utf8))
        for end in [bench.output, bench.daemon] {
            close(end)
        }
    }

    @Test("no data passes without a response to the confinement")
    func withoutAnAnswerNothingPasses() throws {
        let daemon = try FakeDaemon()
        let error = #expect(throws: ClientError.self) {
            try seat.impose(on: daemon.connection, patience: .zero)
        }
        #expect(error.mentions("did not confirm"))
        #expect(daemon.heard().count == 1)
        let gone = try FakeDaemon()
        gone.hangUp()
        #expect(throws: ClientError.self) {
            try seat.impose(on: gone.connection, patience: .patience)
        }
    }

    /// The daemon's response has everything in effect, including what was not requested.
    @Test("only the requested members are confined") func onlyWhatIsAskedForIsNarrowed() throws {
        for (confinement, params, answer) in [
            (ConfineParams(as: "bo"), #"{"as":"bo"}"#, #"{"as":"bo","role":"play"}"#),
            (
                ConfineParams(tables: ["x"].compactMap(TableName.init)),
                #"{"tables":["x"]}"#,
                #"{"as":"ann","tables":["x"],"role":"play"}"#
            ),
            (
                ConfineParams(role: .watch), #"{"role":"watch"}"#,
                #"{"as":"ann","role":"watch"}"#
            ),
        ] {
            let daemon = try FakeDaemon()
            daemon.say(#"{"jsonrpc":"2.0","id":"seat","result":\#(answer)}"#)
            #expect(
                try confinement.impose(on: daemon.connection, patience: .patience) == []
            )
            #expect(daemon.heard().first?.hasSuffix(#""params":\#(params)}"#) == true)
        }
    }
}
