import DiceDrawing
import DiceFollowing
import Glibc

/// A progress line on the terminal for long operations. Prints nothing if there is no terminal.
final class CopyProgress {
    private let isShown: Bool
    private var text = ""

    init(environment: EnvironmentVariables) {
        isShown =
            isatty(STDERR_FILENO) == 1
            && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    func copied(_ done: Int, of total: Int) {
        show(Self.copying(done, of: total))
    }

    /// Shows the progress of a statistic.
    func counted(_ done: Int, of total: Int) {
        show(Self.counting(done, of: total))
    }

    func received(_ bytes: Int, of total: Int) {
        show(Self.receiving(bytes, of: total))
    }

    /// Shows how many entries of an archive have been examined.
    func read(_ entries: Int) {
        show("reading: \(entries) entries")
    }

    /// Shows how many entries of an archive have been written.
    func wrote(_ entries: Int, of total: Int) {
        show("writing: \(Self.percent(entries, total))")
    }

    /// Shows how many entries of an archive the daemon has removed.
    func removed(_ done: Int, of total: Int) {
        show(total > 0 ? "removing: \(Self.percent(done, total))" : "removing")
    }

    /// Removes the line.
    func end() {
        if !text.isEmpty {
            Output.notice("\r\u{1B}[K")
        }
        text = ""
    }

    static func copying(_ done: Int, of total: Int) -> String {
        total > 0 ? "copying: \(percent(done, total))" : "copying"
    }

    static func counting(_ done: Int, of total: Int) -> String {
        total > 0 ? "counting: \(percent(done, total))" : "counting"
    }

    static func receiving(_ bytes: Int, of total: Int) -> String {
        "receiving: \(percent(bytes, total)) of \(megabytes(total)) MB"
    }

    /// Replaces the line.
    func show(_ text: String) {
        guard isShown, text != self.text else { return }
        self.text = text
        Output.notice("\r\(text)\u{1B}[K")
    }

    private static func percent(_ done: Int, _ total: Int) -> String {
        "\(total > 0 ? Int(100 * (Double(done) / Double(total))) : 100)%"
    }

    private static func megabytes(_ bytes: Int) -> Int {
        (bytes + 999_999) / 1_000_000
    }
}
