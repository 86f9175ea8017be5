/// DEC mode 2026: the terminal shows what stands between at once. Those that do not know the mode ignore it.
enum SynchronizedOutput {
    static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }
}
