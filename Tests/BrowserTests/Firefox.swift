import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// A headless Firefox, controlled by messages of its Marionette protocol: on a loopback socket,
/// each message is its length, a colon, and an array in JSON.
final class Firefox: Sendable {
    private let child: Child
    private let commands: Locked<Int32>
    private let replies = Recorded<JSON>("Firefox's replies")
    private let nextID = Locked(1)

    init(_ room: Room) async throws {
        let profile = room.path("firefox")
        try room.makeFolder("firefox")
        try room.makeFile(
            "firefox/user.js",
            """
            user_pref("marionette.port", 0);

            """
        )
        child = try room.start(
            Tool.firefox.name,
            [
                "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
                "--profile", profile,
            ],
            environment: ["HOME": profile]
        )
        let line = try await child.output.first { $0.contains("Listening on port ") }.element
        let port = try #require(line.split(separator: " ").last.flatMap { Int($0) }, "\(line)")
        let socket = try Loopback.connect(port)
        commands = Locked(socket)
        let replies = replies
        Thread.detachNewThread { Self.read(socket, into: replies) }
        try await call("WebDriver:NewSession", ["capabilities": [:]])
        try await call("WebDriver:SetTimeouts", ["script": JSON(Patience.seconds * 1000)])
    }

    deinit {
        commands.withLock { _ = Glibc.shutdown($0, Int32(SHUT_RDWR)) }
    }

    private static func read(_ socket: Int32, into replies: Recorded<JSON>) {
        let descriptor = Descriptor(socket)
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor.number, &buffer, buffer.count), count > 0 {
            rest += buffer[..<count]
            while let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: rest[..<colon], as: UTF8.self)),
                rest.count > colon + length
            {
                replies.append(JSON(rest[(colon + 1)...(colon + length)]) ?? "no JSON")
                rest.removeFirst(colon + 1 + length)
            }
        }
        replies.end()
    }

    /// Returns the result of a command.
    @discardableResult
    private func call(_ command: String, _ params: JSON) async throws -> JSON {
        let start = replies.count
        let id = nextID.withLock { next in
            defer {
                next += 1
            }
            return next
        }
        let text = JSON.array([0, JSON(id), .string(command), params]).text
        let bytes = Array("\(text.utf8.count):\(text)".utf8)
        commands.withLock { _ = Descriptor.write(bytes, to: $0) }
        let reply = try await replies.first(from: start) { $0[1] == JSON(id) }.element
        if reply[2] != .null {
            throw Browser.Refused(description: "\(command): \(reply[2])")
        }
        return reply[3]
    }

    func open(_ link: String) async throws {
        try await call("WebDriver:Navigate", ["url": .string(link)])
    }

    /// Returns the value of an expression in the page, awaited if it is a promise.
    @discardableResult
    func value(_ expression: String) async throws -> JSON {
        try await call(
            "WebDriver:ExecuteScript",
            ["script": .string("return (async () => (\(expression)))()"), "args": []]
        )["value"]
    }

    /// Waits until an expression is true in the page.
    func until(_ condition: String) async throws {
        try await value(
            """
            new Promise((done) => {
              const look = () => ((\(condition)) ? done(true) : setTimeout(look, 20));
              look();
            })
            """
        )
    }

    func click(_ selector: String) async throws {
        let found = try await call(
            "WebDriver:FindElement",
            ["using": "css selector", "value": .string(selector)]
        )
        let element = try #require(found["value"].members.values.first)
        try await call("WebDriver:ElementClick", ["id": element])
    }

    func press(_ key: String) async throws {
        let actions: JSON = [
            [
                "type": "key", "id": "keyboard",
                "actions": [
                    ["type": "keyDown", "value": .string(key)],
                    ["type": "keyUp", "value": .string(key)],
                ],
            ]
        ]
        try await call("WebDriver:PerformActions", ["actions": actions])
    }

    /// The errors of scripts, styles and policies that Firefox has reported for pages of an origin.
    func errors(of origin: String) async throws -> JSON {
        try await call("Marionette:SetContext", ["value": "chrome"])
        let script = """
            return Services.console.getMessageArray()
              .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & Ci.nsIScriptError.warningFlag))
              .filter((each) => each.sourceName.startsWith(arguments[0]))
              .map((each) => each.errorMessage)
            """
        let found = try await call(
            "WebDriver:ExecuteScript",
            ["script": .string(script), "args": [.string(origin)]]
        )["value"]
        try await call("Marionette:SetContext", ["value": "content"])
        return found
    }

    /// Ends the browser and all its processes.
    func end() async throws {
        _ = try? await call("Marionette:Quit", ["flags": ["eForceQuit"]])
        _ = try await child.ending()
    }
}
