internal import DiceClient
internal import DiceModel
internal import DiceWire

/// A roll that is drawn as its frames come in. One connection watches and rolls: when it closes, the dice settle.
struct LiveRoll {
    private let session: Session
    private let motion: Motion

    init(_ session: Session, motion: Motion) {
        self.session = session
        self.motion = motion
    }

    func run(_ roll: RollParams) throws(Failure) {
        let client = try session.connect()
        let ids: [RequestID]
        do {
            ids = try client.begin([.watch(TableParams(table: roll.table)), .roll(roll)])
        } catch {
            throw .client(error)
        }
        let view = LiveView(traits: session.traits, motion: motion, environment: session.environment)
        do {
            try follow(client, view, watch: ids[0], roll: ids[1])
            try view.close()
        } catch {
            try? view.close()
            if error == .interrupted {
                Output.message(
                    "interrupted; the dice settle on the faces already drawn: dicectl table show \(roll.table)")
            }
            throw error
        }
    }

    private func follow(_ client: Client, _ view: LiveView, watch: RequestID, roll: RequestID) throws(Failure) {
        var vigil = Vigil(over: .roll, timeout: client.timeout)
        var table: TableState?
        var hasStarted = false
        do {
            while true {
                guard case .line(let line) = try view.next(from: client, of: .roll, by: vigil.deadline) else {
                    try vigil.expire(client: client)
                    continue
                }
                vigil.hear()
                if try line.answers(watch) {
                    table = TableState(try line.value(as: TableSnapshot.self))
                } else if try line.answers(roll) {
                    guard var table else { throw ClientError.garbled("the table comes after its roll") }
                    table.apply(try line.value(as: RollResult.self))
                    return view.show([table])
                } else if let notification = try line.news() {
                    table?.apply(notification)
                    if case .event(let event) = notification, case .rollStarted = event.kind { hasStarted = true }
                    if hasStarted, let table { view.show([table]) }
                }
            }
        } catch {
            throw Failure(error)
        }
    }
}
