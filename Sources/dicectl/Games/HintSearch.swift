import DiceGames
import DiceHints
import Synchronization

/// Looks a table of hints up in the cache, or finds it, on threads of its own. Whoever wants it
/// asks now and then.
final class HintSearch: Sendable {
    let game: Game
    /// Whether it is found where the cache has none.
    let finds: Bool
    private let changed: @Sendable (Bool) -> Void
    private let state = Mutex(
        (percent: Int?.none, found: Result<HintTable?, CommandError>?.none)
    )
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter changed: called after each step, and with true at the end.
    init(
        _ game: Game,
        in cache: HintCache = HintCache(),
        finds: Bool = true,
        changed: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        self.game = game
        self.finds = finds
        self.changed = changed
        task.withLock { $0 = Task(priority: .utility) { await run(cache) } }
    }

    /// How much is done; nil if nothing has to be found.
    var percent: Int? { state.withLock(\.percent) }

    /// Nil until it has ended: then the table, nil if the cache has none, or `declined` if the game
    /// has no exact answer.
    var found: Result<HintTable?, CommandError>? { state.withLock(\.found) }

    func cancel() {
        task.withLock { $0?.cancel() }
    }

    private func run(_ cache: HintCache) async {
        var found = Result<HintTable?, CommandError>.success(cache.stored(of: game))
        if finds, case .success(nil) = found {
            do throws(HintError) {
                let table = try await HintTable(game, workers: 2) { part in
                    state.withLock { $0.percent = Int(min(max(part, 0), 1) * 100) }
                    changed(false)
                }
                cache.store(table, of: game)
                found = .success(table)
            } catch {
                found = .failure(.declined(error.reason))
            }
        }
        state.withLock { $0.found = found }
        changed(true)
    }
}
