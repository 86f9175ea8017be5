import ClientTestSupport
import Foundation
import ProgramTestSupport
import Testing
import Unix

@testable import DiceClient

/// Tests the start of a daemon. The programs are scripts instead of diced: they move a listening
/// socket, made by the test, to the daemon's path.
struct AutostartTests {
    @Test("the daemon is started detached, with its options")
    func theProgramIsStartedDetachedWithItsOptions() throws {
        let folder = try TemporaryFolder()
        let listener = try listener(at: "\(folder.path)/hidden")
        defer {
            close(listener)
        }
        let program = try folder.script(
            "diced",
            "echo \"$@\" >\(folder.path)/told; pwd >>\(folder.path)/told; mv \(folder.path)/hidden $2"
        )
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        _ = try start(program, socket)
        #expect(
            try text(of: "\(folder.path)/told")
                == "--socket \(socket.path) --idle-exit 900\n/\n"
        )
        #expect(try SocketFolder.exists(socket.folder))
    }

    @Test("a program that fails is reported at once with its own output")
    func aProgramThatFailsIsReportedAtOnceInItsOwnWords() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script("diced", "echo the dice are cold >&2; exit 70")
        let error = #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("exit status 70"))
        #expect(error.mentions("the dice are cold"))
        #expect(try text(of: "\(folder.path)/run/diced.log") == "the dice are cold\n")
    }

    @Test("other exit statuses do not mean that another daemon runs", arguments: [64, 72, 74])
    func noOtherStatusMeansThatAnotherDaemonIsThere(_ status: Int) throws {
        let folder = try TemporaryFolder()
        let program = try folder.script(
            "diced",
            "echo again >>\(folder.path)/runs; exit \(status)"
        )
        let error = #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("exit status \(status)"))
        #expect(try text(of: "\(folder.path)/runs") == "again\n")
    }

    @Test("a daemon that another process started meanwhile is used")
    func aDaemonThatAnotherStartedMeanwhileIsUsed() throws {
        let folder = try TemporaryFolder()
        let listener = try listener(at: "\(folder.path)/hidden")
        defer {
            close(listener)
        }
        let program = try folder.script("diced", "mv \(folder.path)/hidden $2; exit 73")
        _ = try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
    }

    @Test("the daemon is started again if the other one was about to end")
    func whereTheOtherDaemonWasAboutToEndOursIsStartedAgain() throws {
        let folder = try TemporaryFolder()
        let listener = try listener(at: "\(folder.path)/hidden")
        defer {
            close(listener)
        }
        let program = try folder.script(
            "diced",
            "mkdir \(folder.path)/second 2>/dev/null && exit 73; mv \(folder.path)/hidden $2"
        )
        _ = try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
    }

    @Test("a start does not wait if no process holds a lock")
    func whereNobodyHoldsALockNothingIsWaitedFor() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script(
            "diced",
            "echo again >>\(folder.path)/runs; echo something stands there; exit 73"
        )
        let error = #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("something stands there"))
        #expect(try text(of: "\(folder.path)/runs") == "again\nagain\n")
    }

    @Test(
        "a daemon that holds a lock is awaited",
        arguments: ["diced.sock.lock", "state/diced.lock"]
    )
    func aDaemonThatHoldsALockIsWaitedFor(_ lock: String) throws {
        let folder = try TemporaryFolder()
        for name in ["run", "run/state"] {
            mkdir("\(folder.path)/\(name)", 0o700)
        }
        let listener = try listener(at: "\(folder.path)/hidden")
        defer {
            close(listener)
        }
        try #require(setLock(of: getpid(), "\(folder.path)/run/\(lock)"))
        let program = try folder.script(
            "diced",
            "for n in 1 2 3; do mkdir \(folder.path)/$n 2>/dev/null && exit 73; done; mv \(folder.path)/hidden $2"
        )
        _ = try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
    }

    /// Writes a lock file in the state that the process holding the lock would leave.
    private func setLock(of process: pid_t, _ path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer {
            fclose(file)
        }
        return fputs("\(process)\n", file) >= 0
    }

    @Test("a file at the socket's path that is not a socket is reported at once")
    func whatIsNoSocketInItsPlaceIsSaidAtOnce() throws {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/run", 0o700)
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        close(open(socket.path, O_CREAT | O_WRONLY, 0o600))
        let program = try folder.script(
            "diced",
            "touch \(folder.path)/started; exit 73"
        )
        let error = #expect(throws: ClientError.self) { try start(program, socket) }
        #expect(error.mentions("\(socket.path) exists but is not a socket"))
        #expect(access("\(folder.path)/started", F_OK) != 0)
    }

    @Test("a daemon that is not ready in time is reported")
    func aDaemonThatIsNotReadyInTimeIsReported() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script("diced", "exec cat \(folder.path)/run/fifo")
        mkdir("\(folder.path)/run", 0o700)
        mkfifo("\(folder.path)/run/fifo", 0o600)
        let error = #expect(throws: ClientError.self) {
            try start(
                program,
                SocketPath(path: "\(folder.path)/run/diced.sock"),
                limit: .zero
            )
        }
        #expect(error.mentions("is not ready after 0 s"))
        // The script ends with the last writer.
        close(open("\(folder.path)/run/fifo", O_RDWR))
    }

    @Test("a daemon's status before it is ready is received")
    func whatADaemonSaysBeforeItIsReadyIsHeard() throws {
        let folder = try TemporaryFolder()
        let readiness = try #require(ReadinessSocket(folder: folder.path))
        let address = try #require(SocketAddress(path: readiness.name))
        let daemon = try Descriptor.socket(.datagram)
        func say(_ datagrams: String...) throws {
            for text in datagrams {
                try address.send(Array(text.utf8), from: daemon.number)
            }
        }
        try say(
            "EXTEND_TIMEOUT_USEC=300000000",
            "STATUS=copied 1%",
            "STATUS=copied 2%",
            "READY=1\nSTATUS=1 table"
        )
        #expect(readiness.drain() == "copied 2%")
        try say("EXTEND_TIMEOUT_USEC=300000000")
        #expect(readiness.drain() == nil)
    }

    @Test("nothing is started while another process starts a daemon")
    func whileAnotherProcessStartsOneNothingIsStarted() throws {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/run", 0o700)
        let program = try folder.script("diced", "touch \(folder.path)/started")
        let lock = try Autostart.startLock("\(folder.path)/run")
        let error = #expect(throws: ClientError.self) {
            try start(
                program,
                SocketPath(path: "\(folder.path)/run/diced.sock"),
                limit: .zero
            )
        }
        _ = consume lock
        #expect(error.mentions("another program is starting diced"))
        #expect(access("\(folder.path)/started", F_OK) != 0)
    }

    /// With any umask: the log names players, and the lock must be ours alone.
    @Test("files created next to the socket are private to the user")
    func whatIsMadeBesideTheSocketIsForUsAlone() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script(
            "diced",
            "umask; echo \"$NOTIFY_SOCKET\"; cat; exit 70"
        )
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        #expect(throws: ClientError.self) { try start(program, socket) }
        for (name, mode) in [
            ("", 0o700), ("/diced.log", 0o600), ("/start.lock", 0o600),
        ]
            as [(String, mode_t)]
        {
            var status = stat()
            #expect(stat(socket.folder + name, &status) == 0)
            #expect(status.st_mode & 0o777 == mode, "\(name)")
        }
        let told = try text(of: socket.folder + "/diced.log")
        #expect(told.hasSuffix("\(socket.folder)/ready.\(getpid())\n"))
        #expect(
            access("\(socket.folder)/ready.\(getpid())", F_OK) != 0,
            "gone with the wait"
        )
    }

    /// The reason for a daemon's death survives the start of the next one, and a daemon without
    /// output does not replace it.
    @Test("the log of the previous start is kept") func theLogOfTheLastStartIsKept() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        for (words, kept) in [
            ("one", nil),
            ("two", "one\n"),
            ("", "two\n"),
            ("three", "two\n"),
            ("four", "three\n"),
        ] {
            let program = try folder.script(
                "diced",
                "printf '%s' '\(words)\(words.isEmpty ? "" : "\n")'; exit 70"
            )
            #expect(throws: ClientError.self) { try start(program, socket) }
            #expect(
                try text(of: socket.folder + "/diced.log") == words
                    + (words.isEmpty ? "" : "\n")
            )
            let old = socket.folder + "/diced.log.1"
            #expect(access(old, F_OK) == 0 ? try text(of: old) == kept : kept == nil)
        }
    }

    @Test("a log file that is a symbolic link is not written")
    func aLogThatIsALinkIsNotWrittenThrough() throws {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/run", 0o700)
        symlink("\(folder.path)/precious", "\(folder.path)/run/diced.log")
        let program = try folder.script("diced", "exit 70")
        let error = #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("cannot write"))
        #expect(access("\(folder.path)/precious", F_OK) != 0)
    }

    @Test("the daemon leads its own session and inherits no open files")
    func theProgramHasASessionOfItsOwnAndNothingOfOurs() throws {
        let folder = try TemporaryFolder()
        let ours = open("/dev/null", O_RDONLY)
        defer {
            close(ours)
        }
        // Only the shell's own three descriptors, and the one with which it reads the folder.
        let program = try folder.script(
            "diced",
            "ls /proc/self/fd | wc -l; cut -d' ' -f6 /proc/$$/stat | grep -x $$ >/dev/null && echo leads; exit 70"
        )
        #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(try text(of: "\(folder.path)/run/diced.log") == "4\nleads\n")
    }

    @Test("a program killed by a signal is reported with the signal's name")
    func aProgramThatASignalEndsIsReportedByItsName() throws {
        let folder = try TemporaryFolder()
        let program = try folder.script("diced", "kill -KILL $$")
        let error = #expect(throws: ClientError.self) {
            try start(program, SocketPath(path: "\(folder.path)/run/diced.sock"))
        }
        #expect(error.mentions("signal 9, Killed"))
        #expect(error.mentions("it printed no message"))
    }

    /// Makes a folder with a systemd-run that does what the script says. It is first in `$PATH` for
    /// the body.
    private func withSystemdRun(_ script: String, in folder: TemporaryFolder) throws
        -> TransientUnit
    {
        let tools = folder.path + "/tools"
        mkdir(tools, 0o700)
        let program = try folder.script("systemd-run", script)
        rename(program, tools + "/systemd-run")
        return TransientUnit(
            runtimeFolder: folder.path,
            program: tools + "/systemd-run"
        )
    }

    @Test("the user's systemd starts the daemon") func theUsersSystemdStartsIt() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        let listener = try listener(at: "\(folder.path)/hidden")
        defer {
            close(listener)
        }
        let unit = try withSystemdRun(
            "echo \"$XDG_RUNTIME_DIR\" >\(folder.path)/told; mv \(folder.path)/hidden \(socket.path)",
            in: folder
        )
        let program = try folder.script("diced", "touch \(folder.path)/started")
        _ = try start(program, socket, unit: unit)
        #expect(try text(of: "\(folder.path)/told") == folder.path + "\n")
        #expect(access("\(folder.path)/started", F_OK) != 0)
    }

    @Test(
        "a child is started if systemd does not start the daemon",
        arguments: ["exit 1", "exit 0", "kill -KILL $$"]
    )
    func whereSystemdDoesNotStartItAChildIsStarted(_ script: String) throws {
        let folder = try TemporaryFolder()
        let unit = try withSystemdRun(
            "echo tried >>\(folder.path)/runs; \(script)",
            in: folder
        )
        let program = try folder.script(
            "diced",
            "echo started >>\(folder.path)/runs; echo the dice are cold; exit 70"
        )
        let socket = SocketPath(path: "\(folder.path)/run/diced.sock")
        mkdir(socket.folder, 0o700)
        try Data("before\n".utf8).write(to: URL(filePath: socket.folder + "/diced.log"))
        let error = #expect(throws: ClientError.self) {
            try start(program, socket, unit: unit)
        }
        #expect(error.mentions("exit status 70"))
        #expect(error.mentions("the dice are cold"))
        #expect(try text(of: "\(folder.path)/runs") == "tried\nstarted\n")
        #expect(
            try text(of: socket.folder + "/diced.log.1") == "before\n",
            "the log of the start before is kept"
        )
    }

    @Test("a systemd that hangs is not awaited") func aSystemdThatHangsIsNotWaitedFor() throws {
        let folder = try TemporaryFolder()
        let fifo = folder.path + "/fifo"
        mkfifo(fifo, 0o600)
        var unit = try withSystemdRun("cat \(fifo)", in: folder)
        unit.patience = .zero
        let program = try folder.script("diced", "exit 70")
        let error = #expect(throws: ClientError.self) {
            try start(
                program,
                SocketPath(path: "\(folder.path)/run/diced.sock"),
                unit: unit
            )
        }
        #expect(error.mentions("exit status 70"))
        // The script ends with the last writer.
        close(open(fifo, O_RDWR))
    }

    @Test("a child is started if systemd-run is missing") func withoutSystemdRunAChildIsStarted()
        throws
    {
        let folder = try TemporaryFolder()
        let program = try folder.script(
            "diced",
            "echo started >>\(folder.path)/runs; exit 70"
        )
        let unit = TransientUnit(
            runtimeFolder: folder.path,
            program: folder.path + "/none"
        )
        let error = #expect(throws: ClientError.self) {
            try start(
                program,
                SocketPath(path: "\(folder.path)/run/diced.sock"),
                unit: unit
            )
        }
        #expect(error.mentions("exit status 70"))
        #expect(try text(of: "\(folder.path)/runs") == "started\n")
    }

    @Test("nothing is started if a daemon already listens")
    func nothingIsStartedWhereADaemonListens() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        let listener = try listener(at: socket.path)
        defer {
            close(listener)
        }
        let program = try folder.script("diced", "touch \(folder.path)/started")
        _ = try start(program, socket)
        #expect(access("\(folder.path)/started", F_OK) != 0)
    }

    @Test("nothing is started without autostart") func withoutAutostartNothingIsStarted() throws {
        let folder = try TemporaryFolder()
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        #expect(throws: ClientError.noDaemon(socket: socket.path)) {
            try Autostart.connect(socket, startsDaemon: false)
        }
    }

    @Test("only one process at a time holds the start lock") func onlyOneAtATimeHasTheRightToStart()
        throws
    {
        let folder = try TemporaryFolder()
        do {
            let lock = try Autostart.startLock(folder.path)
            #expect(try !isFree(folder.path))
            _ = consume lock
        }
        #expect(try isFree(folder.path))
    }

    /// The time until a script runs does not matter to the test.
    private func start(
        _ program: String,
        _ socket: SocketPath,
        unit: TransientUnit? = nil,
        limit: Duration = .patience
    ) throws(ClientError) -> Connection {
        try Autostart.start(
            program,
            as: .daemon(socket),
            socket,
            stateFolder: socket.folder + "/state",
            unit: unit,
            limit: limit
        )
    }

    private func isFree(_ folder: String) throws -> Bool {
        if let lock = try Autostart.startLock(folder) {
            _ = consume lock
            return true
        }
        return false
    }

    private func text(of file: String) throws -> String {
        let stream = try #require(fopen(file, "r"))
        defer {
            fclose(stream)
        }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
