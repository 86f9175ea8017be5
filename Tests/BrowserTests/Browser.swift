import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// A headless Chromium, controlled by messages of the DevTools protocol.
final class Browser: Sendable {
    let messages = Recorded<JSON>("the browser's messages")
    private let child: Child
    private let commands: Locked<Int32>
    private let nextID = Locked(1)

    /// - Parameters:
    ///   - options: Additional options of Chromium.
    ///   - through: A command that becomes Chromium.
    init(_ room: Room, _ options: [String] = [], through: [String] = []) throws {
        let toBrowser = try Descriptor.Pair()
        let fromBrowser = try Descriptor.Pair()
        let command =
            through + [
                Tool.chromium.name, "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-first-run", "--disable-background-networking",
                "--disable-component-update",
                // Otherwise taps before a page's first paint are lost.
                "--allow-pre-commit-input",
                "--remote-debugging-pipe", "--user-data-dir=\(room.path("chromium"))",
            ] + options + ["about:blank"]
        child = try room.start(
            command[0],
            Array(command.dropFirst()),
            files: [3: toBrowser.theirs.number, 4: fromBrowser.theirs.number]
        )
        commands = Locked(toBrowser.takeLocalEnd().release())
        let answers = fromBrowser.takeLocalEnd().release()
        let messages = messages
        Thread.detachNewThread { Self.read(Descriptor(answers), into: messages) }
    }

    deinit {
        commands.withLock { _ = Glibc.close($0) }
    }

    /// Reads messages, each of which ends with a zero byte.
    private static func read(
        _ descriptor: consuming Descriptor,
        into messages: Recorded<JSON>
    ) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor.number, &buffer, buffer.count),
            count > 0
        {
            let known = rest.count
            rest += buffer[..<count]
            var start = 0
            while let end = rest[max(start, known)...].firstIndex(of: 0) {
                messages.append(JSON(rest[start..<end]) ?? "no JSON")
                start = end + 1
            }
            rest.removeFirst(start)
        }
        messages.end()
    }

    /// Returns the result of a command.
    @discardableResult
    func call(_ method: String, _ params: JSON = [:], session: String? = nil)
        async throws -> JSON
    {
        let start = messages.count
        let id = nextID.withLock { next in
            defer {
                next += 1
            }
            return next
        }
        var command: [String: JSON] = [
            "id": JSON(id), "method": .string(method), "params": params,
        ]
        if let session {
            command["sessionId"] = .string(session)
        }
        let bytes = Array(JSON.object(command).text.utf8) + [0]
        commands.withLock { _ = Descriptor.write(bytes, to: $0) }
        let reply = try await messages.first(from: start) { $0["id"] == JSON(id) }
            .element
        if reply["error"] != .null {
            throw Refused(description: "\(method): \(reply["error"])")
        }
        return reply["result"]
    }

    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// Ends the browser and all its processes.
    func end() async throws {
        _ = try? await call("Browser.close")
        _ = try await child.ending()
    }
}
