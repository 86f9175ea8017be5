import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOCore
import Testing

@testable import DiceServer

/// The messages to a client that requests a copy.
@Suite("Sending a backup")
struct BackupSendingTests {
    private static let stream = Method.backup(BackupParams(.stream))
    private static let large = (0..<1_500_000).map {
        UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13)
    }

    private func store(_ bytes: [UInt8] = Self.large) -> TestStore {
        let store = TestStore()
        store.copies(bytes)
        return store
    }

    /// Receives the parts until the answer arrives.
    private func receive(_ client: TestConnection) async throws -> (
        bytes: [UInt8], longest: Int, result: BackupResult
    ) {
        var bytes: [UInt8] = []
        var longest = 0
        while true {
            let line = try await client.nextMessage()
            longest = max(longest, line.bytes.count)
            guard case .backup(let part)? = try line.notification() else {
                if case .reply(_, let error?) = line.kind {
                    throw error
                }
                return (bytes, longest, try line.result(as: BackupResult.self))
            }
            #expect(part.offset == bytes.count)
            #expect(part.total == Self.large.count)
            bytes += try #require(Base64.bytes(of: part.data))
        }
    }

    @Test(
        "a backup arrives whole and in order, in lines of at most 256 KiB, for any request id"
    )
    func order() async throws {
        try await TestDaemon.with(store: store()) { daemon in
            let client = try await daemon.connect()
            let line = Self.stream.line(
                id: .string(String(repeating: "x", count: 60_000))
            )
            try await client.send(String(decoding: line, as: UTF8.self))
            let (bytes, longest, result) = try await receive(client)
            #expect(bytes == Self.large)
            #expect(longest <= 256 * 1_024)
            #expect(result.bytes == Self.large.count)
            #expect(result.path == nil)
            #expect(result.sha256?.count == 64)
        }
    }

    @Test(
        "a reader that pauses gets the whole backup later; nothing is read ahead, others are served"
    )
    func slowReader() async throws {
        let store = store()
        try await TestDaemon.with(store: store) { daemon in
            let reader = try await daemon.connect(reading: false)
            let other = try await daemon.connect()
            try await reader.send(Self.stream, id: 1)
            var before = -1
            // The kernel takes some of the copy.
            while store.bytesRead != before {
                before = store.bytesRead
                for _ in 1...20 {
                    try await other.call(.ping)
                }
            }
            #expect(store.bytesRead < 1_000_000)
            #expect(
                try await other.refusal(of: Self.stream)?.known == .storageFailed,
                "one at a time"
            )
            try await reader.startReading()
            #expect(try await receive(reader).bytes == Self.large)
        }
    }

    @Test("a reader that disconnects ends its backup, and the next client may ask for one")
    func readerLeaves() async throws {
        let store = store()
        try await TestDaemon.with(store: store) { daemon in
            let reader = try await daemon.connect()
            let other = try await daemon.connect()
            try await reader.send(Self.stream, id: 1)
            _ = try await reader.nextMessage()
            try await reader.close()
            try await other.status("the reader is gone") { $0.clients == 1 }
            try await other.send(Self.stream, id: 2)
            #expect(try await receive(other).bytes == Self.large)
        }
    }

    @Test("a daemon that stops ends a backup in progress")
    func stop() async throws {
        var times = ServerTimes()
        // The daemon would close the connection of a reader that does not read in time.
        times.linger = .seconds(3_600)
        try await TestDaemon.with(store: store(), times: times) { daemon in
            let reader = try await daemon.connect(reading: false)
            try await reader.send(Self.stream, id: 1)
            let other = try await daemon.connect()
            try await other.call(.watch, WatchParams(table: .default))
            for _ in 1...20 {
                try await other.call(.ping)
            }
            daemon.stop()
            try await other.event("serverStopping")
            try await reader.startReading()
            let error = await #expect(throws: WireError.self) {
                try await receive(reader)
            }
            #expect(error?.known == .storageFailed)
        }
    }

    @Test("a request names exactly one of stream, keep and path, and uses force only with path")
    func targets() async throws {
        try await TestDaemon.with(store: store([1])) { daemon in
            let client = try await daemon.connect()
            func param(_ params: String) async throws -> String? {
                let text =
                    #"{"jsonrpc":"2.0","id":3,"method":"server.backup","params":\#(params)}"#
                try await client.send(text)
                guard
                    case .reply(_, let error?) = try await client.reply(to: 3).line.kind
                else {
                    return nil
                }
                return error.known == .invalidParams
                    ? error.data.param : error.data.reason
            }
            #expect(try await param("{}") == "stream")
            #expect(try await param(#"{"stream":false}"#) == "stream")
            #expect(try await param(#"{"stream":true,"path":"/x"}"#) == "path")
            #expect(try await param(#"{"stream":true,"keep":3}"#) == "keep")
            #expect(try await param(#"{"keep":3,"path":"/x"}"#) == "path")
            #expect(try await param(#"{"stream":true,"force":true}"#) == "force")
            #expect(try await param(#"{"keep":3,"force":true}"#) == "force")
            #expect(try await param(#"{"path":"/x","force":true}"#) == nil)
            let kept = try await client.call(
                Method.backup(BackupParams(.keep(3))),
                as: BackupResult.self
            )
            #expect(kept.path?.hasPrefix("/backups/diced-") == true)
            #expect(kept.path?.hasSuffix(" of 3") == true)
        }
    }
}

@Suite("Backup progress")
@TableActor
struct BackupProgressTests {
    @Test(
        "progress is sent at once and twice a second; closing the connection ends the backup"
    )
    func progress() async throws {
        let rig = try await Rig()
        rig.store.holdBackups()
        let client = try rig.connect()
        let other = try rig.connect()
        client.send([Method.backup(BackupParams(.keep(1), progress: true))])
        func told() async throws -> [RequestProgress] {
            await rig.advance(by: .zero)
            return try client.lines().compactMap { line in
                guard
                    case .progress(let progress)? = try ServerLine(Array(line.utf8))?
                        .notification()
                else {
                    return nil
                }
                return progress
            }
        }
        #expect(
            try await told() == [RequestProgress(id: .integer(1), done: 0, total: 0)]
        )
        for _ in 1...3 {
            await rig.advance(by: .milliseconds(500))
            #expect(
                try await told() == [
                    RequestProgress(id: .integer(1), done: 1, total: 4)
                ]
            )
        }
        #expect(rig.tables.backup != nil)
        client.channel.close(promise: nil)
        for _ in 1...20 {
            await rig.advance(by: .zero)
        }
        #expect(rig.tables.backup == nil)
        #expect(try other.lines() == [])
    }

    @Test(
        "backups are for the daemon's own user and root, never for a confined connection"
    )
    func permission() async throws {
        let rig = try await Rig(isShared: true)
        let ann = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: 4_242
        )
        let root = try rig.connect(Permit(account: "root", mayTakeName: false), uid: 0)
        let own = try rig.connect(Permit(account: "diced", mayTakeName: true))
        let targets: [BackupParams.Target] = [.stream, .keep(1), .path("/tmp/never")]
        for request in targets.map({ Method.backup(BackupParams($0)) }) {
            #expect(try await rig.refusal(ann, request)?.known == .notAllowed)
            #expect(try await rig.refusal(root, request) == nil)
            #expect(try await rig.refusal(own, request) == nil)
        }
        for client in [root, own] {
            _ = try await rig.call(
                client,
                Method.confine(ConfineParams(tables: [.default]))
            )
            for request in targets.map({ Method.backup(BackupParams($0)) }) {
                #expect(try await rig.refusal(client, request)?.known == .notAllowed)
            }
        }
    }
}
