import Foundation
package import Testing
import Unix

/// A raw connection that records every received line in order.
package final class Client: Sendable {
    package let lines = Recorded<JSON>("the daemon's lines")
    private let socket: Int32
    /// The ids start high, to differ from the ids that tests choose.
    private let nextID = Locked(1_000)
    private let isOpen = Locked(true)
    /// The incomplete line of a manual reader.
    private let rest = Locked<[UInt8]>([])

    /// - Parameter isReading: true to read from the start, false to read from `startReading()` on.
    package init(_ path: String, isReading: Bool = true) throws {
        socket = try Descriptor.socket(.stream, path, binding: false).release()
        // A daemon that has stopped reading must not block the test.
        var patience = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        if isReading {
            startReading()
        }
    }

    deinit {
        close()
    }

    /// - Parameter parsing: true to parse each line as JSON, which is slow for megabytes; false to
    ///   keep strings.
    package func startReading(parsing: Bool = true) {
        let copy = dup(socket)
        let lines = lines
        Thread.detachNewThread {
            Lines.read(Descriptor(copy)) { line, isWhole in
                // A killed daemon may leave an incomplete line.
                guard isWhole else { return }
                lines.append(parsing ? Self.json(line) : .string(Self.text(line)))
            } end: {
                lines.end()
            }
        }
    }

    private static func json(_ line: [UInt8]) -> JSON {
        JSON(line) ?? .string("no JSON: \(text(line))")
    }

    private static func text(_ line: [UInt8]) -> String {
        String(validating: line, as: UTF8.self)
            ?? "no UTF-8: \(String(decoding: line, as: UTF8.self))"
    }

    // MARK: manual reading, which shows that everything sent so far has been read

    /// Reads the available bytes into `lines`. Returns the number of bytes.
    @discardableResult
    package func takeWhatIsThere() -> Int {
        rest.withLock { rest in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var total = 0
            while true {
                let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { break }
                total += count
                rest += buffer[..<count]
            }
            let pieces = rest.split(
                separator: UInt8(ascii: "\n"),
                omittingEmptySubsequences: false
            )
            for piece in pieces.dropLast() {
                lines.append(Self.json(Array(piece)))
            }
            rest = Array(pieces.last ?? [])
            return total
        }
    }

    /// Reads lines until `holds` returns true for those from `start` on.
    package func take(from start: Int = 0, until holds: (ArraySlice<JSON>) -> Bool)
        async throws
    {
        takeWhatIsThere()
        while !holds(lines.all[start...]) {
            _ = try await Descriptor.happens(POLLIN, to: socket)
            if takeWhatIsThere() == 0 {
                throw Patience.Exhausted(
                    description: "the daemon hung up before it came"
                )
            }
        }
    }

    // MARK: sending

    /// Sends the bytes unchanged. Stops if the daemon is no longer reading.
    package func send(_ bytes: [UInt8]) async {
        let isStuck: Bool = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                let isStuck = isOpen.withLock { isOpen in
                    isOpen && !Descriptor.write(bytes, to: socket) && errno == EAGAIN
                }
                continuation.resume(returning: isStuck)
            }
        }
        if isStuck {
            Issue.record("the daemon took no more in \(Patience.limit)")
        }
    }

    /// Sends the bytes that the daemon accepts immediately. Returns the number of bytes.
    @discardableResult
    package func offer(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        return Glibc.send(
            socket,
            bytes,
            bytes.count,
            Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        )
    }

    /// Sends a line.
    package func send(_ line: String) async {
        await send(Array((line + "\n").utf8))
    }

    /// Sends a request and returns its id.
    package func begin(_ method: String, _ params: JSON? = nil) async -> Int {
        let id = nextID.withLock { next in
            defer {
                next += 1
            }
            return next
        }
        var request: [String: JSON] = [
            "jsonrpc": "2.0", "id": JSON(id), "method": .string(method),
        ]
        request["params"] = params
        await send(JSON.object(request).text)
        return id
    }

    /// Closes the sending side, as `nc -N` does.
    package func halfClose() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Closes the connection, as when the process dies.
    package func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            shutdown(socket, Int32(SHUT_RDWR))
            Glibc.close(socket)
        }
    }

    // MARK: receiving

    /// Returns the complete reply to the request.
    package func reply(_ id: Int) async throws -> JSON {
        try await lines.first { $0["id"] == JSON(id) && $0["method"] == nil }.element
    }

    /// Sends a request and returns its complete reply.
    package func call(_ method: String, _ params: JSON? = nil) async throws -> JSON {
        try await reply(await begin(method, params))
    }

    /// Sends a request that must succeed.
    @discardableResult
    package func result(
        _ method: String,
        _ params: JSON? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let reply = try await call(method, params)
        guard case .object(let members) = reply, let result = members["result"] else {
            Issue.record(
                "\(method) was refused: \(reply)",
                sourceLocation: sourceLocation
            )
            throw Refused(reply: reply)
        }
        return result
    }

    /// Sends a request that must be refused; returns its error.
    package func refusal(
        _ method: String,
        _ params: JSON? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let reply = try await call(method, params)
        if reply["error"] == nil {
            Issue.record(
                "\(method) was not refused: \(reply)",
                sourceLocation: sourceLocation
            )
        }
        return reply["error"]
    }

    package struct Refused: Error {
        package var reply: JSON
    }

    /// Returns the first event with this name from line `start` on, with its position.
    @discardableResult
    package func event(
        _ name: String,
        table: String = "default",
        from start: Int = 0
    ) async throws -> (index: Int, element: JSON) {
        try await lines.first(from: start) {
            $0["method"] == "event" && $0["params"]["event"] == .string(name)
                && $0["params"]["table"] == .string(table)
        }
    }

    /// Watches the table and starts a roll there. Returns the request's id when the dice are in
    /// flight.
    @discardableResult
    package func rollInFlight(_ params: JSON = [:]) async throws -> Int {
        let table = params["table"].string ?? "default"
        try await result("table.watch", ["table": .string(table)])
        let start = lines.count
        let roll = await begin("table.roll", params)
        try await event("rollStarted", table: table, from: start)
        return roll
    }

    /// Returns when the daemon has closed the connection in both directions.
    package func hungUp() async throws {
        _ = try await Descriptor.happens(0, to: socket)
    }

    /// Every frame and event so far, in order.
    package var notifications: [JSON] { lines.all.filter { $0["method"] != nil } }

    /// The params of every frame so far, in order.
    package var frames: [JSON] {
        lines.all.filter { $0["method"] == "frame" }.map { $0["params"] }
    }

    /// Returns when this many frames have arrived.
    package func frames(atLeast count: Int) async throws {
        try await lines.until { lines in
            lines.count { $0["method"] == "frame" } >= count
        }
    }

    /// Polls the daemon's status until it has this value.
    package func status(becomes name: String, _ value: Int) async throws {
        try await Patience.until("the daemon tells of \(value) \(name)") {
            try await result("server.status")[name] == JSON(value)
        }
    }
}
