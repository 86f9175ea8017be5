internal import DiceClient
internal import DiceModel
internal import DiceNotation
internal import DiceProof
internal import DiceWire

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
    /// Nil for the login name, which the daemon knows.
    var player: String?
    var motion: Motion?
    var isPlain = false

    func carryOut(_ session: Session) throws {
        let motion = session.motion(motion)
        let table = try session.table()
        let requests = texts.map { expression in
            var saved: RollName?
            if case .saved(let name) = what { saved = name }
            return ThrowParams(
                table: table, expression: expression, saved: saved,
                values: values.isEmpty ? nil : ParameterValues(values), label: label, animate: motion != .none,
                by: player, entropy: Entropy.fresh())
        }
        let speaks = session.speaks(plain: isPlain)
        try session.remakingDefault {
            if motion != .none, !session.json, !speaks, session.traits.canDraw {
                let results = try LiveThrow(session: session, motion: motion).run(requests)
                var seen = SeenNotes.current
                for (request, result) in zip(requests, results) { seen?.note(added: request.entropy, to: result) }
                try Self.check(results)
                try Self.check(results, of: requests)
            } else {
                try carryOut(requests, session, speaks: speaks)
            }
        }
    }

    /// Each on one connection, one after the other.
    private func carryOut(
        _ requests: [ThrowParams], _ session: Session, speaks: Bool
    ) throws {
        let client = try session.connect()
        var results: [ThrowResult] = []
        // Those of later throws come with the answers.
        var seen = SeenNotes.current
        try client.learnCommitments(of: try session.table(), &seen, isQuick: motion == Motion.none)
        for request in requests {
            results.append(
                try session.perform(.throw, request, on: client) { result in
                    [speaks ? Sentence.thrown(result) : Self.line(result)]
                })
            seen?.note(thrown: results[results.count - 1])
            seen?.note(added: request.entropy, to: results[results.count - 1])
        }
        if !session.json { try Self.check(results) }
        try Self.check(results, of: requests)
    }

    /// Throws where one was made with other chance than was sent with it.
    private static func check(_ results: [ThrowResult], of requests: [ThrowParams]) throws(Failure) {
        for (request, result) in zip(requests, results) {
            if let objection = Objection.to(result, with: request.entropy) { throw .unverified(objection) }
        }
    }

    /// Throws where one has failed.
    private static func check(_ results: [ThrowResult]) throws(Failure) {
        for result in results {
            if let message = result.message { throw .declined("\(result.expression): \(message)") }
        }
    }

    /// `fire bolt: 2d6+3: [4 2] + 3 = 9`
    private static func line(_ result: ThrowResult) -> String {
        Printable.text((result.label.map { $0 + ": " } ?? "") + result.text)
    }

    /// Of each throw; nil for one of a saved roll.
    private var texts: [String?] {
        guard case .expressions(let expressions) = what else { return [nil] }
        return expressions.map { text in times.map { "\($0)x(\(text))" } ?? text }
    }
}
