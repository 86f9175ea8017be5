import DiceTable

/// Releases memory and storage once nothing has changed for a while. Sleeps until something
/// changes.
@TableActor
final class Housekeeping {
    private let tidy: @TableActor () async -> Bool
    private let clock: any TableClock
    private var timer: Task<Void, Never>?
    private var hasChanged = false

    private let quietTime: Duration

    /// - Parameter tidy: returns true if everything could be released.
    init(
        clock: any TableClock,
        quietTime: Duration = ServerTimes().quiet,
        tidy: @escaping @TableActor () async -> Bool
    ) {
        self.tidy = tidy
        self.clock = clock
        self.quietTime = quietTime
    }

    deinit {
        timer?.cancel()
    }

    /// Notes a change.
    func changed() {
        hasChanged = true
        if timer == nil {
            wait()
        }
    }

    private func wait() {
        hasChanged = false
        timer = TableActor.after(quietTime, on: clock) { [weak self] in self?.look() }
    }

    private func look() {
        if hasChanged {
            return wait()
        }
        TableActor.task { [weak self, tidy] in
            let isTidy = await tidy()
            guard let self else { return }
            timer = nil
            if hasChanged || !isTidy {
                wait()
            }
        }
    }
}
