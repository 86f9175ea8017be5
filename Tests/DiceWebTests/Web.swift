import Foundation
import Glibc
import NIOCore
import ProgramTestSupport
import Testing
import Unix

/// A running diced-web in a room, with a daemon.
struct Web: Sendable {
    let room: Room
    let child: Child
    let port: Int

    /// The socket for links.
    var links: String { SocketPath(path: room.socket).web(isShared: false).path }

    /// Returns a link, as dicectl prints it.
    func link(_ arguments: String...) async throws -> String {
        let outcome = try await room.start(
            Programs.dicectl,
            ["web"] + arguments,
            environment: room.clientEnvironment
        ).outcome()
        #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
        return outcome.output.first ?? ""
    }

    /// Connects to the page's port.
    static func connect(_ port: Int, from address: String = "127.0.0.1") throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var later: Int32 = 1
        setsockopt(
            descriptor,
            Int32(IPPROTO_IP),
            IP_BIND_ADDRESS_NO_PORT,
            &later,
            socklen_t(MemoryLayout<Int32>.size)
        )
        _ = try NIOCore.SocketAddress(ipAddress: address, port: 0).withSockAddr {
            bind(descriptor, $0, socklen_t($1))
        }
        let status = try NIOCore.SocketAddress(ipAddress: "127.0.0.1", port: port)
            .withSockAddr {
                Glibc.connect(descriptor, $0, socklen_t($1))
            }
        guard status == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        return descriptor
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = bytes.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Returns the whole response to a request, once the server has closed.
    func answer(to request: String) throws -> String {
        let descriptor = try Self.connect(port)
        defer {
            close(descriptor)
        }
        Self.write(Array(request.utf8), to: descriptor)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func get(_ path: String, host: String? = nil) throws -> String {
        try answer(
            to:
                "GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\r\n"
        )
    }
}

extension Room {
    /// Starts a diced-web with a public URL.
    func webBehindProxy(_ url: String, port: Int? = nil) async throws -> Web {
        let port = try port ?? FreePort.find()
        let child = try start(
            Programs.dicedWeb,
            [
                "--socket", socket, "--state-dir", state, "--listen",
                "127.0.0.1:\(port)",
                "--public-url", url,
            ]
        )
        try await child.errors.first {
            $0.contains("ready page=") || $0.contains("critical")
        }
        return Web(room: self, child: child, port: port)
    }

    /// Starts a diced-web on a free port.
    func web(_ arguments: String..., listen: String = "127.0.0.1:0") async throws -> Web {
        let child = try start(
            Programs.dicedWeb,
            ["--socket", socket, "--state-dir", state]
                + (listen.isEmpty ? [] : ["--listen", listen]) + arguments
        )
        let line = try await child.errors.first {
            $0.contains("ready page=") || $0.contains("critical")
        }.element
        let port = try #require(
            line.split(separator: ":").last.flatMap { Int($0) },
            "\(line)"
        )
        return Web(room: self, child: child, port: port)
    }
}
