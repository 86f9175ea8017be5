/// What standard output can show.
struct TerminalTraits: Hashable {
    /// Whether drawings can be replaced in place. Without it there are plain lines.
    var canDraw: Bool
    var color: Bool
    var glyphs: Glyphs

    /// `isTerminal` is about standard output.
    init(isTerminal: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        canDraw = isTerminal && !term.isEmpty && term != "dumb"
        color = canDraw && (environment["NO_COLOR"] ?? "").isEmpty
        glyphs = Self.usesUTF8(environment) ? .unicode : .ascii
    }

    /// Whether the locale's characters are UTF-8: the first of the three variables that says something decides.
    private static func usesUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}
