@_spi(_Unicode) import Swift

/// The maximum length of a kind of text. The length is measured in NFC, in bytes and scalars rather
/// than in characters, because one character may contain any number of Unicode scalars.
public struct TextLimit: Sendable, Hashable {
    /// The maximum number of bytes of UTF-8.
    public let bytes: Int
    /// The maximum number of Unicode scalars; `nil` if only bytes count.
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
    /// An expression with its outcomes.
    public static let expression = TextLimit(bytes: 16_384)
    /// The part of an expression before `=>`.
    public static let rolled = TextLimit(bytes: 4_096)
    /// The maximum number of consecutive nonspacing marks (Mn) in any text.
    public static let marks = 8

    /// Returns the first limit that a text exceeds, or `nil` if it exceeds none.
    public func excess(of text: String) -> TextExcess? {
        // The fast path for nearly all texts: each scalar takes at least one byte, and ASCII has no
        // marks.
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

    /// Returns the excess of the longest run of consecutive marks in a text in NFC, or `nil` if the
    /// run is within the limit.
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

/// The origin of a text.
public enum TextOrigin: Sendable, Hashable {
    /// A user is entering the text now, so all limits apply.
    case typed
    /// The text was accepted earlier, so it is read regardless of its length.
    case stored
}

/// A limit on a text, and the size that exceeds the limit.
public struct TextExcess: Error, Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Bytes of UTF-8.
        case bytes
        /// Unicode scalars.
        case scalars
        /// Consecutive nonspacing marks.
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

    /// The excess as text: `70 characters, and at most 64 are allowed`.
    public var words: String {
        switch unit {
        case .bytes: "\(actual) bytes, and at most \(limit) are allowed"
        case .scalars: "\(actual) characters, and at most \(limit) are allowed"
        case .marks: "\(actual) combining marks in a row, and at most \(limit) are allowed"
        }
    }
}

extension String {
    /// The text in Unicode's form NFC.
    public var inNFC: String {
        // The standard library offers NFC only to other Swift libraries, through an underscored
        // property. Foundation, which has a public API, weighs 40 MB.
        isASCII ? self : String(String.UnicodeScalarView(_nfc))
    }

    /// The text in Unicode's form NFD.
    public var inNFD: String { isASCII ? self : String(String.UnicodeScalarView(_nfd)) }

    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Unicode.Scalar {
    /// True if the scalar is drawn on the preceding character.
    var isMark: Bool { !isASCII && properties.generalCategory == .nonspacingMark }
}
