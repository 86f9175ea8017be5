import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Descriptors")
struct DescriptorTests {
    private func isInherited(_ number: Int32) -> Bool {
        fcntl(number, F_GETFD) & FD_CLOEXEC == 0
    }

    @Test("a child program inherits no descriptor, however it was made")
    func marked() throws {
        let folder = try TemporaryFolder()
        let file = try Descriptor.open(folder.path + "/file", O_WRONLY | O_CREAT)
        let stream = try Descriptor.socket(.stream)
        let datagrams = try Descriptor.socket(.datagram)
        let pair = try Descriptor.Pair()
        for number in [
            file.number, stream.number, datagrams.number, pair.ours.number,
            pair.theirs.number,
        ] {
            #expect(!isInherited(number))
        }
    }

    @Test("a descriptor is closed with its value unless it is given away")
    func closed() throws {
        // Another test may reuse a closed number; the other end of a pair is a reliable indicator.
        let ours = try Descriptor.Pair().takeLocalEnd()
        #expect(isAtItsEnd(ours.number))
        let pair = try Descriptor.Pair()
        let theirs = dup(pair.theirs.number)
        let released = pair.takeLocalEnd().release()
        defer {
            close(released)
        }
        #expect(!isAtItsEnd(theirs, patience: 0))
        close(theirs)
        #expect(isAtItsEnd(released))
    }

    /// - Parameter patience: the timeout in milliseconds: a program that starts meanwhile holds a
    ///   copy of the other end for a moment.
    private func isAtItsEnd(_ number: Int32, patience: Int32 = 60_000) -> Bool {
        var byte: UInt8 = 0
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, patience)
        return recv(number, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }

    @Test("a file is private to its user, and a link in its place is not followed")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        try Umask.none { _ = try Descriptor.open(path, O_WRONLY | O_CREAT) }
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(symlink(path, folder.path + "/link") == 0)
        #expect(throws: SystemError(ELOOP)) {
            _ = try Descriptor.open(folder.path + "/link", O_WRONLY)
        }
        #expect(throws: SystemError(ENOENT)) {
            _ = try Descriptor.open(folder.path + "/missing", O_WRONLY)
        }
    }

    @Test("a socket blocks or does not, as requested")
    func blocking() throws {
        let waits = try Descriptor.socket(.stream)
        let returns = try Descriptor.socket(.stream, blocking: false)
        #expect(fcntl(waits.number, F_GETFL) & O_NONBLOCK == 0)
        #expect(fcntl(returns.number, F_GETFL) & O_NONBLOCK != 0)
    }
}
