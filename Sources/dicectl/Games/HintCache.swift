import DiceGames
import DiceHints
import FoundationEssentials
import Glibc
import Synchronization
import Unix

/// The tables of hints that were found, in files of the user's cache: `dicectl/yahtzee.hints`. A file that is damaged, or of
/// other rules, is made anew.
struct HintCache {
    /// nil if no folder for it is known.
    private let folder: String?

    init() {
        let base = (try? ProcessText.variable("XDG_CACHE_HOME") ?? nil).flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = (try? ProcessText.variable("HOME") ?? nil).map { $0 + "/.cache" }
        folder = (base ?? home).map { $0 + "/dicectl" }
    }

    /// Throws `declined` if the game has no exact answer.
    func table(of game: Game) throws -> HintTable {
        if let table = try stored(of: game) { return table }
        let table = try find(game)
        if let folder {
            // Only a later hint waits if this fails.
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try? Data(table.bytes).write(to: URL(filePath: path(of: game, folder)), options: .atomic)
        }
        return table
    }

    /// The one that was found before, if any. Throws as `table` does.
    func stored(of game: Game) throws(CommandError) -> HintTable? {
        if let reason = HintTable.refusal(of: game) { throw .declined(reason) }
        return folder.flatMap { FileManager.default.contents(atPath: path(of: game, $0)) }.flatMap {
            try? HintTable(game, stored: Array($0))
        }
    }

    private func path(of game: Game, _ folder: String) -> String { "\(folder)/\(game.name).hints" }

    /// Finds it on two threads while this one shows on a terminal how much is done, and how long the rest takes.
    private func find(_ game: Game) throws -> HintTable {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandError.declined("no pipe can be made: \(SystemError.last)") }
        let (steps, search) = (ends[0], HintSearch(progress: ends[1]))
        defer { close(steps) }
        Task { await search.run(game) }
        let (start, isShown) = (ContinuousClock.now, isatty(STDERR_FILENO) == 1)
        var percent: UInt8 = 0
        while read(steps, &percent, 1) == 1 {
            guard isShown else { continue }
            let rest = percent > 2 ? (ContinuousClock.now - start) * (100 - Int(percent)) / Int(percent) : nil
            let left = rest.map { ", \($0.components.seconds + 1) s left" } ?? ""
            Output.notice("\rfinding the hints for \(game.title): \(percent) %\(left) \u{1B}[K")
        }
        if isShown { Output.notice("\r\u{1B}[K") }
        return try search.result()
    }
}

/// Finds a table of hints, and writes how many percent are done into a pipe, which it closes at the end.
private final class HintSearch: Sendable {
    private let progress: Int32
    private let found = Mutex<Result<HintTable, HintError>?>(nil)

    init(progress: Int32) { self.progress = progress }

    func run(_ game: Game) async {
        let found: Result<HintTable, HintError>
        do throws(HintError) {
            found = .success(
                try await HintTable(game, workers: 2) { [progress] part in
                    var percent = UInt8(min(max(part, 0), 1) * 100)
                    _ = write(progress, &percent, 1)
                })
        } catch {
            found = .failure(error)
        }
        self.found.withLock { $0 = found }
        close(progress)
    }

    func result() throws -> HintTable {
        switch found.withLock({ $0 }) {
        case .success(let table)?: return table
        case .failure(let error)?: throw CommandError.declined(error.reason)
        case nil: throw CommandError.interrupted
        }
    }
}
