import Foundation
import ProgramTestSupport
import Testing
import Unix

@testable import DiceClient

struct TransientUnitTests {
    private func words(
        _ environment: [String: String] = [:],
        path: String = "/usr/bin/diced",
        socket: String = "/r/diced.sock"
    ) -> [String]? {
        TransientUnit.arguments(
            path,
            of: .daemon(SocketPath(path: socket)),
            environment: environment,
            log: "/r/diced.log",
            pid: 12
        )
    }

    @Test("the unit runs the program with its options and its log")
    func theProgramHasItsOptionsAndItsLog() throws {
        let arguments = try #require(words())
        #expect(arguments.contains("--unit=dicectl-diced-12.service"))
        #expect(arguments.contains("--property=StandardError=append:/r/diced.log"))
        let end = try #require(arguments.firstIndex(of: "--"))
        #expect(
            arguments[arguments.index(after: end)...]
                == [
                    "/usr/bin/diced", "--socket", "/r/diced.sock", "--idle-exit", "900",
                ]
        )
    }

    /// The service manager must not receive the shell's secrets, nor the daemon the variables of
    /// this process's service.
    @Test("only variables that the programs read are passed on")
    func onlyWhatTheProgramsReadIsHandedOn() throws {
        let environment = [
            "DICED_STATE_DIR": "/s", "HOME": "/h", "TOKEN": "secret",
            "NOTIFY_SOCKET": "/ours",
            "LISTEN_FDS": "1",
            "DICED_STARTED_BY": "dicectl", "WATCHDOG_USEC": "1",
        ]
        let settings = try #require(words(environment)).filter {
            $0.hasPrefix("--setenv=")
        }
        #expect(
            settings == [
                "--setenv=DICED_STATE_DIR=/s", "--setenv=DICED_STARTED_BY=dicectl",
                "--setenv=NOTIFY_SOCKET=/ours",
                "--setenv=HOME=/h",
            ]
        )
    }

    @Test("text that systemd would change is not passed on")
    func aTextThatSystemdWouldChangeIsNotHandedOn() {
        #expect(words(path: "/opt/$dice/diced") == nil)
        #expect(words(socket: "/r/a\nb") == nil)
        #expect(words(["DICED_STATE_DIR": "/a\u{7F}"]) == nil)
        // systemd expands variables only in the words of the command.
        #expect(words(["DICED_STATE_DIR": "/$a"]) != nil)
    }

    @Test("a user without systemd gets no transient unit") func aUserWithoutASystemdHasNone() throws
    {
        let folder = try TemporaryFolder()
        #expect(TransientUnit(environment: ["XDG_RUNTIME_DIR": folder.path]) == nil)
    }
}

struct ServiceSettingsTests {
    private func folder(
        _ unit: [String: String],
        _ inherited: [String: String] = ["HOME": "/h"],
        isShared: Bool = false
    ) -> String? {
        ServiceSettings(unit: unit, inherited: inherited, isShared: isShared)
            .stateFolder
    }

    @Test("the state folder is that of the option, then $DICED_STATE_DIR, then home")
    func theOptionThenTheEnvironmentThenTheHome() {
        let command =
            "{ path=/usr/bin/diced ; argv[]=/usr/bin/diced --state-dir /o --slow 2 ; ignore_errors=no ; pid=0 }"
        #expect(
            folder(["ExecStart": command, "Environment": "DICED_STATE_DIR=/e"]) == "/o"
        )
        #expect(
            folder([
                "ExecStart": command.replacing("--state-dir /o", with: "--state-dir=/p")
            ])
                == "/p"
        )
        #expect(folder(["Environment": #"A=b "DICED_STATE_DIR=/a b" C=d"#]) == "/a b")
        #expect(folder(["Environment": "XDG_STATE_HOME=/x"]) == "/x/diced")
        #expect(folder([:], ["HOME": "/h", "XDG_STATE_HOME": "/m"]) == "/m/diced")
        #expect(folder([:]) == "/h/.local/state/diced")
        #expect(folder([:], [:]) == nil)
    }

    @Test("a state directory of the system is in /var/lib")
    func aStateDirectoryOfTheSystemIsInVarLib() {
        #expect(
            folder(["StateDirectory": "diced other"], [:], isShared: true)
                == "/var/lib/diced"
        )
        #expect(folder(["StateDirectory": "diced"]) == nil)
    }

    @Test("environment files are read") func filesOfVariablesAreRead() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/diced.conf"
        let lines = "# of mine\nDICED_STATE_DIR=\"/a b\"\nOTHER=1\n"
        #expect(
            ServiceSettings.assignments(lines: lines) == [
                "DICED_STATE_DIR": "/a b", "OTHER": "1",
            ]
        )
        #expect(ServiceSettings.assignments(lines: #"A=$'/a b'"#) == ["A": "/a b"])
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(
            self.folder(["EnvironmentFiles": "\(file) (ignore_errors=no)"]) == "/a b"
        )
        #expect(
            ServiceSettings.files("/a (ignore_errors=yes) /b (ignore_errors=no)") == [
                "/a", "/b",
            ]
        )
    }
}
