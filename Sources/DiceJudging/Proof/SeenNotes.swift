package import DiceModel
package import DiceVerifying
package import DiceWire
import Glibc
import Unix

/// The file that records what daemons have promised: `dicectl/seen` in the user's state folder.
///
/// A failure here never makes a command fail; the promise is then simply not noted.
package struct SeenNotes {
    /// The file size, in bytes, from which old lines are pruned.
    static let pruningSize = 1 << 18
    /// The lifetime of a line, in milliseconds.
    static let lifetime: Int64 = 365 * 86_400_000
    /// The time for which expired lines may remain, so that the file is not rewritten every day.
    static let grace: Int64 = 30 * 86_400_000
    /// How many bytes at the end of the file are searched for the same line.
    private static let tail = 4_096
    /// The length of an instant such as 2026-11-22T20:00:00.000Z.
    private static let instantLength = 24

    let path: String
    /// The number of attempts to take the lock, one millisecond apart.
    var lockTries = 200
    private let folder: String
    private var noted: Set<SeenLine> = []
    /// The lines to write together with the next ones.
    private var pending: [String] = []

    /// The notes of this user; `nil` if there is no state folder.
    package static var current: SeenNotes? {
        let folder = (try? UserFolders.current.state()) ?? nil
        return folder.map(SeenNotes.init)
    }

    init(stateFolder: String) {
        folder = stateFolder + "/dicectl"
        path = folder + "/seen"
    }

    // MARK: writing

    /// Appends the lines that this value has not noted yet, with the time.
    package mutating func note(_ lines: [SeenLine], at now: Timestamp = SeenNotes.now) {
        keep(lines, at: now)
        guard !pending.isEmpty, let file = open() else { return }
        append(pending, to: file.descriptor, of: file.size, now)
        pending = []
    }

    /// Keeps lines, with the time, until the next write: for a process that has only milliseconds.
    package mutating func keep(_ lines: [SeenLine], at now: Timestamp = SeenNotes.now) {
        for line in lines {
            if noted.insert(line).inserted, let text = line.text {
                pending.append("\(now) \(text)")
            }
        }
    }

    /// Notes a roll that has started, if this value has noted the entropy added to it.
    package mutating func note(started chance: TableEvent.RollEntropy) {
        guard let reveals = chance.added.reveals, !reveals.isEmpty else { return }
        note(
            noted.compactMap { line in
                guard
                    case .added(let entropy, let name, let roll, let commitment) = line,
                    commitment == chance.commitment, reveals.contains(entropy)
                else { return nil }
                return .rolled(roll, of: name, commitment: commitment)
            }
        )
    }

    static var now: Timestamp {
        Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds)
    }

    private struct Opened: ~Copyable {
        let descriptor: Descriptor
        let size: Int
    }

    /// Opens and locks the file, and creates it if missing. Returns `nil` if it belongs to someone
    /// else, or if another process holds the lock.
    private func open() -> Opened? {
        for _ in 0..<8 {
            guard isFolderOurs(),
                let file = try? Descriptor.open(
                    path,
                    O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK
                ),
                lock(file)
            else { return nil }
            var status = stat()
            var named = stat()
            guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(),
                status.st_mode & 0o022 == 0
            else { return nil }
            if status.st_mode & 0o777 != 0o600 {
                fchmod(file.number, 0o600)
            }
            // Another process may have replaced the file during the wait for the lock.
            if lstat(path, &named) == 0, named.st_ino == status.st_ino,
                named.st_dev == status.st_dev
            {
                return Opened(descriptor: file, size: Int(status.st_size))
            }
        }
        return nil
    }

    /// Takes the lock, which every process holds only for a short write. Gives up if it is not
    /// released.
    private func lock(_ file: borrowing Descriptor) -> Bool {
        for _ in 0..<lockTries {
            if flock(file.number, LOCK_EX | LOCK_NB) == 0 {
                return true
            }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            poll(nil, 0, 1)
        }
        return false
    }

    private func isFolderOurs() -> Bool {
        var status = stat()
        if lstat(folder, &status) != 0 {
            let isMissing = errno == ENOENT
            guard isMissing, (try? OwnFolder(making: folder)) != nil,
                lstat(folder, &status) == 0
            else { return false }
        }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }

    /// - Parameter stamped: lines that begin with their instants.
    private func append(
        _ stamped: [String],
        to file: borrowing Descriptor,
        of size: Int,
        _ now: Timestamp
    ) {
        let end = Self.read(file, from: max(0, size - Self.tail), count: Self.tail)
        var lines = ""
        // A truncated line must not damage the next one.
        if let byte = end.last, byte != UInt8(ascii: "\n") {
            lines = "\n"
        }
        for line in stamped
        where !Self.hasLine("\(line.dropFirst(Self.instantLength))\n", in: end) {
            lines += "\(line)\n"
        }
        guard lines.utf8.count > 1 else { return }
        let bytes = Array(lines.utf8)
        _ = write(file.number, bytes, bytes.count)
        if size > Self.pruningSize {
            prune(file, of: size + bytes.count, now)
        }
    }

    /// Returns true if one of the lines in `bytes` ends with `line`.
    private static func hasLine(_ line: String, in bytes: [UInt8]) -> Bool {
        let line = Array(line.utf8)
        guard line.count <= bytes.count else { return false }
        return (0...bytes.count - line.count).contains { start in
            bytes[start] == line[0]
                && bytes[start..<start + line.count].elementsEqual(line)
        }
    }

    private static func read(_ file: borrowing Descriptor, from offset: Int, count: Int)
        -> [UInt8]
    {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.removeLast(count - max(0, pread(file.number, &bytes, count, offset)))
        return bytes
    }

    /// Rewrites the file without old and damaged lines, if the first line is old.
    private func prune(_ file: borrowing Descriptor, of size: Int, _ now: Timestamp) {
        let oldest = now.millisecondsSinceEpoch - Self.lifetime
        let first = Timestamp(
            String(decoding: Self.read(file, from: 0, count: 24), as: UTF8.self)
        )
        guard first.map({ $0.millisecondsSinceEpoch < oldest - Self.grace }) ?? true
        else { return }
        let kept = String(
            decoding: Self.read(file, from: 0, count: size),
            as: UTF8.self
        ).split(
            separator: "\n"
        ).filter {
            SeenLine.read($0).map { $0.0.millisecondsSinceEpoch >= oldest } ?? false
        }
        let bytes = Array(kept.map { $0 + "\n" }.joined().utf8)
        guard let partial = try? PartialFile(for: path),
            let new = try? Descriptor.open(partial.path, O_WRONLY)
        else {
            return
        }
        guard write(new.number, bytes, bytes.count) == bytes.count else { return }
        _ = try? partial.finish(replacing: true)
    }

    // MARK: reading

    /// Reads all notes and skips damaged lines.
    package func read() -> Notes {
        var notes = Notes()
        var status = stat()
        guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK),
            fstat(file.number, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
        else { return notes }
        let bytes = Self.read(file, from: 0, count: Int(status.st_size))
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard
                let (instant, line) = SeenLine.read(
                    String(decoding: line, as: UTF8.self)[...]
                )
            else { continue }
            switch line {
            case .promised(_, let commitment):
                let earlier = notes.promises[commitment]?.millisecondsSinceEpoch ?? .max
                notes.promises[commitment] = Timestamp(
                    millisecondsSinceEpoch: min(earlier, instant.millisecondsSinceEpoch)
                )
            case .added(let entropy, let name, let roll, let commitment):
                notes.added[commitment, default: Notes.Added(name)].chances[
                    roll,
                    default: []
                ]
                .insert(entropy)
            case .rolled(let roll, _, let commitment):
                notes.rolled[commitment, default: []].insert(roll)
            case .ended(let later, let commitment):
                var head = later
                // The first line counts; a later one may only add the next commitment.
                if let earlier = notes.heads[commitment] {
                    head = earlier
                    head.next = earlier.next ?? later.next
                }
                notes.heads[commitment] = head
            }
        }
        return notes
    }
}
