import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("File locks")
struct FileLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/lock" }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a lock is exclusive, names its holder and is free after its release")
    func lock() throws {
        do {
            let lock = try FileLock(path: path)
            let failure = #expect(throws: FileLock.Error.self) {
                _ = try FileLock(path: path)
            }
            #expect(failure?.isHeld == true)
            #expect(failure?.description.contains("pid \(getpid())") == true)
            #expect(failure?.description.contains(path) == true)
            #expect(lock.path == path)
            #expect(
                text == "\(getpid())\n",
                "who asks in vain leaves the holder's word alone"
            )
        }
        #expect(text == "\(getpid())\n", "the file stays")
        _ = try FileLock(path: path)
    }

    @Test(
        "the lock file holds only its holder's pid and is private to its user"
    )
    func contents() throws {
        try String(repeating: "9", count: 100).write(
            toFile: path,
            atomically: false,
            encoding: .utf8
        )
        let lock = try FileLock(path: path)
        #expect(text == "\(getpid())\n")
        try Umask.none { _ = try FileLock(path: path + "2") }
        var status = stat()
        #expect(stat(path + "2", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(lock.path == path)
    }

    @Test("a program started during a lock inherits neither the lock nor its file")
    func programs() throws {
        let inherited: CInt
        do {
            let lock = try FileLock(path: path)
            let descriptor = try #require(try descriptors(of: lock.path).first)
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            // As a child process has it between its fork and its exec.
            inherited = dup(descriptor)
        }
        defer {
            close(inherited)
        }
        #expect(try descriptors(of: path) == [inherited])
        _ = try FileLock(path: path)
    }

    @Test("a lock does not follow a symbolic link")
    func link() throws {
        #expect(symlink("elsewhere", path) == 0)
        let failure = #expect(throws: FileLock.Error.self) {
            _ = try FileLock(path: path)
        }
        #expect(failure?.isHeld == false)
        #expect(failure?.description.contains(path) == true)
        #expect(access(folder.path + "/elsewhere", F_OK) != 0)
    }

    @Test("the likely holder is the process named in the file, while it exists")
    func likelyHolder() throws {
        #expect(FileLock.likelyHolder(path) == nil)
        do {
            let lock = try FileLock(path: path)
            #expect(FileLock.likelyHolder(lock.path) == Int(getpid()))
        }
        // No pid exceeds the kernel's limit of 2^22.
        for text in ["", "x", "0", "-1", "\(1 << 22 + 1)"] {
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            #expect(FileLock.likelyHolder(path) == nil, "\(text)")
        }
        try "\(getpid())".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(symlink(path, path + "-link") == 0)
        #expect(FileLock.likelyHolder(path + "-link") == nil)
    }

    private var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

    private func descriptors(of path: String) throws -> [CInt] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
            .filter {
                (try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\($0)"
                ))
                    == path
            }
    }
}
