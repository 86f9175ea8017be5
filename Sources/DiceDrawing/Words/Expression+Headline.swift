package import DiceNotation

extension Expression {
    /// Returns an expression as it is shown in a headline: without the outcomes after `=>`, and
    /// with the number of a custom die's faces in place of many faces: `2d{8 faces}`.
    package static func headline(_ text: String) -> String {
        var shown = ""
        var rest = shortened(text)[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let faces = rest[start...].dropFirst().prefix { $0 != "}" }
            let isDie = start > rest.startIndex && "dDwW".contains(rest[rest.index(before: start)])
            shown += rest[...start]
            shown +=
                isDie && faces.count > longestFaces
                ? "\(faces.split(separator: ",", omittingEmptySubsequences: false).count) faces"
                : String(faces)
            rest = rest[end...]
        }
        return shown + rest
    }

    /// The length of the longest list of faces that is shown.
    private static let longestFaces = 24
}
