internal import DiceClient
internal import DiceModel
internal import DiceWire

/// A roll that is drawn as its frames come in.
struct LiveRoll {
    let session: Session
    let motion: Motion

    func run(_ roll: RollParams) throws(Failure) {
        var table: TableState?
        var hasStarted = false
        var objection: String?
        let follow = LiveFollow(
            session: session, motion: motion, table: roll.table, parting: ": dicectl table show \(roll.table)")
        try follow.run([Method.roll(roll)], of: AnyMethod(.roll)) { incoming, view throws(ClientError) in
            switch incoming {
            case .table(let snapshot): table = TableState(snapshot)
            case .answer(_, let line):
                guard var settled = table else { throw ClientError.garbled("the table comes after its roll") }
                let result = try line.value(as: RollResult.self)
                settled.apply(result)
                view.show([settled])
                var seen = SeenNotes.current
                seen?.note(added: roll.entropy, to: result)
                objection = Objection.to(result, with: roll.entropy)
            case .news(let notification):
                table?.apply(notification)
                if case .event(let event) = notification, case .rollStarted = event.kind { hasStarted = true }
                if hasStarted, let table { view.show([table]) }
            }
        }
        if let objection { throw .unverified(objection) }
    }
}
