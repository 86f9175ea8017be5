internal import Glibc
internal import Unix

/// The write lock of a store that a daemon uses, as another program holds it that is in the middle of a transaction: the
/// daemon may read, and what it wants to write waits.
///
/// It is byte 120 of the file beside the database (sqlite.org/walformat.html, 2.3.1).
package final class HeldStore: Sendable {
    private let descriptor: Locked<Int32?>

    /// Waits until the daemon is not writing.
    package init(of room: Room) throws {
        let path = room.state + "/diced.sqlite-shm"
        let file = try Descriptor.open(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 120
        lock.l_len = 1
        guard fcntl(file.number, F_SETLKW, &lock) == 0 else { throw SystemError.last }
        descriptor = Locked(file.release())
    }

    package func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    deinit { release() }
}
