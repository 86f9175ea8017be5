internal import DiceTable

/// Has the store give back room once nothing has changed for a while. Sleeps while nothing happens.
@TableActor
final class Housekeeping {
    private let store: any TableStore
    private let clock: any TableClock
    private var timer: Task<Void, Never>?
    private var hasChanged = false

    private static let quietTime = Duration.seconds(20)

    init(store: any TableStore, clock: any TableClock) {
        self.store = store
        self.clock = clock
    }

    deinit { timer?.cancel() }

    /// Something was stored.
    func changed() {
        hasChanged = true
        if timer == nil { wait() }
    }

    private func wait() {
        hasChanged = false
        timer = TableActor.after(Self.quietTime, on: clock) { [weak self] in self?.look() }
    }

    private func look() {
        if hasChanged { return wait() }
        TableActor.task { [weak self, store] in
            let isTidy = await store.tidy()
            guard let self else { return }
            timer = nil
            if hasChanged || !isTidy { wait() }
        }
    }
}
