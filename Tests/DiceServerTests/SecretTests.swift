import DiceModel
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import DiceServer

@Suite("Secret throws")
struct SecretTests {
    /// Plays one throw with the faces of `seed`. Returns the writes that strangers receive, with
    /// their times.
    @TableActor
    private static func transcript(
        _ seed: UInt64,
        _ expression: String
    ) async throws -> (told: [String], own: ThrowResult, log: [String]) {
        let log = Lines()
        let rig = try await Rig(
            seed: seed,
            logger: Logger(label: "test") { _ in Recorder(lines: log) }
        )
        let gm = try rig.connect()
        let values = try rig.connect()
        let plans = try rig.connect()
        let list = try rig.connect()
        // The output of those who see the throw does not matter here.
        for frames in [FrameKind.values, .plan] {
            _ = try await rig.call(
                try rig.connect(),
                Method.watch(WatchParams(table: .default, frames: frames, viewer: "gm"))
            )
        }
        _ = try await rig.call(values, Method.watch(WatchParams(table: .default)))
        _ = try await rig.call(
            plans,
            Method.watch(WatchParams(table: .default, frames: .plan))
        )
        _ = try await rig.call(list, Method.watchList(EmptyObject()))
        var told: [String] = []
        var now: Duration = .zero
        var own: ThrowResult? = nil
        func take(_ client: RigClient, _ name: String) throws {
            for text in try client.texts() {
                told.append("\(now) \(name) \(Self.masked(text))")
            }
        }
        gm.send([
            Method.throw(
                ThrowParams(
                    table: .default,
                    expression: expression,
                    label: "search",
                    group: ThrowGroup("fight-1"),
                    by: "gm",
                    seenBy: []
                )
            )
        ])
        while now < .seconds(8) {
            await rig.advance(by: .milliseconds(16))
            now += .milliseconds(16)
            try take(values, "values")
            try take(plans, "plans")
            try take(list, "list")
            for line in try gm.lines() {
                own = try ServerLine(Array(line.utf8))?.result(as: ThrowResult.self)
            }
            // Others act while secret dice are moving.
            switch now / .milliseconds(1) {
            case 1_504, 2_304, 3_008, 4_000:
                plans.send([Method.toggleLock(DiceParams(table: .default, dice: [2]))])
            case 1_600:
                plans.send([
                    Method.throw(
                        ThrowParams(table: .default, expression: "3d1", by: "bo")
                    )
                ]
                )
            default: break
            }
            // While the throw is in flight, after it has ended for strangers, and after it has
            // really ended.
            guard [304, 1_408, 7_904].contains(now / .milliseconds(1)) else { continue }
            let asker = try rig.connect()
            for request in [
                Method.history(HistoryQuery(.one(.default), kind: .all)),
                Method.stats(FaceQuery(table: .one(.default))),
                Method.get(GetParams(table: .default)), Method.list(EmptyObject()),
                Method.status(EmptyObject()),
                Method.watch(WatchParams(table: .default)),
                Method.unwatch(TableParams(table: .default)),
                Method.show(ShowParams(table: .default, number: 1, by: "bo")),
                Method.cancel(CancelParams(table: .default, number: 7, by: "bo")),
            ] {
                asker.send([request])
                for _ in 1...30 {
                    await rig.advance(by: .zero)
                }
                try take(asker, "asker")
            }
            asker.channel.close(promise: nil)
        }
        return (told, try #require(own), log.all)
    }

    /// Returns the line without the parts that the contract excludes from the comparison.
    private static func masked(_ line: String) -> String {
        line.replacing(
            /"(commitment|throwCommitment|nextCommitment|digest|chain|seed)":"[0-9a-f]{64}"/
        ) {
            "\"\($0.1)\":…"
        }
        .replacing(/"uptime":\d+/, with: "")
    }

    @Test(
        "the bytes and timing that strangers get do not depend on the faces",
        arguments: [
            "3d6!+(1d4)d8!", "4d6r<4kh2/(1d2-1)", "6d6!o2>3 => 10..: hit, else: miss",
            "2x3d{hit,hit-1,3}r<0",
        ]
    )
    @TableActor
    func nothingTells(_ expression: String) async throws {
        let first = try await Self.transcript(1, expression)
        #expect(first.told.contains { $0.contains(#""hidden":true"#) })
        #expect(first.told.contains { $0.contains("throwEnded") })
        #expect(first.log.contains { $0.contains("throw ended") })
        var results = [first.own]
        for seed in UInt64(2)...6 {
            let other = try await Self.transcript(seed, expression)
            for (one, two) in zip(first.told, other.told) {
                try #require(one == two)
            }
            #expect(first.told.count == other.told.count)
            #expect(first.log == other.log)
            results.append(other.own)
        }
        #expect(Set(results.map(\.text)).count == results.count)
        #expect(Set(results.map(\.dice.count)).count > 2)
    }

    @Test(
        "a table's eviction and its later revision do not depend on unknown secret dice"
    )
    @TableActor
    func leaving() async throws {
        func revisions(_ seed: UInt64) async throws -> [Int] {
            let rig = try await Rig(seed: seed)
            let gm = try rig.connect()
            _ = try await rig.call(
                gm,
                Method.configure(
                    ConfigureParams(table: .default, SettingsChange(pace: 0.25))
                )
            )
            gm.send([
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "3d2!",
                        by: "gm",
                        seenBy: []
                    )
                )
            ])
            var revisions: [Int] = []
            for _ in 1...60 {
                await rig.advance(by: .seconds(1))
                _ = await rig.tables.tidy()
                let get = Method.get(GetParams(table: .default))
                revisions.append(
                    try await rig.call(try rig.connect(), get, as: TableSnapshot.self)
                        .revision
                )
            }
            return revisions
        }
        let first = try await revisions(1)
        #expect(Set(first).count > 2, "it has left, and come back")
        for seed in UInt64(2)...6 {
            #expect(try await revisions(seed) == first)
        }
    }

    @Test(
        "a backup gets a secret throw until a chain would have ended, for any faces"
    )
    @TableActor
    func backup() async throws {
        for seed in UInt64(1)...5 {
            let rig = try await Rig(seed: seed)
            let gm = try rig.connect()
            gm.send([
                Method.throw(
                    ThrowParams(
                        table: .default,
                        expression: "d2!",
                        by: "gm",
                        seenBy: []
                    )
                )
            ])
            for second in 0...14 {
                _ = try await rig.tables.backup(BackupParams(.path("/tmp/never")))
                #expect(
                    rig.store.untold.hidden[.default] == (second < 12 ? [1] : []),
                    "\(second)"
                )
                await rig.advance(by: .seconds(1))
            }
        }
    }

    @Test(
        "named viewers see the throw, by their claimed name on a private daemon"
    )
    @TableActor
    func whoSees() async throws {
        let rig = try await Rig()
        let gm = try rig.connect()
        let ann = try rig.connect()
        let bo = try rig.connect()
        _ = try await rig.call(
            gm,
            Method.watch(WatchParams(table: .default, viewer: "gm"))
        )
        _ = try await rig.call(bo, Method.watch(WatchParams(table: .default)))
        let blind = ThrowParams(
            table: .default,
            expression: "2d20",
            group: ThrowGroup("fight-1"),
            animate: false,
            by: "ann",
            seenBy: ["gm"]
        )
        let reply = try await rig.call(ann, Method.throw(blind), as: ThrowResult.self)
        #expect(reply.hidden == true)
        #expect(reply.group == blind.group, "chosen before any face")
        #expect(reply.dice.map(\.sides) == [20, 20])
        #expect(reply.total == nil)
        #expect(reply.seenBy == nil)
        #expect(reply.nextCommitment != nil)
        try await rig.turn { rig.store.openThrows.isEmpty }
        let seen = try gm.lines().joined()
        let unseen = try bo.lines().joined()
        #expect(seen.contains(#""seenBy":["gm"]"#))
        #expect(seen.contains(#""total":"#))
        #expect(!seen.contains("hidden"))
        #expect(unseen.contains("hidden"))
        #expect(!unseen.contains(#""total":"#))
        #expect(!unseen.contains("seenBy"))
        func total(_ client: RigClient, _ viewer: String?) async throws -> Double? {
            let query = HistoryQuery(.one(.default), kind: .all, viewer: viewer)
            return try await rig.call(
                client,
                Method.history(query),
                as: HistoryPage.self
            ).entries
                .first?.thrown?.total
        }
        #expect(try await total(bo, "gm") != nil)
        #expect(try await total(gm, nil) == nil)
        #expect(try await total(gm, "ann") == nil)
        // A seat sees the throws made under its name and cannot give another name.
        _ = try await rig.call(bo, Method.confine(ConfineParams(as: "gm")))
        #expect(try await total(bo, nil) != nil)
        _ = try await rig.call(ann, Method.confine(ConfineParams(role: .watch)))
        for request in [
            Method.history(HistoryQuery(.one(.default), viewer: "gm")),
            Method.get(GetParams(table: .default, viewer: "gm")),
            Method.watch(WatchParams(table: .default, viewer: "gm")),
        ] {
            #expect(try await rig.refusal(ann, request)?.known == .notAllowed)
        }
        #expect(
            try await rig.refusal(
                bo,
                Method.get(GetParams(table: .default, viewer: "ann"))
            )?.known
                == .notAllowed
        )
    }

    @Test(
        "a thrower who cannot see the faces is answered when strangers learn of the end",
        arguments: ["40d2!", "((1d2)d8)d10"]
    )
    @TableActor
    func blindInTime(_ expression: String) async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        _ = try await rig.call(bo, Method.watch(WatchParams(table: .default)))
        let thrown = ThrowParams(
            table: .default,
            expression: expression,
            by: "ann",
            seenBy: ["gm"]
        )
        ann.send([Method.throw(thrown)])
        while try !bo.lines().contains(where: { $0.contains("throwEnded") }) {
            await rig.advance(by: .milliseconds(4))
            try #require(rig.clock.now.offset < .seconds(9))
        }
        #expect(try ann.lines().count == 1)
        let cancel = Method.cancel(CancelParams(table: .default, number: 1, by: "bo"))
        #expect(try await rig.call(bo, cancel, as: CancelResult.self).cancelled == [])
        #expect(try rig.table.group.throwsInFlight.count == 1, "its dice go on")
        while try !rig.table.group.throwsInFlight.isEmpty {
            #expect(
                try rig.table.inFlight.count == 0,
                "and take no room from others, who could see it by a refusal"
            )
            await rig.advance(by: .milliseconds(16))
        }
    }

    @Test(
        "a secret throw is shown once, by a viewer, then counted and verified"
    )
    @TableActor
    func show() async throws {
        let rig = try await Rig(seed: nil)
        let gm = try rig.connect()
        let bo = try rig.connect()
        _ = try await rig.call(bo, Method.watch(WatchParams(table: .default)))
        for seenBy in [[], nil] as [[String]?] {
            let params = ThrowParams(
                table: .default,
                expression: "3d6!",
                animate: false,
                by: "gm",
                seenBy: seenBy
            )
            _ = try await rig.call(gm, Method.throw(params))
        }
        func report(_ viewer: String? = nil) async throws -> KindReport {
            let query = HistoryQuery(.one(.default), kind: .all, viewer: viewer)
            let page = try await rig.call(
                bo,
                Method.history(query),
                as: HistoryPage.self
            )
            var verifier = HistoryVerifier(.daemon)
            for entry in page.entries.reversed() {
                try verifier.check(entry)
            }
            return try #require(verifier.reports.first?.thrown)
        }
        var found = try await report()
        #expect(found.hidden == ["gm": 1])
        #expect(found.right == 1)
        #expect(found.chained == 2)
        #expect(found.restored == 0)
        #expect(try await report("gm").right == 2)
        let strange = try await rig.refusal(
            bo,
            Method.show(ShowParams(table: .default, number: 1, by: "bo"))
        )
        let missing = try await rig.refusal(
            bo,
            Method.show(ShowParams(table: .default, number: 9, by: "bo"))
        )
        #expect(strange?.known == .notAllowed)
        #expect(
            strange?.message.replacing("throw 1", with: "throw 9") == missing?.message
        )
        _ = try bo.lines()
        for _ in 1...2 {
            _ = try await rig.call(
                gm,
                Method.show(ShowParams(table: .default, number: 1, by: "gm")),
                as: EmptyObject.self
            )
        }
        let shown = try bo.lines().filter { $0.contains("throwShown") }
        #expect(
            shown.count == 1 && shown[0].contains(#""total":"#)
                && shown[0].contains(#""seed":"#)
        )
        found = try await report()
        #expect(found.hidden.isEmpty)
        #expect(found.right == 2)
    }

    @Test(
        "a cancelled secret throw rests at once for all, and a leaving thrower does not show it"
    )
    @TableActor
    func cancelled() async throws {
        let rig = try await Rig()
        let gm = try rig.connect()
        let bo = try rig.connect()
        _ = try await rig.call(bo, Method.watch(WatchParams(table: .default)))
        gm.send([
            Method.throw(
                ThrowParams(table: .default, expression: "5d6!", by: "gm", seenBy: [])
            )
        ])
        try await rig.turn { (try? rig.table.group.throwsInFlight.count) == 2 }
        #expect(rig.tables.animatingDice == 5)
        gm.channel.close(promise: nil)
        try await rig.turn {
            rig.store.openThrows.isEmpty
                && (try? rig.table.group.throwsInFlight.isEmpty) == true
        }
        let lines = try bo.lines()
        #expect(lines.contains { $0.contains("throwEnded") })
        #expect(!lines.joined().contains(#""outcome":"#))
    }
}

/// Records log lines.
private final class Lines: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])
    var all: [String] { lines.withLockedValue { $0 } }
    func add(_ line: String) {
        lines.withLockedValue { $0.append(line) }
    }
}

private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted {
            $0.key < $1.key
        }
        lines.add("\(event.level) \(event.message) \(all)")
    }
}
