import DiceModel
import DiceNotation
import DiceTable
import DiceWire

extension RequestHandler {
    mutating func addThrowing() {
        let tables = tables
        let rolls = rolls
        storing(.throw) { params, connection in
            let table = try await tables.table(params.table)
            let roller = connection.roller(params.by, at: table)
            let (read, remark, notes) = try await params.read(from: rolls, for: roller.by)
            var params = params
            params.label = params.label ?? remark
            let viewers = connection.permit.viewers(actingAs: roller.by)
            let flying = try await table.throw(
                read.expression,
                text: read.text,
                params,
                from: roller
            )
            // A thrower who may not see the faces gets the answer as soon as strangers know that
            // the dice have settled.
            return .settling(flying.part(for: viewers), at: table) { flying in
                guard var result = flying.result?.shown(to: viewers) else {
                    throw WireError(.shuttingDown)
                }
                result.nextCommitment = flying.nextCommitment
                result.notes = notes.isEmpty ? nil : notes
                return result
            }
        }
        storing(.show) { params, connection in
            let viewers = params.by.map { [$0] } ?? connection.permit.names.all
            try await tables.table(params.table).show(
                params.number,
                by: viewers,
                isBot: connection.permit.isBot
            )
            return .done(EmptyObject())
        }
    }
}

extension ThrowParams {
    /// Returns the recipients of a throw that is made under this name.
    func recipients(by name: String) -> Recipients {
        seenBy.map { .only($0.isEmpty ? [name] : $0) } ?? .everybody
    }

    /// Returns the expression to roll, with the parameters' values filled in, the remark after it,
    /// and the notes on it.
    ///
    /// - Parameter player: the name whose saved rolls hide everyone's.
    func read(from rolls: RollShelf, for player: String) async throws(WireError) -> (
        WrittenExpression, remark: String?, notes: [NotationNote]
    ) {
        let whole: String
        switch (expression, saved) {
        case (let expression?, nil): whole = expression
        case (nil, let name?):
            whole = try await rolls.roll(name, for: player, param: "saved").expression
        case (nil, nil): throw WireError(.noExpression, ["param": "expression"])
        case (_?, _?): throw WireError(.expressionAndSaved, ["param": "expression"])
        }
        // Saved expressions were validated when they were saved.
        let origin = saved == nil ? TextOrigin.typed : .stored
        let roll: RollText
        do throws(NotationError) {
            roll = try RollText(whole, origin)
            if expression != nil, label != nil, roll.remark != nil {
                throw NotationError(
                    "the remark after `#` is a label, and param \"label\" gives another one",
                    at: 0..<whole.utf8.count,
                    expected: ["either the remark or the label"]
                )
            }
        } catch { throw WireError(error.located(in: whole)) }
        let saved = roll.mayHaveNames ? try await rolls.expressions(for: player) : { _ in nil }
        do throws(NotationError) {
            let read = try roll.written(saved).filled(with: values?.values ?? [:])
            try read.checkThrow()
            if let label = label ?? (origin == .typed ? roll.remark : nil) {
                try read.check(label: label)
            }
            let notes = read.notes.map { $0.located(in: whole) }
            return (read, roll.remark, notes)
        } catch { throw WireError(error.located(in: whole)) }
    }
}

extension NotationError {
    /// Converts an error's position in the NFC form of a text to the position in the original text.
    fileprivate func located(in text: String) -> NotationError {
        text.utf8.count == RollText.read(text).utf8.count ? self : about(0..<text.utf8.count)
    }
}
