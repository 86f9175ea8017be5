import DiceProof
import DiceTable
import DiceWire
import Glibc
import Hashing
import Unix

/// A copy without a path, read on its own thread.
actor BackupFile: BackupReader {
    private let file: Descriptor
    private nonisolated let thread: StoreThread
    private var hash = SHA256.Pieces()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(_ file: consuming Descriptor) throws(StoreError) {
        thread = try StoreThread()
        self.file = file
    }

    deinit {
        thread.end()
    }

    func next(_ count: Int) throws(StoreError) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let read = bytes.withUnsafeMutableBytes { bytes in
                Glibc.read(
                    file.number,
                    bytes.baseAddress.map { $0 + length },
                    count - length
                )
            }
            if read == 0 {
                break
            }
            if read > 0 {
                length += read
            } else if errno != EINTR {
                throw StoreError(
                    .unavailable,
                    "the copy cannot be read: \(SystemError.last)"
                )
            }
        }
        bytes.removeLast(count - length)
        hash.add(bytes)
        return Base64.text(of: bytes)
    }

    func digest() -> String {
        Hex.text(hash.digest())
    }
}

extension Backup {
    /// Creates a reader of a copy in an unnamed file.
    init(reading file: consuming Descriptor) throws {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError.last }
        self.init(bytes: Int(status.st_size), reader: try BackupFile(file))
    }
}
