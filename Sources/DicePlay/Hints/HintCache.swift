import DiceDrawing
package import DiceFollowing
package import DiceGames
package import DiceHints
import FoundationEssentials
import Glibc
import Unix

/// Computed hint tables, in files of the user's cache: `dicectl/yahtzee.hints`. A table is computed
/// again if its file is damaged or belongs to other rules.
package struct HintCache {
    /// `nil` if there is no cache folder.
    private let folder: String?

    init(folder: String?) {
        self.folder = folder
    }

    package init() {
        let cache = (try? UserFolders.current.cache()) ?? nil
        folder = cache.map { $0 + "/dicectl" }
    }

    /// Returns the table, and computes it if it is missing. While computing, it shows the progress
    /// and the remaining time on a terminal. Throws `declined` if the game has no exact solution.
    package func table(of game: Game) throws(CommandError) -> HintTable {
        if let stored = stored(of: game) {
            return stored
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .declined("cannot create a pipe: \(SystemError.last)")
        }
        let steps = ends[0]
        let told = ends[1]
        defer {
            close(steps)
        }
        // The search writes a byte for each step and closes the pipe at its end.
        let search = HintSearch(game, in: self) { isOver in
            if isOver {
                _ = close(told)
            } else {
                _ = withUnsafeBytes(of: UInt8(0)) { write(told, $0.baseAddress, 1) }
            }
        }
        let start = ContinuousClock.now
        let isShown = isatty(STDERR_FILENO) == 1
        var step: UInt8 = 0
        while case let count = read(steps, &step, 1),
            count == 1 || count < 0 && errno == EINTR
        {
            guard isShown, let percent = search.percent else { continue }
            let rest =
                percent > 2
                ? (ContinuousClock.now - start) * (100 - percent) / percent : nil
            let left = rest.map { ", \($0.components.seconds + 1) s left" } ?? ""
            Output.notice(
                "\rcomputing hints for \(game.localized.title): \(percent) %\(left) \u{1B}[K"
            )
        }
        if isShown, search.percent != nil {
            Output.notice("\r\u{1B}[K")
        }
        guard let table = try search.result?.get() else { throw .interrupted }
        return table
    }

    /// Returns the stored table, if any.
    package func stored(of game: Game) -> HintTable? {
        path(of: game).flatMap { FileManager.default.contents(atPath: $0) }.flatMap {
            try? HintTable(game, stored: Array($0))
        }
    }

    /// Stores the table. A failure only makes a later hint slower.
    func store(_ table: HintTable, of game: Game) {
        guard let folder, let path = path(of: game) else { return }
        guard (try? OwnFolder(making: folder)) != nil else { return }
        try? Data(table.bytes).write(to: URL(filePath: path), options: .atomic)
    }

    private func path(of game: Game) -> String? {
        folder.map { "\($0)/\(game.name).hints" }
    }
}
