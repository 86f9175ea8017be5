import Glibc

/// The capabilities of standard output.
package struct TerminalTraits: Hashable {
    package var isTerminal: Bool
    /// True if drawings can be replaced in place; otherwise plain lines are printed.
    package var canDraw: Bool
    package var palette: Palette
    package var glyphs: Glyphs

    package init(isTerminal: Bool, environment: EnvironmentVariables) {
        let term = environment["TERM"] ?? ""
        self.isTerminal = isTerminal
        canDraw = isTerminal && !term.isEmpty && term != "dumb"
        palette = canDraw ? Self.palette(term: term, environment) : .none
        let unicode: Glyphs = term == "linux" ? .console : .unicode
        glyphs = Self.usesUTF8(environment) ? unicode : .ascii
    }

    /// Determines the colors. `CLICOLOR_FORCE` overrides `NO_COLOR`, since it is the positive
    /// request; then `COLORTERM` and `TERM` give the number of colors.
    private static func palette(term: String, _ environment: EnvironmentVariables)
        -> Palette
    {
        let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "")
        if !(environment["NO_COLOR"] ?? "").isEmpty, !isForced {
            return .basic
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
            || term.hasSuffix("-direct")
        {
            return .direct
        }
        if term.contains("256color") || !(environment["COLORTERM"] ?? "").isEmpty {
            return .indexed
        }
        return colorless.contains { term == $0 || term.hasPrefix($0 + "-") }
            ? .basic : .sixteen
    }

    /// The terminals without color that are still in use, by terminfo(5). All others have at least
    /// eight.
    private static let colorless = [
        "vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "vt510", "vt520",
        "xterm-mono",
        "xterm-old", "ansi-m",
        "ansi-mono", "linux-m", "screen.vt100", "sun", "hp", "adm3a", "wyse60",
        "unknown",
    ]

    /// Returns true if the locale uses UTF-8, by the first of the three variables that is set.
    private static func usesUTF8(_ environment: EnvironmentVariables) -> Bool {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first {
                !$0.isEmpty
            }
            ?? ""
        let codeset = locale.split(separator: ".").last?.split(separator: "@").first?
            .lowercased()
        return codeset == "utf-8" || codeset == "utf8"
    }
}

/// The window of standard output.
package enum Window {
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Returns the size from the terminal, else from `$COLUMNS` and `$LINES`, else 80 by 24.
    package static func size(environment: EnvironmentVariables) -> Size {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) != 0 {
            size = winsize()
        }
        return Self.size(
            columns: Int(size.ws_col),
            rows: Int(size.ws_row),
            environment: environment
        )
    }

    /// Resolves a size; a terminal that does not know its size reports 0.
    static func size(columns: Int, rows: Int, environment: EnvironmentVariables) -> Size {
        func known(_ number: Int, _ variable: String, _ otherwise: Int) -> Int {
            [number, environment[variable].flatMap { Int($0) } ?? 0].first { $0 > 0 }
                ?? otherwise
        }
        return Size(
            columns: known(columns, "COLUMNS", 80),
            rows: known(rows, "LINES", 24)
        )
    }
}
