import DiceFollowing
import DiceGames
import DiceHints
import Synchronization

/// Reads a table of hints from the cache, or computes it, on its own threads. The owner polls for
/// the result.
final class HintSearch: Sendable {
    let game: Game
    /// True to compute the table if the cache has none.
    let finds: Bool
    private let changed: @Sendable (Bool) -> Void
    private let state = Mutex(
        (percent: Int?.none, found: Result<HintTable?, CommandError>?.none)
    )
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter changed: called after each step, and with `true` at the end.
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

    /// The progress in percent; `nil` if nothing has to be computed.
    var percent: Int? { state.withLock(\.percent) }

    /// `nil` until the search has ended. Then the table (`nil` if the cache has none), or
    /// `declined` if the game has no exact solution.
    var result: Result<HintTable?, CommandError>? { state.withLock(\.found) }

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
