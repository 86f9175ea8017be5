import Foundation
import Glibc
import PagePacking
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests the built `diced-web --audience`: the files that it writes, and the inputs that it
/// refuses.
@Suite(.room)
struct AudienceFilesTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private func run(_ arguments: String...) async throws -> Outcome {
        try await room.start(Programs.dicedWeb, arguments).outcome()
    }

    private func write(
        _ url: String = "wss://broker.example/mqtt",
        prefix: String = "diced"
    )
        async throws -> Outcome
    {
        try await run(
            "--audience",
            url,
            "--prefix",
            prefix,
            "--into",
            room.path("site")
        )
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: room.path("site")).sorted()
    }

    @Test("files for any web server are written") func filesForAnyWebServerAreWritten() async throws
    {
        let url =
            "wss://" + String(repeating: "broker.", count: 20) + "example:65535/mqtt"
        let outcome = try await write(
            url,
            prefix: String(repeating: "level/", count: 42) + "end"
        )
        #expect(outcome.ending == .exited(0))
        #expect(outcome.complaint == "")
        let files = try names()
        let sizes = files.map { room.contents("site/" + $0)?.count ?? 0 }
        let bytes = sizes.reduce(0, +)
        let summary = outcome.output.first ?? ""
        for fact in ["\(files.count) files", "\(bytes) bytes", room.path("site")] {
            #expect(summary.contains(fact), "\(summary)")
        }
        #expect(
            bytes > 40_000 && bytes <= 208_000,
            "\(bytes), of which a page loads one language of four, and bank.js in bank games"
        )
        #expect(try room.mode("site") == 0o755)
        for file in files {
            #expect(try room.mode("site/" + file) == 0o644)
        }
        // All files that a file refers to exist, and their names have no slash.
        for file in files {
            let text = String(
                decoding: room.contents("site/" + file) ?? Data(),
                as: UTF8.self
            )
            for match in text.matches(
                of: #/(?:from|href=|src=) ?"(\.\/)?([a-z]+\.(js|css))"/#
            ) {
                #expect(files.contains(String(match.2)), "\(file) asks for \(match.2)")
            }
            #expect(
                !text.contains(#/takeToken|token:/#) && !text.contains("/ws"),
                "\(file)"
            )
        }
        #expect(!room.exists("state"))
        #expect(!room.exists("run/web.sock"))
    }

    @Test("arguments are written as data and not as markup") func whatIsGivenIsDataAndNotMarkup()
        async throws
    {
        let prefix = #"a"><script>{broker}&'"#
        #expect(
            try await write("ws://broker.example:9001", prefix: prefix).ending
                == .exited(0)
        )
        let page = String(
            decoding: room.contents("site/index.html") ?? Data(),
            as: UTF8.self
        )
        #expect(
            page.contains(
                #"<meta name="prefix" content="a&quot;&gt;&lt;script&gt;{broker}&amp;&#39;">"#
            )
        )
        #expect(
            page.contains(#"<meta name="broker" content="ws://broker.example:9001">"#)
        )
        #expect(page.contains("connect-src ws://broker.example:9001;"))
        #expect(!page.contains("unsafe"))
        #expect(page.matches(of: #/<script/#).count == 2)
    }

    @Test("an older page is replaced and nothing else") func anOlderPageIsReplacedAndNothingElse()
        async throws
    {
        #expect(try await write().ending == .exited(0))
        try room.makeFile("site/mine.txt", "mine")
        try room.makeFile("site/page.txt", "another")
        try Data().write(to: URL(filePath: room.path("site/room.js")))
        #expect(try await write("wss://other.example").ending == .exited(0))
        let page = String(
            decoding: room.contents("site/index.html") ?? Data(),
            as: UTF8.self
        )
        #expect(page.contains("connect-src wss://other.example;"))
        #expect(room.contents("site/room.js")?.isEmpty == false)
        #expect(room.contents("site/mine.txt") == Data("mine".utf8))
        // No partial file is left.
        #expect(try names().allSatisfy { $0.matches(of: #/\./#).count == 1 })
    }

    @Test("a file of another origin is kept", arguments: ["index.html", "style.css", "place.js"])
    func aFileOfAnotherOriginIsKept(_ name: String) async throws {
        try room.makeFolder("site")
        try room.makeFile("site/" + name, "<!doctype html><title>mine</title>")
        let outcome = try await write()
        #expect(outcome.ending == .exited(EX_CANTCREAT))
        #expect(outcome.output == [])
        #expect(outcome.complaint.contains("site/\(name)"))
        #expect(outcome.complaint.contains("nothing was written"))
        #expect(try names() == [name])
        #expect(
            room.contents("site/" + name)
                == Data("<!doctype html><title>mine</title>".utf8)
        )
    }

    @Test("a symbolic link is not followed") func aLinkIsNotFollowed() async throws {
        try room.makeFile("elsewhere", "mine")
        try room.makeFolder("site")
        symlink(room.path("elsewhere"), room.path("site/index.html"))
        #expect(try await write().ending == .exited(EX_CANTCREAT))
        #expect(room.contents("elsewhere") == Data("mine".utf8))
    }

    @Test("a folder that cannot be created is refused") func aFolderThatCannotBeIsRefused()
        async throws
    {
        let outcome = try await run(
            "--audience",
            "wss://b",
            "--into",
            room.path("no/site")
        )
        #expect(outcome.ending == .exited(EX_CANTCREAT))
        #expect(outcome.complaint.contains("create the folder above it first"))
        try room.makeFile("file", "")
        #expect(
            try await run("--audience", "wss://b", "--into", room.path("file")).ending
                == .exited(EX_CANTCREAT)
        )
    }

    @Test(
        "an invalid command line writes nothing",
        arguments: [
            ["--audience", "http://b"],
            ["--audience", "b"],
            ["--audience", "wss://"],
            ["--audience", "wss://ann:secret@b"],
            ["--audience", "wss://ann@b"],
            ["--audience", "wss://b/?token=1"],
            ["--audience", "wss://b#token"],
            ["--audience", "wss://[::1]:9001"],
            ["--audience", "wss://b:0"],
            ["--audience", "wss://b:65536"],
            ["--audience", "wss://b/a b"],
            ["--audience", "wss://b/\";x"],
            ["--audience", "wss://b; script-src x"],
            ["--audience", "wss://b", "--prefix", ""],
            ["--audience", "wss://b", "--prefix", "a//b"],
            ["--audience", "wss://b", "--prefix", "/a"],
            ["--audience", "wss://b", "--prefix", "a/"],
            ["--audience", "wss://b", "--prefix", "a/+"],
            ["--audience", "wss://b", "--prefix", "#"],
            ["--audience", "wss://b", "--prefix", "$SYS"],
            ["--audience", "wss://b", "--prefix", "a\nb"],
            ["--audience", "wss://b", "--prefix", String(repeating: "x", count: 256)],
            ["--audience", "wss://b", "--listen", "127.0.0.1:0"],
            ["--audience", "wss://b", "--shared"],
            ["--audience", "wss://b", "--socket", "s"],
            ["--prefix", "a"],
            [],
        ]
    )
    func aWrongCommandLineWritesNothing(_ arguments: [String]) async throws {
        let outcome = try await room.start(
            Programs.dicedWeb,
            arguments + ["--into", room.path("site")]
        ).outcome()
        #expect(outcome.ending == .exited(EX_USAGE), "\(outcome.complaint)")
        #expect(!room.exists("site"))
    }

    @Test("the folder must be named") func theFolderMustBeNamed() async throws {
        #expect(try await run("--audience", "wss://b").ending == .exited(EX_USAGE))
        #expect(
            try await run("--audience", "wss://b", "--into", "").ending
                == .exited(EX_USAGE)
        )
    }

    @Test("comments and indentation are removed from scripts") func whatBrowsersPassOverIsLeftOut()
    {
        let script = "// A.\n\n/** B. */\n/**\n * C.\n */\n\tconst a = 1; // stays\n\t\ta();\n"
        #expect(
            CompactText.bytes(of: Array(script.utf8))
                == Array("const a = 1; // stays\na();\n".utf8)
        )
        let style = "/* A. */\n.a, .b > c { color: red; margin: 0 -1px; }\n"
        #expect(
            CompactText.style(of: Array(style.utf8))
                == Array(".a,.b>c{color:red;margin:0 -1px}".utf8)
        )
    }
}
