internal import Glibc

/// The window that standard output shows in.
enum Window {
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// By the terminal, else by `$COLUMNS` and `$LINES`, else 80 by 24.
    static func size(environment: [String: String]) -> Size {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return Self.size(
            columns: isKnown ? Int(size.ws_col) : 0, rows: isKnown ? Int(size.ws_row) : 0, environment: environment)
    }

    /// A terminal that does not know its size says 0.
    static func size(columns: Int, rows: Int, environment: [String: String]) -> Size {
        func known(_ number: Int, _ variable: String, _ otherwise: Int) -> Int {
            if number > 0 { return number }
            guard let text = environment[variable], let value = Int(text), value > 0 else { return otherwise }
            return value
        }
        return Size(columns: known(columns, "COLUMNS", 80), rows: known(rows, "LINES", 24))
    }
}
