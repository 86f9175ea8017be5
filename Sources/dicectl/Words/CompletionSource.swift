import DiceClient
import DiceWire
import Unix

/// Queries the running daemon over one connection for the completions of one word.
final class CompletionSource {
    let words: [String]
    private var client: Client?
    /// The deadline for a daemon on another machine; `nil` for this one.
    private var deadline: Deadline?
    private var isOpened = false

    /// The timeouts: for each answer of a local daemon, and for all answers of a remote one.
    private static let limit = Duration.milliseconds(200)
    private static let remoteLimit = Duration.seconds(1)

    init(_ words: [String]) {
        self.words = words
    }

    /// Returns the daemon's answer; `nil` if there is none in time.
    func ask<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>,
        _ params: Params
    )
        -> Result?
    {
        if !isOpened {
            try? open()
        }
        isOpened = true
        do {
            guard let client else { return nil }
            let id = try client.begin([method(params)])[0]
            return try client.result(id, of: method, by: deadline ?? .after(Self.limit))
        } catch {
            client = nil
            return nil
        }
    }

    private func open() throws {
        let socket = Completions.value(of: .socket, in: words)
        let host = try Completions.value(of: .host, in: words).map(
            RemoteHost.init(parsing:)
        )
        let context = CommandContext(
            host: host,
            socket: socket,
            startsDaemon: false,
            shared: words.contains(where: SharedOption.shared.names.contains)
        )
        if let remote = try context.remote {
            deadline = .after(Self.remoteLimit)
            client = try context.begin(remote, startsDaemon: false)
            client?.connection.abandon()
            return
        }
        let path = try SocketPath.current(
            option: socket,
            isShared: context.isShared,
            tells: false
        )
        if context.isShared {
            client = CommandContext.client(try context.openHere())
        } else if FileLock.likelyHolder(path.path + ".lock") != nil {
            // A connection without a daemon would make systemd start the service.
            client = CommandContext.client(try Connection.open(path))
        }
    }
}
