import DicePaths
import Glibc
import Testing

@testable import DiceClient

/// The programs here stand in for diced: scripts that put a listening socket, made by the test, in its place.
struct AutostartTests {
    @Test func theProgramIsStartedDetachedWithItsOptions() throws {
        let folder = try TemporaryFolder()
        let listener = try listener(at: "\(folder.path)/hidden")
        defer { close(listener) }
        let program = try folder.script(
            "diced", "echo \"$@\" >\(folder.path)/told; pwd >>\(folder.path)/told; mv \(folder.path)/hidden $2")
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        _ = try Autostart.start(program, socket)
        #expect(try text(of: "\(folder.path)/told") == "--socket \(socket.path) --idle-exit 900\n/\n")
        #expect(try SocketFolder.exists(socket.folder))
    }

    @Test func aProgramThatFailsIsReportedAtOnceInItsOwnWords() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script("diced", "echo the dice are cold >&2; exit 70")
        let start = Deadline.now
        let error = #expect(throws: ClientError.self) {
            try Autostart.start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("exit status 70"))
        #expect(error.mentions("the dice are cold"))
        #expect(Deadline.now < start + Autostart.limit)
    }

    @Test func aDaemonThatAnotherStartedMeanwhileIsUsed() throws {
        let folder = try TemporaryFolder()
        let listener = try listener(at: "\(folder.path)/hidden")
        defer { close(listener) }
        // The other one is slower than the refusal.
        let program = try folder.script("diced", "(sleep 0.1; mv \(folder.path)/hidden $2) & exit 73")
        _ = try Autostart.start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
    }

    @Test func nothingIsStartedWhereADaemonListens() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        let listener = try listener(at: socket.path)
        defer { close(listener) }
        let program = try folder.script("diced", "touch \(folder.path)/started")
        _ = try Autostart.start(program, socket)
        #expect(access("\(folder.path)/started", F_OK) != 0)
    }

    @Test func withoutAutostartNothingIsStarted() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        #expect(throws: ClientError.noDaemon(socket: socket.path)) {
            try Autostart.connect(socket, startsDaemon: false)
        }
    }

    @Test func onlyOneAtATimeHasTheRightToStart() throws {
        let folder = try TemporaryFolder()
        do {
            let lock = try StartLock(folder: folder.path)
            #expect(try !isFree(folder.path))
            _ = consume lock
        }
        #expect(try isFree(folder.path))
    }

    private func isFree(_ folder: String) throws -> Bool {
        if let lock = try StartLock(folder: folder) {
            _ = consume lock
            return true
        }
        return false
    }

    private func text(of file: String) throws -> String {
        let stream = try #require(fopen(file, "r"))
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
