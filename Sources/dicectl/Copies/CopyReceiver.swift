import DiceClient
import DiceFollowing
import DiceProof
import DiceWire
import Glibc
import Hashing
import Unix

/// Receives a copy from the daemon, part by part, into a file that gets its name once the checksum
/// is correct.
final class CopyReceiver {
    private let target: CopyTarget
    private let progress: CopyProgress
    /// Created with the first part, since the daemon may reject the request before.
    private var part: PartialFile?
    private var path = ""
    private var bytes = 0
    private var hash = SHA256.Pieces()
    /// The reason to stop receiving; `nil` while there is none.
    private(set) var failure: CommandError?

    init(_ target: CopyTarget, _ progress: CopyProgress) {
        self.target = target
        self.progress = progress
    }

    /// Handles a line before the answer. Returns true to continue.
    func hear(_ line: ServerLine) -> Bool {
        do {
            switch try line.news() {
            case .progress(let news): progress.copied(news.done, of: news.total)
            case .backup(let part):
                try take(part)
                progress.received(bytes, of: part.total)
            default: break
            }
            return true
        } catch {
            failure = CommandError(error)
            return false
        }
    }

    /// Gives the file its name. Returns its path and size in bytes.
    func finish(_ result: BackupResult) throws -> (path: String, bytes: Int) {
        let digest = Hex.text(hash.digest())
        hash = SHA256.Pieces()
        guard let part = part.take(), result.bytes == bytes, result.sha256 == digest
        else {
            throw CommandError.declined(
                "the copy arrived damaged (\(bytes) of \(result.bytes) bytes, or a wrong SHA-256); "
                    + "nothing was written; try again"
            )
        }
        defer {
            TemporaryFileGuard.disarm()
        }
        do {
            _ = try part.finish(replacing: target.replaces)
        } catch {
            throw error.code == EEXIST
                ? CopyTarget.exists(path) : CopyTarget.unwritable(path, error)
        }
        try target.removeOldest(new: path)
        return (path, bytes)
    }

    /// Removes the unfinished file.
    func abandon() {
        part = nil
        TemporaryFileGuard.disarm()
    }

    private func take(_ news: BackupPart) throws {
        guard news.offset == bytes, let data = Base64.bytes(of: news.data) else {
            throw ClientError.garbled("parts of the copy are out of order")
        }
        if part == nil {
            path = try target.place()
            do {
                let new = try PartialFile(for: path)
                TemporaryFileGuard.arm(new.path)
                part = consume new
            } catch {
                throw CopyTarget.unwritable(path, error)
            }
        }
        do {
            try part?.write(data)
        } catch {
            throw CopyTarget.unwritable(path, error)
        }
        hash.add(data)
        bytes += data.count
    }
}
