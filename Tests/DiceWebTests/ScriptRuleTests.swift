import Foundation
import Testing

/// Tests rules for all scripts of the pages.
struct ScriptRuleTests {
    /// The scripts of both pages, by name.
    private static let scripts: [String: String] = {
        let sources = URL(filePath: #filePath).appending(
            path: "../../../Sources/DiceWeb"
        )
        .standardized
        var scripts: [String: String] = [:]
        for folder in ["Page", "AudiencePage"] {
            let files =
                (try? FileManager.default.contentsOfDirectory(
                    atPath: sources.path + "/" + folder
                ))
                ?? []
            for file in files where file.hasSuffix(".js") {
                scripts[file] = try? String(
                    contentsOfFile: "\(sources.path)/\(folder)/\(file)",
                    encoding: .utf8
                )
            }
        }
        return scripts
    }()

    /// The values that may be read by a computed name or index: lists, and objects whose names are
    /// the page's own.
    private static let indexed: Set<String> = [
        // Lists.
        "all", "axis", "b", "buttons", "codes", "colours", "constants", "dice", "drawn",
        "expected",
        "faces", "key",
        "marks", "middle", "order", "other", "own", "padded", "piece", "pips", "players", "ring",
        "row",
        "shown",
        "sides", "state",
        "stops", "texts", "times", "ups", "values", "w", "written", "corners",
        // Objects of this page: kinds of packets, keys, panels, settings, sounds, phrases of a
        // language.
        "changes", "contents", "dataset", "does", "feats", "globalThis", "isRight", "kinds",
        "made", "may", "moves", "vague",
        "noise", "phrases",
        "shapes", "usual", "way",
    ]

    /// Every object has `constructor` and `toString`. Names chosen by people need a `Map` or
    /// `Object.hasOwn`.
    @Test("scripts never look up user-chosen names as object properties")
    func nothingIsLookedUpByANameThatPeopleChoose() {
        #expect(Self.scripts.count > 60)
        // Shaders are written in another language, in which `in` has another meaning.
        for (name, script) in Self.scripts where name != "shaders.js" {
            // A conditional operator on several lines is checked as one line.
            let joined = script.replacing(#/\n\t+(?=[?:] )/#, with: " ")
            for line in joined.split(separator: "\n") {
                #expect(Self.lookups(in: String(line)) == [], "\(name): \(line)")
            }
        }
    }

    @Test(
        "the rule finds lookups by variable names",
        arguments: [
            ("sheet.boxes[box]", ["boxes"]),
            ("sheet?.bonuses?.[bonus] ?? 0", ["bonuses"]),
            ("titles[game.name] ?? 1", ["titles"]),
            ("pointsOf(sheet)[name]", [")"]),
            ("name in boxes", ["in"]),
            ("for (const name in boxes) {", ["in"]),
            ("list[0] + dice[index - 1]", []),
            ("Object.hasOwn(points, name) ? points[name] : 0", []),
            ("Object.hasOwn(other, name) ? points[name] : 0", ["points"]),
            ("text.match(/^(\\d*)[dDwW](\\d+)$/)", []),
            ("// boxes[box]", []),
            (" * Dice in boxes[box]", []),
            ("`[${words}] in [a]`", []),
            ("const [one, two] = boxes", []),
            ("`a[href=\"${name}\"]`", []),
        ]
    )
    func theRuleSees(_ line: String, _ found: [String]) {
        #expect(Self.lookups(in: line) == found)
    }

    private static var regularExpression: Regex<(Substring, before: Substring)> {
        #/(?<before>[(=,:!&|?] ?)\/(?:[^\/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/#
    }

    /// Returns the forbidden lookups by computed name in a line.
    private static func lookups(in line: String) -> [String] {
        let text = line.drop { $0 == "\t" || $0 == " " }
        guard !text.hasPrefix("/"), !text.hasPrefix("*") else { return [] }
        let code = line.replacing(#/"[^"]*"/#, with: "\"\"").replacing(
            regularExpression
        ) {
            "\($0.before)RegExp"
        }
        var found: [String] = []
        for match in code.matches(
            of: #/(?<base>[A-Za-z_$][\w$]*|\))(?:\?\.)?\[(?<index>[^\[\]]+)\]/#
        ) {
            let base = String(match.base)
            let index = String(match.index)
            let isNumber = index.allSatisfy(\.isNumber)
            let isSelector = index.contains("=\"")
            let isPattern = ["const", "let", "return", "of"].contains(base)
            let isAsked = code.contains("Object.hasOwn(\(base), \(index))")
            if !isNumber, !isSelector, !isPattern, !isAsked, !indexed.contains(base) {
                found.append(base)
            }
        }
        let plain = code.replacing(#/`[^`]*`/#, with: "")
        if plain.contains(#/[\w)] in [\w(]/#) {
            found.append("in")
        }
        return found
    }
}
