import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("Child processes")
struct ChildProcessTests {
    /// Runs a script of sh(1) to its end. Returns its output on descriptor 1, and its exit.
    private func run(
        _ script: String,
        files: [Int32: Int32] = [:],
        detached: Bool = false,
        goesOn: Bool = false
    ) throws -> (output: String, exit: ChildProcess.Exit) {
        let ends = try Descriptor.Pair()
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            files: files.merging([1: ends.theirs.number]) { $1 },
            detached: detached,
            goesOn: goesOn
        )
        let ours = ends.takeLocalEnd()
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            ours.number,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(ours.number, &buffer, buffer.count), count != 0 {
            // A script that does not end in time is killed.
            if count < 0 {
                kill(child.pid, SIGKILL)
            } else {
                output += buffer[..<count]
            }
        }
        return (String(decoding: output, as: UTF8.self), child.waitForExit())
    }

    @Test("a child's ending is reported as its status or its signal")
    func endings() throws {
        #expect(try run("exit 0").exit == .exited(0))
        let three = try run("exit 3").exit
        #expect(three == .exited(3))
        #expect(three.description == "exit status 3")
        let killed = try run("kill -KILL $$").exit
        #expect(killed == .killed(by: SIGKILL))
        #expect(killed.description == "signal 9, Killed")
    }

    @Test("Ctrl-Z stops a child unless it is set to continue")
    func typedStop() throws {
        let ignored = "sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status"
        for goesOn in [false, true] {
            let mask = try run(ignored, goesOn: goesOn).output.trimmingCharacters(
                in: .whitespacesAndNewlines
            )
            #expect(
                (UInt64(mask, radix: 16) ?? 0) >> (SIGTSTP - 1) & 1 == (goesOn ? 1 : 0),
                "\(mask)"
            )
        }
    }

    @Test("a program that cannot be started reports the reason")
    func missing() {
        #expect(throws: SystemError(ENOENT)) {
            try ChildProcess("/nonexistent/program", [], environment: [:], files: [:])
        }
        #expect(throws: SystemError(EACCES)) {
            try ChildProcess("/etc/passwd", [], environment: [:], files: [:])
        }
    }

    @Test("a child can be polled for its end without waiting")
    func asked() throws {
        let input = try Descriptor.Pair()
        let child = try ChildProcess(
            "cat",
            [],
            environment: [:],
            files: [0: input.theirs.number, 1: input.theirs.number]
        )
        #expect(child.exit() == nil)
        _ = consume input
        #expect(child.waitForExit() == .exited(0))
    }

    @Test("a child has exactly the variables it is given")
    func environment() throws {
        let ends = try Descriptor.Pair()
        let child = try ChildProcess(
            "env",
            ["-0"],
            environment: ["A": "b c"],
            files: [1: ends.theirs.number]
        )
        #expect(child.waitForExit() == .exited(0))
        let ours = ends.takeLocalEnd()
        var buffer = [UInt8](repeating: 1, count: 100)
        #expect(read(ours.number, &buffer, buffer.count) == 6)
        #expect(buffer.starts(with: Array("A=b c\0".utf8)))
    }

    @Test(
        "a child has the files it is given, each at its number, and an empty standard input"
    )
    func files() throws {
        // Opened without close-on-exec, as in careless code: every program would inherit it.
        let stray = fcntl(0, F_DUPFD, 50)
        defer {
            close(stray)
        }
        #expect(try run("cat; echo ended").output == "ended\n")
        let extra = try Descriptor.open("/dev/null", O_RDONLY)
        let listing = try run(
            "exec ls /proc/self/fd",
            files: [2: extra.number, 7: extra.number]
        )
        .output
        #expect(
            listing.split(separator: "\n") == ["0", "1", "2", "3", "7"],
            "3 is the folder that ls reads"
        )
    }

    @Test("files may be swapped")
    func swapped() throws {
        let folder = try TemporaryFolder()
        let a = folder.path + "/a"
        let b = folder.path + "/b"
        let first = try Descriptor.open(a, O_WRONLY | O_CREAT)
        let second = try Descriptor.open(b, O_WRONLY | O_CREAT)
        let exit = try ChildProcess(
            "/bin/bash",
            ["-c", "echo first >&\(second.number); echo second >&\(first.number)"],
            environment: [:],
            files: [first.number: second.number, second.number: first.number]
        ).waitForExit()
        #expect(exit == .exited(0))
        #expect(try String(contentsOfFile: a, encoding: .utf8) == "first\n")
        #expect(try String(contentsOfFile: b, encoding: .utf8) == "second\n")
    }

    @Test("a detached child has its own session and runs in the root folder")
    func detached() throws {
        let script = "cut -d' ' -f6 /proc/self/stat; pwd"
        let ours = getsid(0)
        #expect(try run(script).output.hasPrefix("\(ours)\n"))
        let detached = try run("echo $$; " + script, detached: true).output.split(
            separator: "\n"
        )
        #expect(detached.count == 3 && detached[0] == detached[1] && detached[2] == "/")
    }

    @Test("a child has default signal handling, whatever its parent blocks or ignores")
    func signals() throws {
        // A SIGPIPE would kill the test process.
        signal(SIGPIPE, SIG_IGN)
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer {
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        let masks = try run("grep -E 'Sig(Blk|Ign)' /proc/self/status").output.split(
            separator: "\n"
        ).map {
            // Without 32 and 33, which the C library reserves.
            UInt64($0.suffix(16), radix: 16).map { $0 & 0x7FFF_FFFF }
        }
        #expect(masks == [0, 0])
    }
}
