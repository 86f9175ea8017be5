internal import DiceClient
internal import DiceModel
internal import DiceWire

/// The dice drawn in place, with what happened last below them.
final class DrawnWatch: WatchDisplay {
    private let view: LiveView
    private var table: TableState?

    init(_ view: LiveView) {
        self.view = view
    }

    func show(_ snapshot: TableSnapshot, _ line: ServerLine) {
        let isBack = table != nil
        change(TableState(snapshot)) { if isBack { $0.caption = "the daemon is back" } }
    }

    func show(_ notification: Notification?, _ line: ServerLine) {
        guard let notification else { return }
        change(table) { $0.apply(notification) }
    }

    func showGone() {
        change(table) { $0.caption = "the daemon is gone, waiting for it" }
    }

    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine? {
        switch try view.next(from: client, of: .watch, by: deadline) {
        case .line(let line): line
        case .deadline: nil
        }
    }

    func close() throws(Failure) { try view.close() }

    private func change(_ state: TableState?, _ change: (inout TableState) -> Void) {
        guard var state else { return }
        change(&state)
        table = state
        view.show(state)
    }
}
