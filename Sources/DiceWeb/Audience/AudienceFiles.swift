import DiceModel

/// The files of the watch-only page, for any web server.
struct AudienceFiles: Sendable {
    /// The files by name, including `index.html`.
    let all: [String: [UInt8]]

    static let index = "index.html"
    /// The mark that shows that this program wrote an `index.html`.
    static let mark = #"<meta name="generator" content="diced-web">"#

    init(broker: BrokerURL, prefix: TopicPrefix) {
        var files = Self.scripts.mapValues(CompactText.script).merging(
            Self.styles.mapValues(CompactText.style)
        ) { $1 }
        let values = [
            "origin": broker.origin, "broker": broker.description,
            "prefix": prefix.description,
        ]
        let page = String(
            decoding: CompactText.bytes(of: PackageResources.audience_html),
            as: UTF8.self
        )
        files[Self.index] = Array(
            Self.filled(page, with: values.mapValues(Self.escaped)).utf8
        )
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

    private static let styles: [String: [UInt8]] = [
        "audience.css": PackageResources.audience_css,
        "panel.css": PackageResources.panel_css,
        "sheet.css": PackageResources.sheet_css,
        "style.css": PackageResources.style_css,
    ]

    private static let scripts = PageFiles.commonScripts.merging([
        "audience.js": PackageResources.audience_js,
        "broker.js": PackageResources.broker_js,
        "guard.js": PackageResources.guard_js, "ledger.js": PackageResources.ledger_js,
        "lobby.js": PackageResources.lobby_js, "mqtt.js": PackageResources.mqtt_js,
        "place.js": PackageResources.place_js,
        "promises.js": PackageResources.promises_js,
        "room.js": PackageResources.room_js, "schema.js": AudienceSchemas.script,
    ]) { $1 }
}
