import DiceModel

/// The files of the watch-only page, for any web server.
struct AudienceFiles: Sendable {
    /// The files by name, including `index.html`.
    let all: [String: [UInt8]]

    static let index = "index.html"
    private static let template = "audience.html"
    /// The mark that shows that this program wrote an `index.html`.
    static let mark = #"<meta name="generator" content="diced-web">"#

    init(broker: BrokerURL, prefix: TopicPrefix) {
        var files = PackedFiles.watched.mapValues { Array($0.utf8) }
        let page = files.removeValue(forKey: Self.template) ?? []
        files["schema.js"] = AudienceSchemas.script
        let values = [
            "origin": broker.origin, "broker": broker.description,
            "prefix": prefix.description, "script": SecurityHeaders.inlineScript,
        ]
        let filled = Self.filled(
            String(decoding: page, as: UTF8.self),
            with: values.mapValues(Self.escaped)
        )
        files[Self.index] = Array(filled.utf8)
        all = files
    }

    /// Replaces each name in braces by its value. Values are not scanned again.
    private static func filled(_ template: String, with values: [String: String])
        -> String
    {
        var result = ""
        for (index, part) in template.split(
            separator: "{",
            omittingEmptySubsequences: false
        )
        .enumerated() {
            let pieces = part.split(
                separator: "}",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if index > 0, pieces.count == 2, let value = values[String(pieces[0])] {
                result += value + pieces[1]
            } else {
                result += (index > 0 ? "{" : "") + part
            }
        }
        return result
    }

    /// Escapes the value of an attribute in double quotes.
    private static func escaped(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
