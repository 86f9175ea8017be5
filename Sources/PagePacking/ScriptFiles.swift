/// Joins the scripts that a page imports statically into one file, so that a browser makes one
/// request instead of thirty; and so the scripts of each part that loads later.
///
/// Joined scripts share one scope: no two of them may define the same name, or import a name under
/// another one.
package enum ScriptFiles {
    /// The name of the joined file of the page.
    package static let common = "common.js"

    /// Returns the files by name, in compact form.
    ///
    /// - Parameters:
    ///   - sources: The scripts by name. Their static imports from each other are written as
    ///     `import { … } from "./NAME";`.
    ///   - page: The entry script of the page, which stays a separate file.
    ///   - parts: The entry scripts of parts that load later. Each is joined with those of its
    ///     imports that the page does not load, which no other script may import.
    package static func joined(
        _ sources: [String: [UInt8]],
        for page: String,
        and parts: [String] = []
    ) -> [String: [UInt8]] {
        let scripts = sources.mapValues {
            joiningImports(String(decoding: CompactText.bytes(of: $0), as: UTF8.self))
        }
        /// Returns the imports of a script, each after its own imports, without those of `known`.
        func imports(of script: String, besides known: [String]) -> [String] {
            scripts[script, default: []].map(imported).reduce(into: []) { order, name in
                guard let name, !(known + order).contains(name) else { return }
                order += imports(of: name, besides: known + order) + [name]
            }
        }
        let order = imports(of: page, besides: [])
        var files = scripts
        files[common] = withoutImports(order)
        for part in parts {
            let own = imports(of: part, besides: order) + [part]
            let shared = own.flatMap { scripts[$0, default: []] }.filter {
                imported(by: $0).map(order.contains) == true
            }
            for name in own {
                files[name] = nil
            }
            files[part] = joinedImport(shared) + withoutImports(own)
        }
        for name in order {
            files[name] = nil
        }
        return files.mapValues { lines in
            lines.reduce(into: []) { bytes, line in
                let isOfCommon = imported(by: line).map(order.contains) == true
                bytes +=
                    (isOfCommon
                    ? line.prefix { $0 != "\"" } + "\"./\(common)\";" : line).utf8
                bytes.append(UInt8(ascii: "\n"))
            }
        }

        /// Returns the lines of scripts one after another.
        func withoutImports(_ names: [String]) -> [Substring] {
            names.flatMap { scripts[$0, default: []].filter { imported(by: $0) == nil } }
        }
    }

    /// Returns one import of all names that these lines import from the common file.
    private static func joinedImport(_ lines: [Substring]) -> [Substring] {
        let names = lines.flatMap { line -> [Substring] in
            let list = line.drop { $0 != "{" }.prefix { $0 != "}" }.dropFirst()
            return list.split { $0 == "," || $0 == " " }
        }
        guard !names.isEmpty else { return [] }
        let list = Set(names).sorted().joined(separator: ", ")
        return ["import { \(list) } from \"./\(common)\";"]
    }

    /// Returns the lines of a script, with each import statement on one line.
    private static func joiningImports(_ script: String) -> [Substring] {
        var lines: [Substring] = []
        var isInImport = false
        for line in script.split(separator: "\n") {
            if isInImport, let last = lines.indices.last {
                lines[last] = "\(lines[last]) \(line)"
            } else {
                lines.append(line)
                isInImport = line == "import {"
            }
            if line.contains("\"") {
                isInImport = false
            }
        }
        return lines
    }

    /// Returns the script that a line imports from.
    private static func imported(by line: Substring) -> String? {
        guard line.hasPrefix("import { ") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map {
            String($0.dropFirst("./".count))
        }
    }
}
