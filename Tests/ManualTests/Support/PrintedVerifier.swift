import Foundation
import ProgramTestSupport
import Testing

/// The verifier printed in dice-protocol(7), as a file.
struct PrintedVerifier {
    private let temporary: TemporaryFolder
    private let python: String
    private var folder: String { temporary.path }

    init() throws {
        temporary = try TemporaryFolder()
        python = try #require(Tool.python3.path)
        let text = try #require(
            try ManualPage("dice-protocol.7").part("A verifier").displays.first
        )
        try Data((text + "\n").utf8).write(to: URL(filePath: folder + "/verifier.py"))
    }

    /// Returns its output for an export, and its exit status.
    func run(_ lines: [String]) async throws -> (status: Int32, output: String) {
        let export = folder + "/\(UUID().uuidString)"
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: export))
        return try await Spawned.run(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$1\" <\"$2\"", python, folder + "/verifier.py",
                export,
            ],
            within: Patience.limit
        )
    }

    /// Returns, for each export, true if it finds a fault; an uncaught exception counts as one.
    func findsFaults(in exports: [[String]]) async throws -> [Bool] {
        let script = """
            import json, sys
            from verifier import faults
            def isfound(lines):
                links = {}
                try: return any([faults(json.loads(line), links) for line in lines])
                except Exception: return True
            for export in json.load(open(sys.argv[1])): print(isfound(export))
            """
        try Data(script.utf8).write(to: URL(filePath: folder + "/each.py"))
        try JSONEncoder().encode(exports).write(
            to: URL(filePath: folder + "/exports.json")
        )
        let (status, output) = try await Spawned.run(
            python,
            [folder + "/each.py", folder + "/exports.json"],
            within: Patience.limit
        )
        #expect(status == 0, "\(output)")
        return output.split(separator: "\n").map { $0 == "True" }
    }

    /// Returns the values of the Python expressions in `lines`, which may call the verifier's
    /// functions.
    func evaluate(_ lines: [String]) async throws -> [String] {
        let script =
            "from verifier import *\n" + lines.map { "print(\($0))\n" }.joined()
        try Data(script.utf8).write(to: URL(filePath: folder + "/script.py"))
        let (status, output) = try await Spawned.run(
            python,
            [folder + "/script.py"],
            within: Patience.limit
        )
        #expect(status == 0, "\(output)")
        return output.split(separator: "\n").map(String.init)
    }
}
