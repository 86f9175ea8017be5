import DiceClient
import DiceModel
import DiceNotation
import DiceProof
import DiceWire

/// What `dicectl roll` is told to throw.
struct ThrowOrder: Hashable {
    enum What: Hashable {
        case expressions([String])
        case saved(RollName)
    }

    var what: What
    var values: [String: Double] = [:]
    /// How often each is rolled, as one throw; nil for once.
    var times: Int?
    var label: String?
    /// Nil for everybody.
    var viewers: Viewers?
    /// Nil for the login name, which the daemon knows.
    var player: String?
    var motion: Motion?
    var isPlain = false

    func carryOut(_ session: Session) throws {
        let motion = session.motion(motion)
        let table = try session.table()
        let speaks = session.speaks(plain: isPlain)
        try session.remakingDefault {
            let client = try session.connect()
            let requests = requests(at: table, motion, on: client)
            var results: [ThrowResult] = []
            if motion != .none, !session.json, !speaks, session.traits.canDraw {
                results = try draw(requests, at: table, session, client, motion)
            } else {
                try client.learnCommitments(of: table)
                for request in requests {
                    results.append(
                        try session.perform(.throw, request, on: client) { result in
                            [speaks ? EventText.spoken.thrown(result) : Self.line(result)]
                        })
                }
            }
            if !session.json { try Self.check(results) }
            try client.witness.check()
        }
    }

    /// Draws all at once as their dice tumble. Returns the results in the order of `asked`; those that have no room in the
    /// window are printed below it.
    private func draw(
        _ asked: [ThrowParams], at table: TableName, _ session: Session, _ client: Client, _ motion: Motion
    ) throws(CommandError) -> [ThrowResult] {
        var (hand, rows) = (ThrowMatcher(asked), 0)
        let requests = asked.map { Method.throw($0) }
        try session.draw(
            requests, at: table, on: client, motion, viewer: player,
            parting: "\(session.calling) history \(table) --kind throw --limit \(asked.count)"
        ) { news, view throws(ClientError) in
            switch news {
            case .answer(let request, let line):
                hand.settle(requests.firstIndex(of: request) ?? 0, try line.value(as: ThrowResult.self))
            case .notification(.throw(let frame)?, _): hand.apply(frame)
            default: return
            }
            rows = view.rows
            view.show(hand.shown)
        }
        try Output.lines(hand.results.dropFirst(rows).map(EventText.line.thrown))
        return hand.results
    }

    /// Throws if one has failed.
    private static func check(_ results: [ThrowResult]) throws(CommandError) {
        for result in results {
            if let message = result.message { throw .declined("\(result.expression): \(message)") }
        }
    }

    /// `fire bolt: 2d6+3: [4 2] + 3 = 9`
    private static func line(_ result: ThrowResult) -> String {
        Printable.text((result.label.map { $0 + ": " } ?? "") + EventText.told(result))
    }

    private func requests(at table: TableName, _ motion: Motion, on client: Client) -> [ThrowParams] {
        // Of another machine's daemon the name may be another than the login name here.
        let seenBy = viewers?.seenBy(
            thrower: player ?? (try? client.call(.confine, ConfineParams()))?.as ?? Player.login)
        var saved: RollName?
        if case .saved(let name) = what { saved = name }
        return texts.map { expression in
            ThrowParams(
                table: table, expression: expression, saved: saved,
                values: values.isEmpty ? nil : ParameterValues(values), label: label, animate: motion != .none,
                by: player, entropy: Entropy.fresh(), seenBy: seenBy)
        }
    }

    /// The text of each throw; nil for one of a saved roll.
    private var texts: [String?] {
        guard case .expressions(let expressions) = what else { return [nil] }
        return expressions.map { text in times.map { "\($0)x(\(text))" } ?? text }
    }
}

/// Which of a table's throws are those that were asked for, and what is known of them.
struct ThrowMatcher {
    private let asked: [ThrowParams]
    private var frames: [ThrowFrame?]

    init(_ asked: [ThrowParams]) {
        self.asked = asked
        frames = Array(repeating: nil, count: asked.count)
    }

    /// The throws that have begun.
    var shown: [ThrowFrame] { frames.compactMap(\.self) }
    var results: [ThrowResult] { frames.compactMap { $0?.result } }

    /// Takes in what became of a throw at the table, anyone who's it is: ours are told apart by what was asked for, as
    /// their numbers come with the answers.
    mutating func apply(_ frame: ThrowFrame) {
        if let index = frames.firstIndex(where: { $0?.number == frame.number }) {
            frames[index]?.merge(frame)
        } else if let index = asked.indices.first(where: { frames[$0] == nil && isLike(asked[$0], frame) }) {
            frames[index] = frame
        }
    }

    /// The answer to a request: its word is the last.
    mutating func settle(_ index: Int, _ result: ThrowResult) {
        guard frames.indices.contains(index) else { return }
        for other in frames.indices where other != index && frames[other]?.number == result.number {
            frames[other] = nil
        }
        frames[index] = ThrowFrame(result)
    }

    private func isLike(_ throwing: ThrowParams, _ frame: ThrowFrame) -> Bool {
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        return frame.table == throwing.table.description && frame.label == throwing.label
            && throwing.by.map { $0 == frame.by } ?? true
            // With a saved roll's name in it, it comes back as another.
            && (throwing.values != nil
                || throwing.expression.map {
                    words($0) == words(frame.expression) || (try? Expression(parsing: $0)) == nil
                } ?? true)
    }
}
