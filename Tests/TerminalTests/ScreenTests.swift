import Foundation
import Testing

extension InTmux {
    /// Compares the real program's screens with the files in `Golden`. `DICED_RECORD=1` rewrites
    /// them.
    @Suite("screens in tmux")
    struct ScreenTests {
        private static let sizes = [(40, 12), (80, 24)]
        /// The sizes for screens that are rolled again in each size, since the faces depend on
        /// earlier rolls.
        private static let sizesOfRolls = [(20, 10), (40, 12)]

        @Test("`play` looks as recorded") func playLooksAsItDid() async throws {
            try await Stage.run { stage in
                try await game(stage, dice: 5)
                let terminal = try await Terminal(
                    stage,
                    "\"$dicectl\" play game --as ann"
                )
                try await terminal.shows("die 1 of")
                for (columns, rows) in Self.sizes {
                    try await terminal.resize(columns: columns, rows: rows)
                    try await check(
                        terminal,
                        "play-\(columns)x\(rows)-5",
                        sign: "die 1 of"
                    )
                }
            }
        }

        @Test("a table is shown in color") func aTableIsShownInColour() async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, "\"$dicectl\" table show; cat")
                let screen = try await terminal.shows("commitment ").joined()
                #expect(screen.contains("╭"))
                #expect(!screen.contains("\u{FFFD}"))
            }
        }

        /// More dice than fit in the smaller window.
        @Test("`watch` looks as recorded") func watchLooksAsItDid() async throws {
            try await Stage.run { stage in
                try await game(stage, dice: 100)
                for (columns, rows) in Self.sizes {
                    let terminal = try await Terminal(
                        stage,
                        "\"$dicectl\" watch game",
                        columns: columns,
                        rows: rows
                    )
                    try await check(
                        terminal,
                        "watch-\(columns)x\(rows)-100",
                        sign: "game · t"
                    )
                }
            }
        }

        @Test("three tables look as recorded") func threeTablesLookAsTheyDid() async throws {
            try await Stage.run { stage in
                try await game(stage, dice: 5)
                try await stage.dicectl("table", "new", "odd", "d20,d%,2d1000")
                try await stage.dicectl(
                    "roll",
                    "--table",
                    "odd",
                    "--no-animation",
                    "--as",
                    "bo"
                )
                for (columns, rows) in Self.sizes {
                    let terminal = try await Terminal(
                        stage,
                        "\"$dicectl\" watch default game odd",
                        columns: columns,
                        rows: rows
                    )
                    try await check(
                        terminal,
                        "watch-three-\(columns)x\(rows)",
                        sign: "odd · t"
                    )
                }
            }
        }

        @Test("a roll leaves its result on the screen") func aRollLeavesItsResult() async throws {
            try await Stage.run { stage in
                for (columns, rows) in Self.sizesOfRolls {
                    let name = "roll\(columns)"
                    try await stage.dicectl("table", "new", name, "6d6")
                    try await stage.dicectl("lock", "--table", name, "2")
                    let terminal = try await Terminal(
                        stage,
                        "\"$dicectl\" roll --table \(name) --as ann; echo the shell again",
                        columns: columns,
                        rows: rows
                    )
                    try await check(
                        terminal,
                        "roll-\(columns)x\(rows)",
                        sign: "the shell again"
                    )
                }
            }
        }

        @Test(
            "panes match their recorded screens",
            arguments: [
                ("h", "history", "PLAYER"),
                ("?", "help", "Keys"),
                ("t", "tables", "> game"),
            ]
        )
        func panesLookAsTheyDid(_ key: String, _ name: String, _ sign: String)
            async throws
        {
            try await Stage.run { stage in
                try await game(stage, dice: 5)
                try await stage.dicectl("end-turn", "--table", "game", "--as", "ann")
                try await stage.dicectl(
                    "roll",
                    "--table",
                    "game",
                    "--no-animation",
                    "--as",
                    "bo"
                )
                try await stage.dicectl("end-turn", "--table", "game", "--as", "bo")
                let terminal = try await Terminal(
                    stage,
                    "\"$dicectl\" play game --as ann"
                )
                try await terminal.shows("die 1 of")
                try await terminal.press(key)
                for (columns, rows) in Self.sizes {
                    try await terminal.resize(columns: columns, rows: rows)
                    try await check(
                        terminal,
                        "play-\(name)-\(columns)x\(rows)",
                        sign: sign
                    )
                }
                try await terminal.press("Escape")
                try await terminal.shows("the dice alone") {
                    !$0.joined().contains(sign)
                }
            }
        }

        @Test("throws match their recorded screens") func throwsLookAsTheyDid() async throws {
            try await Stage.run { stage in
                for (columns, rows) in Self.sizesOfRolls {
                    let terminal = try await Terminal(
                        stage,
                        "\"$dicectl\" play --as ann",
                        columns: columns,
                        rows: rows
                    )
                    let watch = try await Terminal(
                        stage,
                        "\"$dicectl\" watch",
                        columns: columns,
                        rows: rows
                    )
                    try await terminal.shows("die 1 of")
                    try await watch.shows("default · t")
                    var totals: [String] = []
                    for expression in ["200d6kh150", "4d6kh3+2"] {
                        try await terminal.press("/")
                        try await terminal.shows("the line") { screen in
                            screen.suffix(2).contains {
                                $0.hasPrefix("/") || $0.hasPrefix("throw:")
                            }
                        }
                        try await terminal.press(expression, "Enter")
                        // A narrow headline has no expression.
                        let before = totals
                        totals = try await terminal.shows("total of \(expression)") { screen in
                            Self.totals(on: screen) != before && !Self.totals(on: screen).isEmpty
                        }
                    }
                    try await check(
                        terminal,
                        "play-throws-\(columns)x\(rows)",
                        sign: "ann"
                    )
                    try await check(
                        watch,
                        "watch-throws-\(columns)x\(rows)",
                        sign: "ann"
                    )
                    try await terminal.press("q")
                    try await watch.press("C-c")
                    try await noWatcher(stage)
                }
            }
        }

        private static func totals(on screen: [String]) -> [String] {
            screen.filter {
                $0.contains("ann") && ($0.contains("total ") || $0.contains(" = "))
            }
        }

        @Test("throws of a command leave their results on the screen")
        func throwsOfACommandLeaveTheirResults() async throws {
            try await Stage.run { stage in
                for (columns, rows) in Self.sizesOfRolls {
                    let terminal = try await Terminal(
                        stage,
                        "\"$dicectl\" roll d20+5 4d6kh3 200d6 --as ann; echo the shell again",
                        columns: columns,
                        rows: rows
                    )
                    try await check(
                        terminal,
                        "throws-\(columns)x\(rows)",
                        sign: "the shell again"
                    )
                }
            }
        }

        private func noWatcher(_ stage: Stage) async throws {
            try await Patience.wait(for: "no watcher") {
                try await stage.dicectl("status", "--json").output
            } until: {
                $0.contains("\"watchers\":0")
            }
        }

        /// Creates a table named `game`, rolled once, with its second die locked.
        private func game(_ stage: Stage, dice: Int) async throws {
            try await stage.dicectl("table", "new", "game", "\(dice)d6")
            try await stage.dicectl(
                "roll",
                "--table",
                "game",
                "--no-animation",
                "--as",
                "ann"
            )
            if dice > 1 {
                try await stage.dicectl("lock", "--table", "game", "2")
            }
        }

        /// - Parameter sign: the text that is visible once the screen is complete.
        private func check(_ terminal: Terminal, _ name: String, sign: String)
            async throws
        {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "Golden"
            )
            let file = folder.appending(path: name + ".txt")
            if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
                try await terminal.shows(sign)
                let screen = Self.timeless(try await terminal.rests())
                try Data((screen.joined(separator: "\n") + "\n").utf8).write(to: file)
            }
            let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            try await terminal.shows("\(name)") {
                Self.timeless($0).joined(separator: "\n") + "\n" == wanted
            }
        }

        /// Replaces dates and times with letters.
        private static func timeless(_ screen: [String]) -> [String] {
            screen.map { $0.replacing(/\d\d-\d\d \d\d:\d\d/, with: "MM-DD hh:mm") }
        }
    }
}
