internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Throws at one table that are drawn as their dice tumble, all at once.
struct LiveThrow {
    let session: Session
    let motion: Motion

    /// Returns the results in the order of `throws`. Those that have no room in the window are printed below it.
    func run(_ throws: [ThrowParams]) throws(Failure) -> [ThrowResult] {
        guard let table = `throws`.first?.table else { return [] }
        var hand = ThrowHand(`throws`)
        var rows = 0
        let follow = LiveFollow(
            session: session, motion: motion, table: table,
            parting: ": dicectl history \(table) --kind throw --limit \(`throws`.count)")
        try follow.run(`throws`.map { Method.throw($0) }, of: AnyMethod(.throw)) { incoming, view throws(ClientError) in
            switch incoming {
            case .table: return
            case .answer(let index, let line): hand.settle(index, try line.value(as: ThrowResult.self))
            case .news(.throw(let frame)): hand.apply(frame)
            case .news: return
            }
            rows = view.rows
            view.show(hand.shown)
        }
        let results = hand.results
        try Output.lines(results.dropFirst(rows).map(PlainLine.thrown))
        return results
    }
}

/// Which of a table's throws are those that were asked for, and what is known of them.
struct ThrowHand {
    private let asked: [ThrowParams]
    private var frames: [ThrowFrame?]

    init(_ asked: [ThrowParams]) {
        self.asked = asked
        frames = Array(repeating: nil, count: asked.count)
    }

    /// Those that have begun.
    var shown: [ThrowFrame] { frames.compactMap(\.self) }
    var results: [ThrowResult] { frames.compactMap { $0?.result } }

    /// Takes in what became of a throw at the table, whoever's it is: ours are told apart by what was asked for, as
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
            && (throwing.values != nil || throwing.expression.map { words($0) == words(frame.expression) } ?? true)
    }
}
