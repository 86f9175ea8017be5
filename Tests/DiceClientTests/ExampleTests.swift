import ClientTestSupport
import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing
import Unix

@testable import DiceClient

/// Tests the example in the documentation of `Client`, which is the program `ClientExample`.
struct ExampleTests {
    @Test("the example appears verbatim in the documentation")
    func itStandsInTheDocumentationWordForWord() throws {
        let comment = try SourceText.lines("Sources/DiceClient/Client.swift").drop {
            !$0.hasPrefix("///")
        }
        .prefix { $0.hasPrefix("///") }.map { $0.dropFirst(3).drop { $0 == " " } }
        let example = comment.drop { $0 != "```swift" }.dropFirst().prefix {
            $0 != "```"
        }
        let program = try SourceText.lines("Tests/DiceClientTests/Example/main.swift")
        #expect(example + [""] == program)
        #expect(example.count { !$0.isEmpty } <= 10)
    }

    @Test("the example rolls at a daemon and prints the dice")
    func itRollsAtADaemonAndPrintsTheDice() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        let listener = try listener(at: socket.path)
        defer {
            close(listener)
        }
        let ends = try Descriptor.Pair()
        let example = try ChildProcess(
            try Self.program(),
            [],
            // The other environment variables are for sanitizers.
            environment: ProcessInfo.processInfo.environment.merging([
                "DICED_SOCKET": socket.path
            ]) { $1 },
            files: [1: ends.theirs.number, 2: ends.theirs.number]
        )
        let output = ends.takeLocalEnd()

        let patience = Deadline.after(.patience)
        try #require(
            Poll.wait(for: [Poll.Interest(listener)], until: patience) == [true]
        )
        let daemon = Connection(descriptor: accept(listener, nil, nil))
        let hello = try #require(try daemon.line(by: patience))
        #expect(String(decoding: hello, as: UTF8.self).contains(#""method":"hello""#))
        try daemon.send(Array((FakeDaemon.agreement + "\n").utf8))
        let roll = try #require(try daemon.line(by: patience))
        #expect(
            String(decoding: roll, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":2,"method":"table.roll","params":{"table":"default"}}"#
        )
        try daemon.send(Array(Self.settled.utf8))
        #expect(example.waitForExit() == .exited(0))
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = read(output.number, &bytes, bytes.count)
        #expect(
            String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                == "[2, 20] = 22\n"
        )
    }

    private static let settled =
        #"{"jsonrpc":"2.0","id":2,"result":{"table":"default","turn":1,"roll":1,"by":"ann","outcome":"completed","#
        + #""rolled":[1],"dice":[{"die":1,"sides":6,"value":2,"locked":false,"animating":false},"#
        + #"{"die":2,"sides":20,"value":20,"locked":true,"animating":false}],"total":22}}"#
        + "\n"

    /// Returns the path of the program, which is built beside the test bundle that runs in this
    /// process.
    private static func program() throws -> String {
        let bundle = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe"
        )
        return bundle.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            + "/ClientExample"
    }
}
