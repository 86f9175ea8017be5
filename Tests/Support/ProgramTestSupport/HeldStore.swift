import Glibc
import Unix

/// Holds the write lock of a daemon's store, as another program would in the middle of a
/// transaction: the daemon can read, but its writes wait.
///
/// The lock is byte 120 of the file beside the database (sqlite.org/walformat.html, 2.3.1).
package final class HeldStore: Sendable {
    private let descriptor: Locked<Int32?>

    /// Waits until the daemon is not writing.
    package convenience init(of room: Room) throws {
        try self.init(room.state + "/diced.sqlite-shm", start: 120, length: 1)
    }

    /// Prevents everyone from opening the store, as a program does that is changing the store
    /// without a log (sqlite.org/src, os.h, `PENDING_BYTE`).
    package convenience init(keepingOthersOutOf room: Room) throws {
        try self.init(room.state + "/diced.sqlite", start: 0x4000_0000, length: 512)
    }

    private init(_ path: String, start: Int, length: Int) throws {
        let file = try Descriptor.open(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = start
        lock.l_len = length
        let start = ContinuousClock.now
        while fcntl(file.number, F_SETLK, &lock) != 0 {
            guard errno == EAGAIN || errno == EACCES,
                start.duration(to: .now) < Patience.limit
            else {
                throw SystemError.last
            }
            usleep(200)
        }
        descriptor = Locked(file.release())
    }

    package func release() {
        descriptor.withLock { descriptor in
            if let descriptor {
                close(descriptor)
            }
            descriptor = nil
        }
    }

    deinit {
        release()
    }
}
