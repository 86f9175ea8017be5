import DiceClient
import DiceProof
import DiceWire
import Glibc
import Hashing
import Unix

/// Takes a copy that the daemon sends, part by part, into a file that has its name once the sum is
/// right.
final class CopyReceiver {
    private let target: CopyTarget
    private let progress: CopyProgress
    /// Begun by the first part: before it, the daemon may refuse.
    private var part: PartialFile?
    private var path = ""
    private var bytes = 0
    private var hash = SHA256.Pieces()
    /// Why no more is taken; nil as long as all is well.
    private(set) var failure: CommandError?

    init(_ target: CopyTarget, _ progress: CopyProgress) {
        self.target = target
        self.progress = progress
    }

    /// Takes a line that comes before the answer. Returns whether to continue.
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

    /// Gives the file its name. Returns its path and its size.
    func finish(_ result: BackupResult) throws -> (path: String, bytes: Int) {
        let digest = Hex.text(hash.digest())
        hash = SHA256.Pieces()
        guard let part = part.take(), result.bytes == bytes, result.sha256 == digest
        else {
            throw CommandError.declined(
                "what came is not the copy that the daemon sent (\(bytes) of \(result.bytes) bytes, or another SHA-256); "
                    + "nothing was written, so try again"
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

    /// Leaves nothing of it.
    func abandon() {
        part = nil
        TemporaryFileGuard.disarm()
    }

    private func take(_ news: BackupPart) throws {
        guard news.offset == bytes, let data = Base64.bytes(of: news.data) else {
            throw ClientError.garbled("a part of the copy is not the next one")
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
