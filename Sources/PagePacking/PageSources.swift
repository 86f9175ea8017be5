/// The page's sources by name, and the files that are served from them.
package struct PageSources {
    /// The files of the page and its overlay.
    private let page: [String: [UInt8]]
    /// The files that only the watch-only page has.
    private let audience: [String: [UInt8]]

    /// The style sheets that are served, and what each is joined of.
    private static let styles = [
        "page.css": ["style.css", "play.css", "sheet.css"],
        "overlay.css": [
            "style.css", "sheet.css", "panel.css", "looks.css", "overlay.css",
        ],
        "looks.css": ["looks.css"],
        "panel.css": ["panel.css"],
        "panels.css": ["panels.css"],
    ]
    private static let pages = ["/": "index.html", "/overlay": "overlay.html"]
    private static let entryScript = "page.js"
    /// The script in each document.
    private static let inlineScriptName = "inline.js"
    /// Draws dice in three dimensions.
    private static let depthScript = "scene.js"
    private static let audienceScript = "audience.js"
    private static let audienceStyles = ["audience.css", "panel.css", "sheet.css", "style.css"]
    private static let audiencePage = "audience.html"

    package init(page: [String: [UInt8]], audience: [String: [UInt8]]) {
        self.page = page
        self.audience = audience
    }

    /// The script that is inserted into each document, in compact form.
    package var inlineScript: [UInt8] {
        CompactText.script(of: page[Self.inlineScriptName, default: []])
    }

    /// Returns a document in compact form, with its script.
    private func document(of file: [UInt8]) -> [UInt8] {
        let empty = "<script></script>"
        let script = String(decoding: inlineScript, as: UTF8.self)
        let document = String(decoding: CompactText.bytes(of: file), as: UTF8.self)
        let parts = document.split(separator: empty, omittingEmptySubsequences: false)
        return Array(parts.joined(separator: "<script>\(script)</script>").utf8)
    }

    /// The page's files by path, in compact form. Scripts that it imports statically are joined.
    package var served: [String: [UInt8]] {
        let scripts = page.filter { Self.isScript($0.key) }
        let styles = Self.styles.mapValues { parts in
            CompactText.style(of: parts.flatMap { page[$0, default: []] })
        }
        let others = page.filter { $0.key.hasSuffix(".svg") || $0.key.hasSuffix(".webmanifest") }
            .mapValues(CompactText.bytes)
        let files = ScriptFiles.joined(scripts, for: Self.entryScript, and: [Self.depthScript])
            .mapValues(CompactText.script)
            .merging(styles) { $1 }
            .merging(others) { $1 }
        let named = files.map { ("/" + $0.key, $0.value) }
        let documents = Self.pages.map { path, name in
            (path, document(of: page[name, default: []]))
        }
        return Dictionary(named + documents) { $1 }
    }

    /// The files of the watch-only page by name, in compact form: its scripts with all that they
    /// import from either folder, its styles, and the template of its document.
    package var watched: [String: [UInt8]] {
        let all = page.merging(audience) { $1 }
        var scripts: [String: [UInt8]] = [:]
        var open = [Self.audienceScript]
        while let name = open.popLast() {
            guard scripts[name] == nil, Self.isWatched(name), let script = all[name]
            else { continue }
            scripts[name] = script
            for imported in Self.imports(of: script) {
                open += all.keys.filter(imported.matches)
            }
        }
        let styles = Self.audienceStyles.map {
            ($0, CompactText.style(of: all[$0, default: []]))
        }
        var files = scripts.mapValues(CompactText.script).merging(styles) { $1 }
        files[Self.audiencePage] = document(of: all[Self.audiencePage, default: []])
        return files
    }

    /// The name in an import, such as `./die.js` or `./words-${language}.js`.
    private struct Import {
        let start: Substring
        let end: Substring

        init(_ name: Substring) {
            start = name.prefix { $0 != "$" }
            end = start.count == name.count ? "" : name.drop { $0 != "}" }.dropFirst()
        }

        func matches(_ name: String) -> Bool {
            end.isEmpty ? name == start : name.hasPrefix(start) && name.hasSuffix(end)
        }
    }

    private static func imports(of script: [UInt8]) -> [Import] {
        String(decoding: script, as: UTF8.self).split(separator: "\n").flatMap { line in
            ["\"", "`"].flatMap { quote in
                line.split(separator: Character(quote)).filter { $0.hasPrefix("./") }
            }
        }.map { Import($0.dropFirst(2)) }
    }

    /// Returns true if the watch-only page may load a script. It draws flat dice, and makes no
    /// requests that could be refused.
    private static func isWatched(_ name: String) -> Bool {
        name != depthScript && !name.hasPrefix("refusals-")
    }

    private static func isScript(_ name: String) -> Bool {
        name.hasSuffix(".js") && name != inlineScriptName
    }
}
