internal import Foundation
package import Testing
internal import Unix

/// A connection that speaks bytes, and remembers every line it was sent, in order.
package final class Client: Sendable {
    package let lines = Recorded<JSON>("the daemon's lines")
    private let socket: Int32
    /// High, to differ from the ids that tests write themselves.
    private let nextID = Locked(1_000)
    private let isOpen = Locked(true)

    /// - Parameter isReading: whether lines are taken from the socket from the start, or from `startReading()` on.
    package init(_ path: String, isReading: Bool = true) throws {
        socket = try Descriptor.socket(.stream, path, binding: false).release()
        if isReading { startReading() }
    }

    deinit { close() }

    /// - Parameter parsing: whether each line becomes the JSON that it is, which for megabytes takes its time, or a string.
    package func startReading(parsing: Bool = true) {
        let (copy, lines) = (dup(socket), lines)
        Thread.detachNewThread {
            Lines.read(Descriptor(copy)) { line, isWhole in
                // A daemon that is killed may leave half a line.
                guard isWhole else { return }
                if !parsing {
                    lines.append(.string(String(decoding: line, as: UTF8.self)))
                } else if let json = JSON(line) {
                    lines.append(json)
                } else {
                    lines.append(.string("no JSON: \(String(decoding: line, as: UTF8.self))"))
                }
            } end: {
                lines.end()
            }
        }
    }

    // MARK: sending

    /// Sends the bytes as they are. A daemon that takes no more ends it.
    package func send(_ bytes: [UInt8]) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                isOpen.withLock { isOpen in
                    if isOpen { _ = Descriptor.write(bytes, to: socket) }
                }
                continuation.resume()
            }
        }
    }

    /// Sends a line.
    package func send(_ line: String) async {
        await send(Array((line + "\n").utf8))
    }

    /// Sends a request and returns its id.
    package func begin(_ method: String, _ params: JSON? = nil) async -> Int {
        let id = nextID.withLock { next in
            defer { next += 1 }
            return next
        }
        var request: [String: JSON] = ["jsonrpc": "2.0", "id": JSON(id), "method": .string(method)]
        request["params"] = params
        await send(JSON.object(request).text)
        return id
    }

    /// No more requests will come, as `nc -N` says it.
    package func halfClose() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Gone, as when the process dies.
    package func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            shutdown(socket, Int32(SHUT_RDWR))
            Glibc.close(socket)
        }
    }

    // MARK: receiving

    /// The whole reply of the request.
    package func reply(_ id: Int) async throws -> JSON {
        try await lines.first { $0["id"] == JSON(id) && $0["method"] == nil }.element
    }

    /// Sends a request and returns its whole reply.
    package func call(_ method: String, _ params: JSON? = nil) async throws -> JSON {
        try await reply(await begin(method, params))
    }

    /// Sends a request that should succeed.
    @discardableResult
    package func result(
        _ method: String, _ params: JSON? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let reply = try await call(method, params)
        guard case .object(let members) = reply, let result = members["result"] else {
            Issue.record("\(method) was refused: \(reply)", sourceLocation: sourceLocation)
            throw Refused(reply: reply)
        }
        return result
    }

    /// Sends a request that should be refused; returns its error.
    package func refusal(
        _ method: String, _ params: JSON? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let reply = try await call(method, params)
        if reply["error"] == nil { Issue.record("\(method) was not refused: \(reply)", sourceLocation: sourceLocation) }
        return reply["error"]
    }

    package struct Refused: Error {
        package var reply: JSON
    }

    /// The first event of this name from line `start` on, and its place.
    @discardableResult
    package func event(
        _ name: String, table: String = "default", from start: Int = 0
    ) async throws -> (index: Int, element: JSON) {
        try await lines.first(from: start) {
            $0["method"] == "event" && $0["params"]["event"] == .string(name)
                && $0["params"]["table"] == .string(table)
        }
    }

    /// Whether the daemon closes the connection in both directions, within our patience.
    package func isHungUp() async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [socket] in
                var entry = pollfd(fd: socket, events: 0, revents: 0)
                poll(&entry, 1, 20_000)
                continuation.resume(returning: entry.revents & Int16(POLLHUP) != 0)
            }
        }
    }

    /// Every frame and event so far, in order.
    package var notifications: [JSON] { lines.all.filter { $0["method"] != nil } }

    /// The params of every frame so far, in order.
    package var frames: [JSON] { lines.all.filter { $0["method"] == "frame" }.map { $0["params"] } }

    /// Returns when this many frames have come.
    package func frames(atLeast count: Int) async throws {
        try await lines.until { lines in lines.count { $0["method"] == "frame" } >= count }
    }

    /// Asks until the daemon's status is as it should become.
    package func status(becomes name: String, _ value: Int) async throws {
        let start = ContinuousClock.now
        while start.duration(to: .now) < Recorded<JSON>.patience {
            if try await result("server.status")[name] == JSON(value) { return }
        }
        Issue.record("\(name) never became \(value): \(try await result("server.status"))")
    }
}
