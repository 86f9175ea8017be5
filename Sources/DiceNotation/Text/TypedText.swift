/// A typed text, in which full-width characters and en dashes are plain where they are notation,
/// and which tells notation from the words in it: faces, quotes, labels, outcomes and remarks.
struct TypedText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// True for each scalar that is notation.
    private(set) var isNotation: [Bool] = []

    private enum Part {
        case notation, label, faces, remark
        /// The range of an outcome.
        case bound
        /// The words of an outcome.
        case words
    }

    private var part = Part.notation
    private var isQuoted = false
    private var isEscaped = false
    /// The number of open brackets.
    private var depth = 0

    init(_ text: String) {
        let typed = Array(text.unicodeScalars)
        for (index, scalar) in typed.enumerated() {
            let next = index + 1 < typed.count ? Self.plain(typed[index + 1]) : "\0"
            take(scalar, before: next)
        }
    }

    var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Returns the plain form of a full-width character, an ideographic space or an en dash.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x3000: " "
        case 0x2013: "-"
        default: scalar
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, isNotation: Bool) {
        scalars.append(scalar)
        self.isNotation.append(isNotation)
    }

    private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar) {
        let plain = Self.plain(scalar)
        if isQuoted {
            append(scalar, isNotation: false)
            isQuoted = isEscaped || scalar != "\""
            isEscaped = !isEscaped && scalar == "\\"
            return
        }
        switch part {
        case .notation: takeNotation(plain, before: next)
        case .label:
            append(plain == "]" ? plain : scalar, isNotation: false)
            part = plain == "]" ? .notation : .label
        case .faces:
            append(plain == "}" ? plain : scalar, isNotation: false)
            part = plain == "}" ? .notation : .faces
        case .remark:
            append(scalar, isNotation: false)
            part = scalar == ";" ? .notation : .remark
        case .bound:
            append(plain, isNotation: true)
            part = plain == ":" ? .words : Self.part(after: plain) ?? .bound
        case .words:
            append(scalar, isNotation: false)
            isQuoted = scalar == "\""
            part = scalar == "," ? .bound : Self.part(after: scalar) ?? .words
        }
    }

    private static func part(after scalar: Unicode.Scalar) -> Part? {
        switch scalar {
        case ";": .notation
        case "#": .remark
        default: nil
        }
    }

    private mutating func takeNotation(_ plain: Unicode.Scalar, before next: Unicode.Scalar) {
        let last = scalars.last ?? " "
        let isDoubled = plain == "[" && (next == "[" || last == "[" && isNotation.last == true)
        switch plain {
        case "\"" where depth <= 0: isQuoted = true
        case "[" where !isDoubled: part = .label
        case "{" where "dDwW".unicodeScalars.contains(last): part = .faces
        case "(", "{", "[": depth += 1
        case ")", "}", "]": depth -= 1
        case "#" where depth <= 0: part = .remark
        case ">" where last == "=": part = .bound
        default: break
        }
        append(plain, isNotation: part == .notation && !isQuoted || part == .bound)
    }
}

extension String {
    /// The text with full-width digits, letters and signs and en dashes in their plain forms,
    /// except in faces, quotes, labels, outcomes and remarks.
    public var withPlainForms: String { isASCII ? self : TypedText(self).text }

}
