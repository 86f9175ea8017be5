import DiceGames
import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// An event, encoded as a line for each kind of watcher.
@TableActor
struct EventLines {
    let kind: TableEvent.Kind
    private let usual: ByteBuffer
    private let planned: ByteBuffer
    /// The line without the sheets of a game, if the event changes none.
    private let brief: ByteBuffer?

    /// - Parameter planned: the event for watchers with plans, if it differs.
    init(
        _ kind: TableEvent.Kind,
        by: String?,
        planned: TableEvent.Kind?,
        of group: DiceGroup
    ) {
        func line(_ kind: TableEvent.Kind, sheets: Bool = true) -> ByteBuffer {
            var event = TableEvent(
                table: group.name.description,
                revision: group.revision,
                by: by,
                kind: kind
            )
            event.game = kind.changesGame ? group.game : nil
            event.up = kind.changesPlayer ? group.settings.up : nil
            if !sheets {
                event.game?.sheets = []
            }
            return Notification.event(event).line()
        }
        self.kind = kind
        usual = line(kind)
        self.planned = planned.map { line($0) } ?? usual
        let keepsSheets = kind.changesGame && !kind.changesPlayer && group.match != nil
        brief = keepsSheets ? line(kind, sheets: false) : nil
    }

    func line(for watch: TableWatch) -> ByteBuffer {
        if let brief, !watch.sheets {
            return brief
        }
        return watch.frames == .plan ? planned : usual
    }

    /// True if the event announces the end of a throw.
    var isOfThrow: Bool {
        switch kind {
        case .throwEnded, .throwShown: true
        default: false
        }
    }

    /// True if the event is never sent before the frame that it follows.
    var needsFrame: Bool { if case .rollSettled = kind { true } else { false } }

    /// Returns true if the event contains every change that the watcher has not received.
    func carriesState(to watch: TableWatch, of group: DiceGroup) -> Bool {
        switch kind {
        case .tableChanged: true
        case .rollStarted: group.roll.map(watch.isCovered) == true
        default: false
        }
    }
}
