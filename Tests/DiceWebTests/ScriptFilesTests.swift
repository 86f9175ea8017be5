import Testing

@testable import DiceWeb

/// Tests the scripts that are joined so that a browser requests few files.
struct ScriptFilesTests {
    @Test("a joined file has each script once, after the scripts that it imports")
    func eachScriptComesOnceAfterThoseThatItImportsAndTheOthersImportTheFile() {
        let sources = [
            "page.js": [
                "import { b } from \"./b.js\";", "import { c, d } from \"./c.js\";",
                "use(b, c, d);",
            ],
            "a.js": ["/** A comment. */", "export const a = 1;"],
            "b.js": ["import { a } from \"./a.js\";", "export const b = a;"],
            "c.js": [
                "import { a } from \"./a.js\";", "export const c = a, d = c;",
                "import(\"./late.js\");",
            ],
            "late.js": [
                "import { a } from \"./a.js\";", "import * as e from \"./e.js\";",
                "import { f } from \"./f.js\";",
                "\te.run(a, f);",
            ],
        ].mapValues { Array($0.joined(separator: "\n").utf8) }
        let files = ScriptFiles.joined(sources, for: "page.js").mapValues { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(
                String.init
            )
        }
        #expect(
            files == [
                "common.js": [
                    "export const a = 1;", "export const b = a;",
                    "export const c = a, d = c;",
                    "import(\"./late.js\");",
                ],
                "page.js": [
                    "import { b } from \"./common.js\";",
                    "import { c, d } from \"./common.js\";",
                    "use(b, c, d);",
                ],
                "late.js": [
                    "import { a } from \"./common.js\";",
                    "import * as e from \"./e.js\";",
                    "import { f } from \"./f.js\";", "e.run(a, f);",
                ],
            ]
        )
    }

    @Test(
        "a page imports one common script, which imports no other",
        arguments: ["/page.js", "/overlay.js"]
    )
    func aPageAsksForTwoScriptsAtOnce(_ path: String) throws {
        let text = String(
            decoding: try #require(PageFiles.all[path]).bytes,
            as: UTF8.self
        )
        #expect(
            Set(text.matches(of: #/ from "\.(\/[^"]+)"/#).map(\.1)) == ["/common.js"]
        )
        let common = String(
            decoding: try #require(PageFiles.all["/common.js"]).bytes,
            as: UTF8.self
        )
        #expect(common.count > 50_000)
        #expect(!common.contains(#/ from "\.\//#))
    }

    /// Joined scripts share one scope. A browser, which would show nothing, also sees names later
    /// in a line.
    @Test("joined scripts never share a top-level name")
    func noTwoScriptsThatAreJoinedBeginWithOneName() throws {
        let common = String(
            decoding: try #require(PageFiles.all["/common.js"]).bytes,
            as: UTF8.self
        )
        let joined = Set(common.split(separator: "\n"))
        let lines = PageFiles.scripts.values.flatMap {
            String(decoding: $0, as: UTF8.self).split(separator: "\n")
        }
        let declaration = #/(?:export )?(?:async )?(?:function|class|const|let) (\w+)/#
        let names = lines.filter(joined.contains).compactMap {
            $0.prefixMatch(of: declaration)?.1
        }
        #expect(names.count > 100)
        for (name, all) in Dictionary(grouping: names, by: \.self) {
            #expect(all.count == 1, "\(name)")
        }
    }
}
