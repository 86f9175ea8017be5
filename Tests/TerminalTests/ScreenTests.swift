import Foundation
import Testing

extension InTmux {
    /// The real program's screens, compared with the files in `Golden`. `DICED_RECORD=1` writes those anew.
    @Suite("screens in tmux")
    struct ScreenTests {
        private static let sizes = [(20, 10), (80, 24), (132, 43), (250, 60)]

        @Test(arguments: [1, 5, 20, 50, 100])
        func playLooksAsItDid(_ dice: Int) async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "game", "\(dice)d6")
                try await stage.dicectl("roll", "--table", "game", "--no-animation", "--as", "ann")
                if dice > 1 { try await stage.dicectl("lock", "--table", "game", "2") }
                for (columns, rows) in Self.sizes {
                    let terminal = try await Terminal(
                        stage, "\"$dicectl\" play game --as ann", columns: columns, rows: rows)
                    try await check(terminal, "play-\(columns)x\(rows)-\(dice)")
                    try await terminal.press("q")
                    try await Patience.wait(for: "end") {
                        try await terminal.variable("alternate_on")
                    } until: {
                        $0 == "0"
                    }
                    try await Patience.wait(for: "no watcher") {
                        try await stage.dicectl("status", "--json").output
                    } until: {
                        $0.contains("\"watchers\":0")
                    }
                }
            }
        }

        private func check(_ terminal: Terminal, _ name: String) async throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
            let file = folder.appending(path: name + ".txt")
            if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
                let screen = try await terminal.shows("1 watching")
                try Data((screen.joined(separator: "\n") + "\n").utf8).write(to: file)
            }
            let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            try await terminal.shows("\(name)") { $0.joined(separator: "\n") + "\n" == wanted }
        }
    }
}
