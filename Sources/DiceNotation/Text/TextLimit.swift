@_spi(_Unicode) import Swift

/// How long a text of one kind may be. It is measured in NFC, and never in characters as a reader
/// sees them: one of those holds any number of Unicode scalars.
public struct TextLimit: Sendable, Hashable {
    /// The most bytes of UTF-8.
    public let bytes: Int
    /// The most Unicode scalars; nil if bytes alone count.
    public let scalars: Int?

    public init(bytes: Int, scalars: Int? = nil) {
        self.bytes = bytes
        self.scalars = scalars
    }

    /// Names of players, labels and remarks.
    public static let label = TextLimit(bytes: 256, scalars: 64)
    /// Labels in brackets: `1d8[fire]`.
    public static let bracket = TextLimit(bytes: 128)
    /// The words of an outcome.
    public static let outcome = TextLimit(bytes: 480)
    /// The words of a face.
    public static let face = TextLimit(bytes: 128)
    /// An expression, its outcomes among it.
    public static let expression = TextLimit(bytes: 16_384)
    /// The part of an expression before `=>`.
    public static let rolled = TextLimit(bytes: 4_096)
    /// How many nonspacing marks (Mn) may follow one another in any text.
    public static let marks = 8

    /// The first limit that a text exceeds; nil if it exceeds none.
    public func excess(of text: String) -> TextExcess? {
        // Nearly all: no scalar is shorter than a byte, and ASCII has no marks.
        if text.isASCII, text.utf8.count <= min(bytes, scalars ?? bytes) {
            return nil
        }
        let text = text.inNFC
        if let scalars, text.unicodeScalars.count > scalars {
            return TextExcess(
                unit: .scalars,
                limit: scalars,
                actual: text.unicodeScalars.count
            )
        }
        if text.utf8.count > bytes {
            return TextExcess(unit: .bytes, limit: bytes, actual: text.utf8.count)
        }
        return Self.excessOfMarks(in: text)
    }

    /// The marks that follow one another in a text in NFC, if they are too many.
    static func excessOfMarks(in text: String) -> TextExcess? {
        if text.isASCII {
            return nil
        }
        var run = 0
        var longest = 0
        for scalar in text.unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest > marks
            ? TextExcess(unit: .marks, limit: marks, actual: longest) : nil
    }
}

/// Where a text comes from.
public enum TextOrigin: Sendable, Hashable {
    /// Somebody gives it now: all limits hold.
    case typed
    /// It was accepted before: it is read however long it is.
    case stored
}

/// A limit of a text, and how far a text passes it.
public struct TextExcess: Error, Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Of UTF-8.
        case bytes
        /// Of Unicode.
        case scalars
        /// Nonspacing marks that follow one another.
        case marks
    }

    public var unit: Unit
    public var limit: Int
    public var actual: Int

    public init(unit: Unit, limit: Int, actual: Int) {
        self.unit = unit
        self.limit = limit
        self.actual = actual
    }

    /// `at most 64 characters, and this has 70`
    public var words: String {
        switch unit {
        case .bytes: "at most \(limit) bytes, and this has \(actual)"
        case .scalars: "at most \(limit) characters, and this has \(actual)"
        case .marks: "at most \(limit) marks after each other, and this has \(actual)"
        }
    }
}

extension String {
    /// The text in Unicode's form NFC.
    public var inNFC: String {
        // The standard library offers NFC to other libraries of Swift alone; Foundation, which has
        // it for all, weighs 40 MB.
        isASCII ? self : String(String.UnicodeScalarView(_nfc))
    }

    /// The text in Unicode's form NFD.
    public var inNFD: String { isASCII ? self : String(String.UnicodeScalarView(_nfd)) }

    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Unicode.Scalar {
    /// Whether it is drawn on the character before it.
    var isMark: Bool { !isASCII && properties.generalCategory == .nonspacingMark }
}
