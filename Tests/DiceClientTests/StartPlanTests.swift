import ClientTestSupport
import Testing
import Unix

@testable import DiceClient

struct StartPlanTests {
    private func plan(
        socket: String = "/run/user/7/diced/diced.sock",
        environment: [String: String] = [:],
        programs: Set<String> = [],
        hasUnit: Bool = false
    ) throws(ClientError) -> StartPlan {
        try StartPlan(
            for: SocketPath(path: socket),
            in: StartPlan.Context(
                environment: environment,
                uid: 7,
                programFolder: "/opt/bin",
                isOurFolder: { $0 == "/run/user/7" },
                isExecutable: programs.contains,
                hasUnit: { folder, _ in hasUnit && folder == "/run/user/7" }
            )
        )
    }

    @Test("the installed unit has precedence") func theInstalledUnitComesFirst() throws {
        #expect(
            try plan(environment: ["DICED": "/d"], programs: ["/d"], hasUnit: true)
                == .unit(runtimeFolder: "/run/user/7")
        )
    }

    @Test("the unit is not used for another socket") func anotherSocketIsNotTheUnits() throws {
        let program = "/opt/bin/diced"
        #expect(
            try plan(socket: "/x/diced.sock", programs: [program], hasUnit: true)
                == .program(program)
        )
    }

    @Test("$DICED precedes the program's own folder, and that precedes $PATH")
    func theVariableThenTheOwnFolderThenThePath() throws {
        let all: Set = ["/d", "/opt/bin/diced", "/usr/bin/diced"]
        let path = ["PATH": ":bin:/usr/bin"]
        #expect(
            try plan(environment: path.merging(["DICED": "/d"]) { $1 }, programs: all)
                == .program("/d")
        )
        let empty = path.merging(["DICED": ""]) { $1 }
        for path in [path, empty] {
            #expect(
                try plan(environment: path, programs: all) == .program("/opt/bin/diced")
            )
        }
        #expect(
            try plan(environment: path, programs: ["/usr/bin/diced"])
                == .program("/usr/bin/diced")
        )
    }

    @Test("a program in the current folder is never started")
    func aProgramOfTheCurrentFolderIsNeverStarted() {
        #expect(throws: ClientError.self) {
            try plan(
                environment: ["PATH": ":.:bin"],
                programs: ["/diced", "./diced", "bin/diced", "diced"]
            )
        }
    }

    /// The only query is about systemd's folder and the unit's path.
    @Test("the unit is used for the socket in the runtime folder")
    func theUnitIsAskedForTheSocketOfTheRuntimeFolder() throws {
        var asked: [[String]] = []
        let path = "/x/diced/diced.sock"
        let plan = try StartPlan(
            for: SocketPath(path: path),
            in: StartPlan.Context(
                environment: ["XDG_RUNTIME_DIR": "/x"],
                uid: 7,
                programFolder: nil,
                isOurFolder: { $0 == "/x" },
                isExecutable: { _ in false },
                hasUnit: { folder, path in
                    asked.append([folder, path])
                    return true
                }
            )
        )
        #expect(plan == .unit(runtimeFolder: "/x"))
        #expect(asked == [["/x", path]])
    }

    @Test("an error without any program says what to install")
    func withoutAnyProgramTheErrorSaysWhatToInstall() {
        let error = #expect(throws: ClientError.self) { try plan() }
        #expect(error.mentions("install it, or set $DICED"))
        #expect(error.mentions("/run/user/7/diced/diced.sock"))
    }

    @Test("a $DICED that does not name a program is an error")
    func aVariableThatNamesNoProgramIsAnError() {
        let error = #expect(throws: ClientError.self) {
            try plan(environment: ["DICED": "/d"], programs: ["/opt/bin/diced"])
        }
        #expect(error.mentions("$DICED"))
    }

    @Test(
        "the unit is used only if it is loaded and listens on this path",
        arguments: [
            ("LoadState=loaded\nListen=/run/user/7/diced/diced.sock (Stream)\n", true),
            (
                "Listen=/run/user/7/diced/diced.sock (Stream)\nLoadState=not-found\n",
                false
            ),
            ("LoadState=loaded\nListen=/other/diced.sock (Stream)\n", false),
            ("LoadState=loaded\n", false),
            ("", false),
        ]
    )
    func theUnitCountsWhereItListensOnThePath(_ shown: String, _ listens: Bool) {
        #expect(
            UserUnit.listens(on: "/run/user/7/diced/diced.sock", shown: shown)
                == listens
        )
    }

    @Test("a daemon does not inherit the service variables of its starter")
    func aDaemonDoesNotInheritTheServiceItsStarterRunsIn() {
        let environment = SpawnedDaemon.environment(
            [
                "LISTEN_FDS": "1", "WATCHDOG_USEC": "5", "NOTIFY_SOCKET": "/theirs",
                "HOME": "/h",
            ],
            notify: "/ours"
        )
        #expect(
            environment == [
                "HOME": "/h", "NOTIFY_SOCKET": "/ours", "DICED_STARTED_BY": "dicectl",
            ]
        )
    }

    @Test("every variable of a service is removed from the environment")
    func everyVariableOfAServiceIsLeftOut() {
        let names = [
            "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
            "WATCHDOG_PID",
            "NOTIFY_SOCKET",
        ]
        let theirs = Dictionary(uniqueKeysWithValues: names.map { ($0, "1") })
        #expect(
            SpawnedDaemon.environment(theirs, notify: nil) == [
                "DICED_STARTED_BY": "dicectl"
            ]
        )
    }

    @Test("a program that runs too long is killed") func aProgramThatRunsTooLongIsKilled() throws {
        let run = try #require(
            CapturedRun(
                "/bin/sh",
                ["-c", "echo begun; exec cat /dev/zero >/dev/null"],
                environment: [:],
                limit: .zero
            )
        )
        #expect(!run.succeeded)
        #expect(
            CapturedRun("/nonexistent/program", [], environment: [:], limit: .patience)
                == nil
        )
        let failed = try #require(
            CapturedRun(
                "/bin/sh",
                ["-c", "echo out; echo err >&2; exit 3"],
                environment: [:],
                limit: .patience
            )
        )
        #expect(!failed.succeeded)
        #expect(failed.output == "out\nerr\n")
    }

    @Test("a failed start is reported with the last lines of output")
    func theLastWordsAreTheLastLines() {
        #expect(
            SpawnedDaemon.lastLines(of: Array("one\ntwo\n\n three\nfour\n".utf8))
                == "two /  three / four"
        )
        #expect(SpawnedDaemon.lastLines(of: []) == "")
        let record = "2026-11-29T14:33:36Z critical no folder for the tables; set $HOME\n"
        #expect(
            SpawnedDaemon.lastLines(of: Array(record.utf8))
                == "no folder for the tables; set $HOME"
        )
    }
}
