import DiceGames
import DiceHints
import FoundationEssentials
import Glibc
import Unix

/// The tables of hints that were found, in files of the user's cache: `dicectl/yahtzee.hints`. A
/// file that is damaged, or of other rules, is made again.
struct HintCache {
    /// nil if no folder for it is known.
    private let folder: String?

    init(folder: String?) {
        self.folder = folder
    }

    init() {
        let cache = (try? UserFolders.current.cache()) ?? nil
        folder = cache.map { $0 + "/dicectl" }
    }

    /// Finds it if it is not there, and shows meanwhile on a terminal how much is done, and how
    /// long the rest takes. Throws `declined` if the game has no exact answer.
    func table(of game: Game) throws(CommandError) -> HintTable {
        if let stored = stored(of: game) {
            return stored
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .declined("no pipe can be made: \(SystemError.last)")
        }
        let steps = ends[0]
        let told = ends[1]
        defer {
            close(steps)
        }
        // A byte for each step; the end of the search closes it.
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
                "\rfinding the hints for \(game.title): \(percent) %\(left) \u{1B}[K"
            )
        }
        if isShown, search.percent != nil {
            Output.notice("\r\u{1B}[K")
        }
        guard let table = try search.found?.get() else { throw .interrupted }
        return table
    }

    /// The one that was found before, if any.
    func stored(of game: Game) -> HintTable? {
        path(of: game).flatMap { FileManager.default.contents(atPath: $0) }.flatMap {
            try? HintTable(game, stored: Array($0))
        }
    }

    /// Only a later hint waits if this fails.
    func store(_ table: HintTable, of game: Game) {
        guard let folder, let path = path(of: game) else { return }
        guard (try? OwnFolder(making: folder)) != nil else { return }
        try? Data(table.bytes).write(to: URL(filePath: path), options: .atomic)
    }

    private func path(of game: Game) -> String? {
        folder.map { "\($0)/\(game.name).hints" }
    }
}
