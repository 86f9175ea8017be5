/// DEC mode 2026: the terminal shows what stands between at once.
///
/// Nobody is asked whether the terminal has the mode: one that does not ignores it, as ECMA-48 wants of every private
/// mode, and an answer might come late, among the keys.
enum SynchronizedOutput {
    static let begin = "\u{1B}[?2026h"
    static let end = "\u{1B}[?2026l"

    static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array(begin.utf8) + bytes + Array(end.utf8)
    }
}
