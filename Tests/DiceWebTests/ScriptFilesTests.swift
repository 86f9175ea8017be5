import Foundation
import PagePacking
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
            "deep.js": [
                "import { a } from \"./a.js\";", "import { g } from \"./g.js\";", "draw(a, g);",
            ],
            "g.js": [
                "import {", "\ta,", "\tb,", "} from \"./a.js\";", "export const g = a + b;",
            ],
        ].mapValues { Array($0.joined(separator: "\n").utf8) }
        let files = ScriptFiles.joined(sources, for: "page.js", and: ["deep.js"]).mapValues {
            bytes in
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
                "deep.js": [
                    "import { a, b } from \"./common.js\";", "export const g = a + b;",
                    "draw(a, g);",
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
            Set(text.matches(of: #/from "\.(\/[^"]+)"/#).map(\.1)) == ["/common.js"]
        )
        let common = String(
            decoding: try #require(PageFiles.all["/common.js"]).bytes,
            as: UTF8.self
        )
        #expect(common.count > 50_000)
        #expect(!common.contains(#/from "\.\//#))
    }

    /// Returns a script of the repository with those that it imports statically, by name.
    private func closure(of entry: String) throws -> [String: String] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/DiceWeb/Page")
            .standardized
        var scripts: [String: String] = [:]
        var open = [entry]
        while let name = open.popLast() {
            guard scripts[name] == nil else { continue }
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            scripts[name] = text
            open += text.matches(of: #/from "\.\/([^"]+)"/#).map { String($0.output.1) }
        }
        return scripts
    }

    /// Joined scripts share one scope. A browser, which would show nothing, also sees names later
    /// in a line.
    @Test("joined scripts never share a top-level name", arguments: ["page.js", "scene.js"])
    func noTwoScriptsThatAreJoinedBeginWithOneName(_ entry: String) throws {
        let common = try closure(of: "page.js")
        let joined = try closure(of: entry).filter { name, _ in
            entry == "page.js" ? name != entry : common[name] == nil
        }
        let declaration = #/(?:export )?(?:async )?(?:function|class|const|let) (\w+)/#
        let names = joined.values.flatMap { script in
            // A shader is a text.
            script.replacing(#/`[^`]*`/#, with: "``").split(separator: "\n")
        }
        .compactMap { $0.prefixMatch(of: declaration)?.1 }
        #expect(names.count > 40)
        for (name, all) in Dictionary(grouping: names, by: \.self) {
            #expect(all.count == 1, "\(name)")
        }
    }
}
