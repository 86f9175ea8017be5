import ArgumentParser
import CLinux
import Glibc

/// A server that makes only the necessary system calls: the lower bound for the other servers.
struct BareServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        shouldDisplay: false
    )

    enum Mode: String, ExpressibleByArgument {
        /// Sends received bytes back.
        case echo
        /// Sends bytes received from one connection to all others.
        case relay
    }

    @Argument var mode: Mode
    @Argument var path: String

    func run() throws {
        _ = end_with_parent()
        let listener = try listen()
        let epoll = try Epoll()
        try epoll.add(listener)
        var clients: [Int32] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            try epoll.wait(milliseconds: -1) { ready in
                if ready == listener {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { return }
                    clients.append(client)
                    try epoll.add(client)
                    return
                }
                let count = recv(ready, &buffer, buffer.count, 0)
                guard count > 0 else {
                    clients.removeAll { $0 == ready }
                    close(ready)
                    return
                }
                switch mode {
                case .echo: Self.send(&buffer, count, to: ready)
                case .relay:
                    for client in clients where client != ready {
                        Self.send(&buffer, count, to: client)
                    }
                }
            }
        }
    }

    private static func send(_ bytes: UnsafeRawPointer, _ count: Int, to client: Int32) {
        var sent = 0
        while sent < count {
            let more = Glibc.send(
                client,
                bytes + sent,
                count - sent,
                Int32(MSG_NOSIGNAL)
            )
            guard more > 0 else { return }
            sent += more
        }
    }

    private func listen() throws -> Int32 {
        let listener = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(listener, 4_096) == 0 else {
            throw Failure("cannot listen on \(path)")
        }
        return listener
    }
}
