internal import DiceClient
internal import DiceModel
internal import DiceWire

extension Relay {
    /// Takes a notification. Throws where it is broken.
    mutating func take(news line: ServerLine, at now: Deadline) throws(ClientError) {
        switch try line.news() {
        case .frame(let frame): hear(frame.table, frame.revision, line, rolling: frame.rolling)
        case .throw(let frame): hear(frame, line)
        case .event(let event): hear(event, line, at: now)
        case .tables(let list): follow(list, at: now)
        // A newer daemon tells of more than this version knows.
        case nil: break
        }
    }

    /// - Parameters:
    ///   - rolling: whether dice of the table are in flight from now on; nil where that stays as it is.
    ///   - isPublished: whether the audience is told.
    private mutating func hear(
        _ name: String, _ revision: Int, _ line: ServerLine, rolling: Bool? = nil, isPublished: Bool = true
    ) {
        guard let table = TableName(name), let followed = tables[table] else { return }
        tables[table]?.revision = max(followed.revision, revision)
        if let rolling { setRolling(rolling, table) }
        if !isPublished { tables[table]?.isChanged = true }
        touched.insert(table)
        // Whoever has no state of the table can show nothing of it.
        if isPublished, !outbox.isTooLarge(at: topics.state(of: table)) {
            add(event: Outbox.Message(topic: topics.event(of: table), payload: line.bytes, isRetained: false))
        }
    }

    private mutating func hear(_ frame: ThrowFrame, _ line: ServerLine) {
        if frame.result != nil, let table = TableName(frame.table) {
            tables[table]?.entries.ended(.thrown(frame.number))
        }
        // Its dice are no part of the state, which is asked for once the throw has ended.
        hear(frame.table, frame.result == nil ? 0 : frame.revision, line)
    }

    private mutating func hear(_ event: TableEvent, _ line: ServerLine, at now: Deadline) {
        let rolling = event.kind.rolling
        if case .turnEnded(let turn, _) = event.kind, let table = TableName(event.table) {
            tables[table]?.entries.ended(.turn(turn.turn))
        }
        hear(event.table, event.revision, line, rolling: rolling, isPublished: event.kind.isForAudience)
        if event.kind == .tableDeleted, let table = TableName(event.table) { leave(table, at: now) }
    }
}

extension TableEvent.Kind {
    /// What an audience sees: at most the dice of a roll and two more. Who watches, and who is asked to add chance, is for
    /// those who are at the table.
    var isForAudience: Bool {
        switch self {
        case .rollStarted, .rollSettled, .lockChanged, .turnEnded, .tableChanged, .tableDeleted: true
        case .rollAsked, .contributorsChanged, .watchersChanged, .serverStopping: false
        }
    }

    /// Whether dice are in flight from then on; nil where that stays as it is.
    fileprivate var rolling: Bool? {
        switch self {
        case .rollStarted: true
        case .rollSettled: false
        case .tableChanged(let snapshot): snapshot.rolling
        default: nil
        }
    }
}
