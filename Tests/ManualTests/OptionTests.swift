import Glibc
import ProgramTestSupport
import Testing

/// The pages document exactly the options that the programs have.
struct OptionTests {
    @Test("diced(1) lists exactly the options of diced") func dicedHasItsOptions() async throws {
        let page = try ManualPage("diced.1")
        #expect(
            page.options
                == (try await BuiltProgram(path: Programs.diced).help().command.options)
        )
        let synopsis = try page.part("SYNOPSIS").arguments(of: "Fl")
        let longNames = page.options.flatMap(\.names).filter { $0.hasPrefix("--") }
        #expect(synopsis == Set(longNames.map { String($0.dropFirst()) }))
    }

    @Test(
        "the manual page of a program lists exactly its options",
        arguments: [
            ("diced-web.8", Programs.dicedWeb), ("diced-mqtt.8", Programs.dicedMQTT),
        ]
    )
    func thePageOfAProgramHasItsOptions(_ name: String, _ program: String) async throws {
        let page = try ManualPage(name)
        let options = try page.part("DESCRIPTION").options
        #expect(
            options == (try await BuiltProgram(path: program).help().command.options)
        )
        let synopsis = try page.part("SYNOPSIS").arguments(of: "Fl")
        let longNames = options.flatMap(\.names).filter { $0.hasPrefix("--") }
        #expect(synopsis == Set(longNames.map { String($0.dropFirst()) }))
    }

    @Test("dicectl(1) lists every command and its options")
    func dicectlHasItsCommandsAndTheirOptions() async throws {
        let page = try ManualPage("dicectl.1")
        let program = try await BuiltProgram(path: Programs.dicectl).help().command
        let every = try page.part("OPTIONS").options
        let table = every.filter { $0.names.contains("--table") }
        var documented = try page.part("DESCRIPTION").commands
        #expect(documented.removeValue(forKey: "help") == [])
        let actual = program.leaves.filter { $0.key != "help" }
        #expect(documented.keys.sorted() == actual.keys.sorted())
        #expect(table.count == 1)
        for (command, options) in actual {
            let common: Set<DocumentedOption> =
                switch command {
                case "games", "seat": every.named("--help", "--version")
                case "stdio":
                    every.named(
                        "--help",
                        "--version",
                        "--socket",
                        "--shared",
                        "--no-autostart"
                    )
                case "backup", "check", "doctor", "explain", "odds", "restore", "save", "saved",
                    "status",
                    "stop", "table list",
                    "unsave":
                    every.subtracting(table)
                default: every
                }
            #expect(
                common.subtracting(options) == [],
                "\(command) lacks a common option"
            )
            #expect(documented[command] == options.subtracting(common), "\(command)")
        }
        #expect(program.options.isSubset(of: every))
    }

    @Test("manual pages mention only options that exist", arguments: ["dicectl.1", "diced.1"])
    func noOptionIsNamedThatIsNone(_ name: String) async throws {
        let programs = try await [
            BuiltProgram(path: Programs.diced).help().command,
            BuiltProgram(path: Programs.dicectl).help().command,
        ]
        let options = programs.flatMap { [$0.options] + $0.leaves.values }.flatMap(
            \.self
        ).flatMap(
            \.names
        )
        let named = try ManualPage(name).arguments(of: "Fl").map { "-" + $0 }
        #expect(Set(named).subtracting(options) == [])
    }

    @Test(
        "manual pages list the exit statuses",
        arguments: [
            ("dicectl.1", ["0", "1", "2", "64", "65", "66", "69", "75", "76", "130"]),
            (
                "diced.1",
                ["0", "1", "64", "65", "66", "70", "71", "73", "74", "76", "78"]
            ),
            ("diced-web.8", ["0", "1", "64", "69", "70", "73", "74", "78"]),
            ("diced-mqtt.8", ["0", "1", "64", "71", "78"]),
        ]
    )
    func exitStatuses(_ name: String, _ statuses: [String]) async throws {
        #expect(
            try ManualPage(name).part("EXIT STATUS").words(after: ".It").map {
                $0.joined()
            }
                == statuses
        )
    }

    @Test("the help fits on a screen") func theHelpFitsAScreen() async throws {
        let lines = try await Spawned.run(
            Programs.dicectl,
            ["help"],
            within: Patience.limit
        ).output
            .split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
        #expect(lines.count - 1 <= 60)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    /// Each command is in the synopsis, too.
    @Test("the synopsis has every command") func theSynopsisHasEveryCommand() async throws {
        let synopsis = try ManualPage("dicectl.1").part("SYNOPSIS").lines.filter {
            $0.hasPrefix(".Cm ")
        }
        let named = Set(
            synopsis.flatMap {
                $0.dropFirst(4).split(separator: "|").map {
                    $0.split(separator: " ").joined(separator: " ")
                }
            }
        )
        let commands = try await BuiltProgram(path: Programs.dicectl).help().command
            .leaves.keys
        #expect(Set(commands).subtracting(named) == [])
    }

    @Test(
        "a full standard output is an error with exit status 1",
        .room,
        arguments: [Programs.diced, Programs.dicedWeb, Programs.dicedMQTT],
        [["--help"], ["--version"], ["--generate-completion-script", "bash"]]
    )
    func standardOutputThatIsFull(_ program: String, _ arguments: [String]) async throws {
        let full = open("/dev/full", O_WRONLY)
        defer {
            close(full)
        }
        let child = try Room.here.start(program, arguments, output: full)
        #expect(try await child.ending() == .exited(1))
        #expect(
            try await child.complaint().contains(
                "cannot write the result: No space left on device"
            )
        )
    }
}

extension Set<DocumentedOption> {
    fileprivate func named(_ names: String...) -> Self {
        filter { !$0.names.isDisjoint(with: names) }
    }
}
