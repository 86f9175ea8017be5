import Testing

@testable import DiceDrawing
@testable import dicectl

struct TerminalTraitsTests {
    @Test("the option overrides the variable, and full motion is the default")
    func theOptionGoesBeforeTheVariableAndFullMotionIsTheDefault() {
        #expect(CommandContext.motion(.full, ["DICECTL_MOTION": "none"]) == .full)
        #expect(CommandContext.motion(nil, ["DICECTL_MOTION": "reduced"]) == .reduced)
        #expect(CommandContext.motion(nil, ["DICECTL_MOTION": "bogus"]) == .full)
        #expect(CommandContext.motion(nil, [:]) == .full)
    }

    private func traits(_ environment: [String: String], isTerminal: Bool = true)
        -> TerminalTraits
    {
        TerminalTraits(
            isTerminal: isTerminal,
            environment: EnvironmentVariables(["TERM": "xterm"].merging(environment) { $1 })
        )
    }

    @Test("only a terminal that can move its cursor is drawn on")
    func onlyATerminalThatCanMoveItsCursorIsDrawnOn() {
        #expect(traits([:]).canDraw)
        #expect(!traits([:], isTerminal: false).canDraw)
        #expect(!traits(["TERM": "dumb"]).canDraw)
        #expect(!traits(["TERM": ""]).canDraw)
    }

    @Test("NO_COLOR counts only if it is not empty") func noColorCountsWhenItSaysSomething() {
        let term = ["TERM": "xterm-256color"]
        func palette(_ environment: [String: String]) -> Palette {
            traits(term.merging(environment) { $1 }).palette
        }
        #expect(palette([:]) == .indexed)
        #expect(palette(["NO_COLOR": ""]) == .indexed)
        #expect(
            palette(["NO_COLOR": "1"]) == .basic,
            "what is chosen, or dimmed, shows without colour"
        )
        #expect(traits(["NO_COLOR": "1"]).canDraw)
    }

    @Test("the Linux console gets a small character set") func theConsoleHasFewCharacters() {
        #expect(traits(["TERM": "linux", "LANG": "C.UTF-8"]).glyphs == .console)
        #expect(traits(["TERM": "linux", "LANG": "C"]).glyphs == .ascii)
    }

    @Test(
        "boxes need UTF-8",
        arguments: [
            ([:], false),
            (["LANG": "C.UTF-8"], true),
            (["LANG": "de_DE.utf8"], true),
            (["LANG": "C"], false),
            (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false),
            (["LC_CTYPE": "C", "LC_ALL": "en_GB.UTF-8"], true),
            (["LANG": "C.UTF-8", "LC_ALL": ""], true),
            (["LC_CTYPE": "UTF-8"], true),
            (["LANG": "utf8.C"], false),
            (["LANG": "de_DE.UTF-8@euro"], true),
            (["LANG": "de_DE@euro"], false),
        ] as [([String: String], Bool)]
    )
    func boxesNeedUTF8(_ environment: [String: String], _ unicode: Bool) {
        #expect(traits(environment).glyphs == (unicode ? .unicode : .ascii))
    }

    @Test("a terminal without a size gets a default size") func aTerminalWithoutASizeFallsBack() {
        #expect(
            Window.size(columns: 0, rows: 0, environment: [:])
                == Size(columns: 80, rows: 24)
        )
        #expect(
            Window.size(
                columns: 0,
                rows: 0,
                environment: ["COLUMNS": "132", "LINES": "x"]
            )
                == Size(columns: 132, rows: 24)
        )
        #expect(
            Window.size(columns: 40, rows: 10, environment: ["COLUMNS": "132"])
                == Size(columns: 40, rows: 10)
        )
    }
}
