import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("The size limit of a throw")
@TableActor
struct LongThrowTests {
    private let rig: Rig
    private let client: RigClient
    private let watcher: RigClient
    private let planned: RigClient

    init() async throws {
        rig = try await Rig()
        client = try rig.connect()
        watcher = try rig.connect()
        planned = try rig.connect()
        _ = try await rig.call(watcher, Method.watch(WatchParams(table: .default)))
        _ = try await rig.call(
            planned,
            Method.watch(WatchParams(table: .default, frames: .plan))
        )
    }

    private func request(_ expression: String, seenBy: [String]? = nil) -> Request {
        Method.throw(
            ThrowParams(
                table: .default,
                expression: expression,
                animate: false,
                seenBy: seenBy
            )
        )
    }

    @Test(
        "a throw that may need more than 256 KiB is refused before a face is drawn",
        arguments: [
            "1000x1d2 => ..9: " + String(repeating: "x", count: 480),
            "1000x1 => ..9: " + String(repeating: "x", count: 300),
            "1000x1d2 => 1: \"" + String(repeating: "\\\"", count: 120) + "\", else: b",
            "(d1000)x1d2 => ..9: " + String(repeating: "é", count: 200),
        ]
    )
    nonisolated func tooLarge(_ expression: String) async throws {
        try await refuse(expression)
    }

    private func refuse(_ expression: String) async throws {
        for seenBy in [nil, []] as [[String]?] {
            let error = try #require(
                try await rig.refusal(client, request(expression, seenBy: seenBy))
            )
            #expect(error.known == .limitExceeded)
            #expect(error.data.of == "text")
            #expect(error.data.limit == Limits.largestThrow)
        }
        #expect(try rig.table.group.throwCount == 0)
        #expect(rig.store.drawn.isEmpty)
    }

    @Test(
        "a throw that cannot exceed the limit is thrown, with any number of dice",
        arguments: [
            "1000d6", "1000d1000000", "1000d6!r<2>=5f1cs6cf1", "1000x1d20 vs 15",
            "1000x1d20! vs 15", "1000d{hit,}",
            "1000x1d2 => ..9: " + String(repeating: "x", count: 100), "1000d20!!min2",
        ]
    )
    nonisolated func thrown(_ expression: String) async throws {
        try await accept(expression)
    }

    private func accept(_ expression: String) async throws {
        for seenBy in [nil, []] as [[String]?] {
            #expect(
                try await rig.refusal(client, request(expression, seenBy: seenBy))
                    == nil
            )
        }
        try await checkLines()
    }

    /// Checks that no sent line and no entry is too long.
    private func checkLines() async throws {
        for line in try client.lines() + watcher.lines() + planned.lines() {
            #expect(line.utf8.count <= Limits.largestThrow, "\(line.prefix(200))")
        }
        for entry in try await entries(for: ["tester"]) {
            #expect(entry.jsonBytes().count <= Limits.largestThrow)
        }
    }

    @Test(
        "no line about a throw and no entry exceeds the limit, for any expression",
        arguments: RandomCase.hundred.prefix(24)
    )
    nonisolated func hostile(_ random: RandomCase) async throws {
        try await check(random)
    }

    private func check(_ random: RandomCase) async throws {
        var random = random
        var expression = Self.expression(&random)
        if let read = try? Expression(parsing: expression),
            (try? read.check(dice: Limits.diceOfThrow)) == nil
        {
            expression = "9x" + expression
        }
        let names =
            random.bool()
            ? nil
            : (0..<random.int(0...16)).map {
                String(repeating: "🎲", count: 60) + "\($0)"
            }
        let params = ThrowParams(
            table: .default,
            expression: expression,
            label: random.bool() ? String(repeating: "\"", count: 64) : nil,
            animate: random.bool(),
            by: String(repeating: "\\", count: 64),
            seenBy: names
        )
        client.send([Method.throw(params)])
        for _ in 1...12 {
            await rig.advance(by: .seconds(2))
        }
        let lines = try client.lines()
        #expect(!lines.isEmpty)
        for line in try lines + watcher.lines() + planned.lines() {
            #expect(line.utf8.count <= Limits.largestThrow, "\(line.prefix(200))")
        }
        for entry in try await entries(for: (names ?? []) + [params.by ?? ""]) {
            let size = entry.jsonBytes().count
            let read = try Expression(parsing: entry.expression)
            let maximum = ThrowBytes(
                read,
                text: entry.expression,
                names: [entry.by, entry.label ?? ""] + (entry.seenBy ?? []),
                first: read.firstDice
            )
            #expect(
                size <= maximum.entry && size <= Limits.largestThrow,
                "\(entry.expression.prefix(200))"
            )
        }
    }

    private func entries(for viewers: [String]) async throws -> [ThrowResult] {
        var query = HistoryQuery(of: .default, limit: 10)
        query.kind = .throw
        query.viewers = viewers
        return try await rig.store.history(query, among: nil).entries.compactMap { entry in
            if case .thrown(let thrown) = entry {
                thrown
            } else {
                nil
            }
        }
    }

    /// Returns an expression whose result is large for the expression's length.
    private static func expression(_ random: inout RandomCase) -> String {
        func text(_ maximum: Int) -> String {
            let letter = ["x", "é", "漢", "🎲", "\\\\", "\\\""][random.int(0...5)]
            return String(
                repeating: letter,
                count: max(1, random.int(1...maximum) / letter.utf8.count)
            )
        }
        func word(_ maximum: Int) -> String {
            let letter = ["x", "é", "漢", "🎲"][random.int(0...3)]
            return String(
                repeating: letter,
                count: max(1, random.int(1...maximum) / letter.utf8.count)
            )
        }
        let count = random.int(1...1_000)
        let sides = [2, 6, 1_000_000][random.int(0...2)]
        let words = (0..<random.int(2...20)).map { _ in random.bool() ? word(128) : "" }
            .joined(
                separator: ","
            )
        let body =
            switch random.int(0...5) {
            case 0: "\(count)d\(sides)"
            case 1: "\(count)d\(sides)!>\(sides - 1)r<2>=\(sides)f1cs1cf2"
            case 2: "\(count)x1d\(sides)[\(word(128))]"
            case 3: "\(count)d{\(words)}"
            case 4: "(1d\(count))d{\(words)}+\(count / 2)d{\(words)}"
            default: "\(count)x(1d\(sides)!!/3)"
            }
        if body.contains("{") {
            return body
        }
        return switch random.int(0...2) {
        case 0: body
        case 1: body + " vs \(random.int(1...20))"
        default:
            body + " => ..\(sides): \"" + text(480) + "\", else: \"" + text(480) + "\""
        }
    }

    @Test("a secret throw counts until its dice cannot move any more, for any faces")
    func secret() throws {
        let expression = try Expression(parsing: "500d6")
        let bytes = ThrowBytes(
            expression,
            text: "500d6",
            names: ["ann"],
            first: expression.firstDice
        )
        #expect(bytes.secret > bytes.entry + 60 * 500)
        #expect(bytes.entry <= bytes.line)
        #expect(bytes.line < 60_000)
    }
}

@Suite("Faces of a throw's dice")
@TableActor
struct FacesInFlightTests {
    private let rig: Rig
    private let client: RigClient

    init() async throws {
        rig = try await Rig(isShared: true)
        client = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: Peer.ownUID + 1
        )
    }

    /// Returns a list of about this many bytes of faces, different for each number.
    private static func list(_ bytes: Int, _ number: Int) -> String {
        "d{n\(number),"
            + (0..<(bytes - 20) / 103).map {
                "a\($0 % 10)" + String(repeating: "x", count: 98)
            }
            .joined(separator: ",")
            + ",}"
    }

    private func begin(
        _ expression: String,
        seenBy: [String]? = nil,
        by client: RigClient? = nil
    )
        async throws
        -> WireError?
    {
        let client = client ?? self.client
        let before = rig.tables.animatingDice
        client.send([
            Method.throw(
                ThrowParams(table: .default, expression: expression, seenBy: seenBy)
            )
        ])
        var refusal: WireError?
        try await rig.turn {
            for line in (try? client.lines()) ?? [] {
                if case .reply(_, let error?)? = ServerLine(Array(line.utf8))?.kind {
                    refusal = error
                }
            }
            return refusal != nil || rig.tables.animatingDice > before
        }
        return refusal
    }

    @Test(
        "each distinct list of faces is sent once per throw, with its first die"
    )
    func once() async throws {
        for frames in [FrameKind.values, .plan] {
            let watcher = try rig.connect(Permit(label: "bo"))
            _ = try await rig.call(
                watcher,
                Method.watch(WatchParams(table: .default, frames: frames))
            )
            #expect(try await begin("3d{hit,}+2d{a,b}+1d{hit,blank}") == nil)
            await rig.advance(by: .milliseconds(16))
            func dice(_ watcher: RigClient) throws -> [DieState] {
                try watcher.lines().flatMap { line -> [DieState] in
                    guard
                        case .throw(let frame)? = try ServerLine(Array(line.utf8))?
                            .notification()
                    else { return [] }
                    return frame.dice
                }
            }
            let told = try dice(watcher).prefix(6)
            #expect(
                told.map(\.faces) == [
                    ["hit", "blank"], nil, nil, ["a", "b"], nil, nil,
                ]
            )
            #expect(told.map(\.facesOf) == [nil, 1, 1, nil, 4, 1])
            let late = try rig.connect(Permit(label: "cy"))
            _ = try await rig.call(
                late,
                Method.watch(WatchParams(table: .default, frames: frames))
            )
            await rig.advance(by: .milliseconds(16))
            #expect(try dice(late).prefix(6).map(\.facesOf) == [nil, 1, 1, nil, 4, 1])
            try rig.table.stopAnimation(.cancel)
        }
    }

    @Test(
        "one user's throws carry at most half of a table's limit, and other users have the rest"
    )
    func limits() async throws {
        let half = Limits.facesInFlight / 2
        let list = 3_900
        var count = 0
        while try await begin(Self.list(list, count)) == nil {
            count += 1
        }
        #expect(count * list <= half + 4_096 * count / 10)
        #expect((count + 2) * list > half)
        let refusal = try await begin(Self.list(list, 999))
        #expect(refusal?.known == .limitExceeded)
        #expect(refusal?.data.of == "faces")
        #expect(refusal?.data.limit == half)
        #expect(try await begin("d6") == nil)
        let bo = try rig.connect(
            Permit(account: "bo", mayTakeName: false),
            uid: Peer.ownUID + 2
        )
        #expect(try await begin(Self.list(list, 999), by: bo) == nil)
        // Throws that have settled make room for others.
        try rig.table.stopAnimation(.cancel)
        #expect(try await begin(Self.list(list, 999)) == nil)
    }

    @Test(
        "a secret throw counts until its dice cannot move any more, for any faces"
    )
    func secret() async throws {
        var faces = FacesInFlight()
        let user = Account.AccountKey(uid: 1, name: "ann", isGuest: true)
        faces.add(
            1,
            bytes: Limits.facesInFlight / 2,
            of: user,
            until: .seconds(12),
            at: .zero
        )
        faces.settled(1)
        #expect(throws: WireError.self) {
            try faces.check(1, of: user, at: .seconds(11))
        }
        #expect(throws: Never.self) {
            try faces.check(Limits.facesInFlight / 2, of: nil, at: .seconds(11))
        }
        #expect(throws: Never.self) { try faces.check(1, of: user, at: .seconds(12)) }
    }

    @Test(
        "a new watcher gets the throws in flight at its reading speed and is not closed"
    )
    func newcomer() async throws {
        let other = try rig.connect()
        for _ in 1...8 {
            #expect(try await begin("1000d6", by: other) == nil)
        }
        let watcher = try rig.connect()
        watcher.isTaking(false)
        watcher.send([Method.watch(WatchParams(table: .default, frames: .plan))])
        var throwsTold: Set<Int> = []
        for _ in 1...200 where throwsTold.count < 8 {
            watcher.isTaking(false)
            await rig.advance(by: .milliseconds(4))
            let lines = try watcher.lines()
            for line in lines {
                if case .throw(let frame)? = try ServerLine(Array(line.utf8))?
                    .notification()
                {
                    throwsTold.insert(frame.number)
                }
            }
            watcher.isTaking(true)
            rig.loop.run()
        }
        #expect(throwsTold == Set(1...8))
        #expect(watcher.channel.isActive)
    }
}

@Suite("Lines queued for a reader")
struct WaitingLinesTests {
    private let line = ByteBuffer(repeating: 0x20, count: 300_000)

    @Test("lines of a burst wait and leave in order")
    func burst() {
        var waiting = WaitingLines()
        for _ in 1...20 {
            let isWaiting = waiting.append(line, unsent: 5)
            #expect(isWaiting)
        }
        #expect(waiting.bytes == 6_000_000)
        var count = 0
        while waiting.next(.zero) != nil {
            count += 1
        }
        #expect(count == 20)
        #expect(waiting.isEmpty)
        #expect(waiting.bytes == 0)
    }

    @Test(
        "a reader that reads nothing for a second is dropped, and one that reads is not"
    )
    func patience() {
        for reads in [false, true] {
            var waiting = WaitingLines()
            for _ in 1...4 {
                _ = waiting.append(line, unsent: 1_000)
            }
            waiting.now = .seconds(2)
            let isWaiting = waiting.append(line, unsent: reads ? 999 : 1_000)
            #expect(isWaiting == reads)
        }
    }

    @Test("the waiting lines have a maximum, even for a reader that is only slow")
    func maximum() {
        var waiting = WaitingLines()
        var count = 0
        while count < 1_000, waiting.append(line, unsent: 1_000_000 - count) {
            count += 1
        }
        #expect(count == WaitingLines.maximum / line.readableBytes)
    }
}
