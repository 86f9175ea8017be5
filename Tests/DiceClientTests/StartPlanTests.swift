import DicePaths
import Testing

@testable import DiceClient

struct StartPlanTests {
    private func plan(
        socket: String = "/run/user/7/diced/diced.sock", environment: [String: String] = [:],
        programs: Set<String> = [], hasUnit: Bool = false
    ) throws(ClientError) -> StartPlan {
        try StartPlan(
            for: SocketPath(path: socket),
            in: StartPlan.Surroundings(
                environment: environment, uid: 7, programFolder: "/opt/bin", isOurFolder: { $0 == "/run/user/7" },
                isExecutable: programs.contains, hasUnit: { folder, _ in hasUnit && folder == "/run/user/7" }))
    }

    @Test func theInstalledUnitComesFirst() throws {
        #expect(
            try plan(environment: ["DICED": "/d"], programs: ["/d"], hasUnit: true)
                == .unit(runtimeFolder: "/run/user/7"))
    }

    @Test func anotherSocketIsNotTheUnits() throws {
        let program = "/opt/bin/diced"
        #expect(try plan(socket: "/x/diced.sock", programs: [program], hasUnit: true) == .program(program))
    }

    @Test func theVariableThenTheOwnFolderThenThePath() throws {
        let all: Set = ["/d", "/opt/bin/diced", "/usr/bin/diced"]
        let path = ["PATH": ":bin:/usr/bin"]
        #expect(try plan(environment: path.merging(["DICED": "/d"]) { $1 }, programs: all) == .program("/d"))
        #expect(try plan(environment: path, programs: all) == .program("/opt/bin/diced"))
        #expect(try plan(environment: path, programs: ["/usr/bin/diced"]) == .program("/usr/bin/diced"))
    }

    @Test func aProgramOfTheCurrentFolderIsNeverStarted() {
        #expect(throws: ClientError.self) {
            try plan(environment: ["PATH": ":.:bin"], programs: ["/diced", "./diced", "bin/diced", "diced"])
        }
    }

    @Test func aVariableThatNamesNoProgramIsAnError() {
        let error = #expect(throws: ClientError.self) {
            try plan(environment: ["DICED": "/d"], programs: ["/opt/bin/diced"])
        }
        #expect(error.mentions("$DICED"))
    }

    @Test(
        arguments: [
            ("LoadState=loaded\nListen=/run/user/7/diced/diced.sock (Stream)\n", true),
            ("Listen=/run/user/7/diced/diced.sock (Stream)\nLoadState=not-found\n", false),
            ("LoadState=loaded\nListen=/other/diced.sock (Stream)\n", false),
            ("LoadState=loaded\n", false), ("", false),
        ])
    func theUnitCountsWhereItListensOnThePath(_ shown: String, _ listens: Bool) {
        #expect(UserUnit.listens(on: "/run/user/7/diced/diced.sock", shown: shown) == listens)
    }

    @Test func aDaemonDoesNotInheritTheServiceItsStarterRunsIn() {
        let environment = SpawnedDaemon.environment(
            ["LISTEN_FDS": "1", "WATCHDOG_USEC": "5", "NOTIFY_SOCKET": "/theirs", "HOME": "/h"], notify: "/ours")
        #expect(environment == ["HOME": "/h", "NOTIFY_SOCKET": "/ours"])
    }

    @Test func theLastWordsAreTheLastLines() {
        #expect(SpawnedDaemon.lastLines(of: Array("one\ntwo\n\n three\nfour\n".utf8)) == "two /  three / four")
        #expect(SpawnedDaemon.lastLines(of: []) == "")
    }
}
