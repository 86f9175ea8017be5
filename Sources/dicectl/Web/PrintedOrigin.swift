import DiceClient
import DiceModel
import DiceWire

/// Finds the public address of the page in the output of a command, in bounded memory.
struct PrintedOrigin {
    enum Stream: Hashable, CaseIterable { case output, errors }

    /// The last `https://` address that the command has printed.
    private(set) var last: Origin?
    /// The time at which `last` replaced another one.
    private(set) var since = Deadline.never
    private var lines: [Stream: Line] = [:]

    /// The number of bytes of a line that are read; the rest is ignored.
    static let longestLine = 4_096

    /// An incomplete line.
    private struct Line {
        var bytes: [UInt8] = []
        /// True if it continues after `bytes`.
        var isCut = false
        /// The time of its newest bytes.
        var changed = Deadline.never

        mutating func append(_ more: ArraySlice<UInt8>) {
            let room = PrintedOrigin.longestLine - bytes.count
            bytes += more.prefix(room)
            isCut = isCut || more.count > room
        }
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, from stream: Stream, at now: Deadline) {
        var line = lines[stream] ?? Line()
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line.append(rest[..<end])
            note(Self.lastOrigin(in: line.bytes[...], isCut: line.isCut), at: now)
            line = Line()
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty {
            line.append(rest)
            line.changed = now
        }
        lines[stream] = line
    }

    /// The time at which `readIdleLines` is due; `never` if no line is incomplete.
    func idleDue(after pause: Duration) -> Deadline {
        lines.values.map { $0.changed + pause }.min() ?? .never
    }

    /// Reads incomplete lines that have not changed for a while: a command may print an address
    /// without a line end. Until then the address may be incomplete, too.
    mutating func readIdleLines(after pause: Duration, at now: Deadline) {
        for (stream, line) in lines where line.changed + pause <= now {
            note(Self.lastOrigin(in: line.bytes[...], isCut: line.isCut), at: line.changed)
            lines[stream]?.changed = .never
        }
    }

    private mutating func note(_ origin: Origin?, at now: Deadline) {
        guard let origin, origin != last else { return }
        last = origin
        since = now
    }

    /// Returns the last origin with TLS in a line. An address with a path or a query is not the
    /// page's: it leads to a manual or to terms of use.
    ///
    /// - Parameter isCut: True if the line continues, so that an address at its end may too.
    static func lastOrigin(in line: ArraySlice<UInt8>, isCut: Bool = false) -> Origin? {
        let scheme = Array("https://".utf8)
        var found: Origin?
        var rest = line
        while let start = rest.firstRange(of: scheme) {
            rest = rest[start.upperBound...]
            let authority = rest.prefix { $0.isLetterOrDigit || ".-:[]".utf8.contains($0) }
            rest = rest[authority.endIndex...]
            guard !rest.isEmpty || !isCut, !continues(rest) else { continue }
            // The end of a sentence is not a part of the address.
            guard let end = authority.lastIndex(where: { !".-:".utf8.contains($0) }) else {
                continue
            }
            let text = String(decoding: authority[...end], as: UTF8.self)
            found = Origin(parsing: "https://" + text) ?? found
        }
        return found
    }

    /// Returns true if the text after a host continues the address with more than a slash.
    private static func continues(_ rest: ArraySlice<UInt8>) -> Bool {
        let isSlash = rest.first == UInt8(ascii: "/")
        guard let next = rest.dropFirst(isSlash ? 1 : 0).first else { return false }
        return next.isLetterOrDigit || "/?#@%_~=&+!$*".utf8.contains(next)
    }
}
