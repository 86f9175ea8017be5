import DiceClient
import DiceFollowing
import DiceModel
import DiceVerifying
import DiceWire
import Glibc
import Unix

/// A file, read line by line or as a whole.
struct LineReader: ~Copyable {
    /// The maximum line length in bytes: several times the size of the largest possible entry.
    static let longest = 1 << 24

    private let file: Descriptor
    private let path: String
    /// True if reading ends when standard output no longer has a reader.
    private var isFollowed = false
    private var chunk: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the last line read, from 1.
    private(set) var number = 0

    /// - Parameter path: the file; `-` is standard input.
    /// - Throws: `program` with 66 if the file cannot be read.
    init(_ path: String) throws(CommandError) {
        let number =
            path == "-"
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw Self.unreadable(path) }
        file = Descriptor(number)
        self.path = path
    }

    /// The file's name in errors.
    var name: String { path == "-" ? "standard input" : path }

    /// True if it is a file, not a pipe or a terminal.
    var isFile: Bool {
        var status = stat()
        return fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns true if the rest begins with these bytes.
    mutating func begins(with bytes: [UInt8]) throws(CommandError) -> Bool {
        while !isAtEnd, chunk.count - start < bytes.count {
            try fill()
        }
        return chunk[start...].starts(with: bytes)
    }

    /// Reads a program's output for as long as standard output has a reader.
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

    /// Returns the next line without its terminator; `nil` at the end. Throws `unverified` for a
    /// line that is too long.
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
                    "line \(number + 1) of \(path) is too long for a history entry"
                )
            }
            try fill()
        }
    }

    /// Returns the end of the first line, searching from `searched`; `nil` if the end has not been
    /// read yet.
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

    /// Reads the whole file; `nil` if it has more than this many bytes.
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
    /// Returns the entry in a line; `nil` if it has none.
    static func entry(_ line: [UInt8]) -> SentEntry? {
        (try? JSONValue(parsing: line)).flatMap { try? SentEntry(json: $0) }
    }

    /// Passes each entry of an export to `body`, or only those of a table.
    ///
    /// - Parameter verb: the command that reads the export, for advice.
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

    /// Passes each entry of an export to `body`.
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
                    "line \(lines.number) of \(lines.name) is not a history entry"
                )
            }
            try body(entry)
        }
    }

    /// Returns the paths of exports, sorted by the ids of their first entries; exports without
    /// entries are last.
    ///
    /// - Parameter table: the table whose entries count; `nil` for all tables.
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
                "\(reason); for the table of that name: dicectl \(verb) -t \(path)"
            )
        }
    }
}
