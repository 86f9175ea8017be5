import DiceClient
import DiceModel
import DiceVerifying
import DiceWire
import Glibc
import Unix

/// A file, its lines one at a time or all of it.
struct LineReader: ~Copyable {
    /// Bytes of the longest line: several times an entry at all its bounds.
    static let longest = 1 << 24

    private let file: Descriptor
    private let path: String
    /// Whether the reading ends once nobody reads standard output any more.
    private var isFollowed = false
    private var chunk: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    /// - Parameter path: `-` is standard input.
    /// - Throws: `program` with 66 if the file cannot be read.
    init(_ path: String) throws(CommandError) {
        let number =
            path == "-"
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw Self.unreadable(path) }
        file = Descriptor(number)
        self.path = path
    }

    /// What the file is called in errors.
    var name: String { path == "-" ? "standard input" : path }

    /// Whether it is a file, not a pipe or a terminal.
    var isFile: Bool {
        var status = stat()
        return fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether the rest begins with these bytes.
    mutating func begins(with bytes: [UInt8]) throws(CommandError) -> Bool {
        while !isAtEnd, chunk.count - start < bytes.count {
            try fill()
        }
        return chunk[start...].starts(with: bytes)
    }

    /// Reads what a program writes for as long as standard output is read.
    init(following file: consuming Descriptor, of program: String) {
        self.file = file
        path = program
        isFollowed = true
    }

    private static func unreadable(_ path: String) -> CommandError {
        .program(
            66,
            "cannot read \(path == "-" ? "standard input" : path): \(SystemError.last)"
        )
    }

    /// The next line without its end; nil after the last one. Throws `unverified` for one that is
    /// too long.
    mutating func next() throws(CommandError) -> [UInt8]? {
        var searched = start
        while true {
            if isAtEnd, start == chunk.count {
                return nil
            }
            if let end = end(from: searched) ?? (isAtEnd ? chunk.count : nil) {
                defer {
                    start = min(end + 1, chunk.count)
                }
                number += 1
                return Array(chunk[start..<end])
            }
            searched = chunk.count - start
            guard searched <= Self.longest else {
                throw .unverified(
                    "line \(number + 1) of \(path) is not an entry of a history: it is too long"
                )
            }
            try fill()
        }
    }

    /// Where the first line ends that does so from `searched` on; nil if its end has not been read.
    private func end(from searched: Int) -> Int? {
        chunk.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress,
                let end = memchr(
                    first + searched,
                    Int32(UInt8(ascii: "\n")),
                    bytes.count - searched
                )
            else { return nil }
            return UnsafeRawPointer(end) - first
        }
    }

    /// Reads all of it; nil if that is more than this many bytes.
    mutating func all(atMost limit: Int) throws(CommandError) -> [UInt8]? {
        while !isAtEnd, chunk.count <= limit {
            try fill()
        }
        return chunk.count <= limit ? chunk : nil
    }

    private mutating func fill() throws(CommandError) {
        chunk.removeFirst(start)
        start = 0
        let used = chunk.count
        chunk.append(contentsOf: repeatElement(0, count: 1 << 18))
        while true {
            if isFollowed {
                let output = Poll.Interest(STDOUT_FILENO, reading: false)
                if Poll.wait(for: [output, Poll.Interest(file.number)], until: .never)[
                    0
                ] {
                    throw .outputClosed
                }
            }
            let count = chunk.withUnsafeMutableBytes { buffer in
                read(
                    file.number,
                    buffer.baseAddress.map { $0 + used },
                    buffer.count - used
                )
            }
            if count < 0, errno == EINTR {
                continue
            }
            guard count >= 0 else { throw Self.unreadable(path) }
            chunk.removeLast(chunk.count - used - count)
            isAtEnd = count == 0
            return
        }
    }
}

/// A line of an export.
enum ExportLine {
    /// The entry in a line; nil if it has none.
    static func entry(_ line: [UInt8]) -> SentEntry? {
        (try? JSONValue(parsing: line)).flatMap { try? SentEntry(json: $0) }
    }

    /// Hands each entry of an export to `body`; of a table, its entries alone.
    ///
    /// - Parameter verb: the command that reads it, for advice.
    static func forEachEntry(
        of path: String,
        in table: TableName?,
        for verb: String,
        _ body: (SentEntry) throws -> Void
    ) throws {
        var lines = try reader(path, in: table, for: verb)
        try forEachEntry(of: &lines) { entry in
            if table == nil || table?.description == entry.table {
                try body(entry)
            }
        }
    }

    /// Hands each entry of an export to `body`.
    static func forEachEntry(
        of lines: inout LineReader,
        _ body: (SentEntry) throws -> Void
    ) throws {
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                continue
            }
            guard let entry = entry(line) else {
                throw CommandError.unverified(
                    "line \(lines.number) of \(lines.name) is not an entry of a history"
                )
            }
            try body(entry)
        }
    }

    /// The paths of exports, by the ids of their first entries; those without one come last.
    ///
    /// - Parameter table: whose entries count; nil for those of every table.
    static func oldestFirst(_ paths: [String], in table: TableName?, for verb: String)
        throws
        -> [String]
    {
        guard paths.count > 1 else { return paths }
        let begun = try paths.map { path in
            (path: path, id: try firstID(of: path, in: table, for: verb))
        }
        return begun.sorted { $0.id < $1.id }.map(\.path)
    }

    private static func firstID(of path: String, in table: TableName?, for verb: String)
        throws
        -> Int
    {
        var lines = try reader(path, in: table, for: verb)
        while let line = try lines.next() {
            guard let entry = entry(line),
                table == nil || table?.description == entry.table
            else {
                continue
            }
            return entry.id
        }
        return .max
    }

    private static func reader(
        _ path: String,
        in table: TableName?,
        for verb: String
    ) throws(CommandError) -> LineReader {
        do {
            return try LineReader(path)
        } catch .program(let status, let reason)
            where table == nil && TableName(path) != nil
        {
            throw .program(
                status,
                "\(reason); for the table, say dicectl \(verb) -t \(path)"
            )
        }
    }
}
