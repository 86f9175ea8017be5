import DiceNotation
import Testing

@testable import DiceWire

/// The sentences of refusals, all checked in one place; other tests compare causes and values.
@Suite("Sentences of refusals")
struct CauseTests {
    /// What an error's sentence must not have: private idioms, and several that are not English.
    private static let rejected = [
        "stands in", "stands behind", "stands for", "behind the", "behind `", "is none",
        "are none", "of one's own", "is told", "is let in", "is waited for",
        "brings", "goes on", "go on", "nobody", "somebody", "everybody", "whoever", "whom",
        "whose turn", "so many", "so often", "until when", "elsewhere", "is left out",
        "in the place of", "ask there", "see to", "made a mistake", "taken back",
        "means nothing", "is missing in front",
    ]

    /// Returns the first fault in a sentence; `nil` if there is none.
    private static func fault(of sentence: String) -> String? {
        guard let first = sentence.first, let last = sentence.last else { return "is empty" }
        if first.isUppercase {
            return "begins with a capital"
        }
        if ".!".contains(last) {
            return "ends with a full stop"
        }
        return rejected.first { sentence.lowercased().contains($0) }.map { "has \"\($0)\"" }
    }

    private static let texts = [
        "", "3d", "2d6 +", "4d6d1", "(2d6", "2d6)", "1d6/0", "1d1!", "2d6>=7", "2d6+3>=10",
        "d20 vs 3d6", "2d6=>7", "6x", "{2d6,}", "4d6 advantage", "2d6 fire", "d{a}",
        "d{hit,", "2d[boost]", "1d20;1d4", "max()", "2d6!!!p", "99999d6", "1d6!o0", "5.", ".5",
    ]

    @Test("each error code has a summary in lower case without a full stop")
    func summaries() {
        for code in ErrorCode.allCases {
            #expect(Self.fault(of: code.summary) == nil, "\(code.summary)")
        }
        let distinct = Set(ErrorCode.allCases.map(\.summary))
        #expect(distinct.count == ErrorCode.allCases.count)
    }

    @Test("each cause has a sentence in two parts, in lower case without a full stop")
    func sentences() {
        var sentences = Set<String>()
        for cause in Cause.allCases {
            for part in [cause.row.what, cause.row.advice] {
                #expect(Self.fault(of: part) == nil, "\(cause): \(part)")
            }
            let isNew = sentences.insert(cause.row.what).inserted
            #expect(isNew || cause.row.what == "{problem}", "\(cause) shares a sentence")
            #expect(
                (cause.code == .limitExceeded) == (cause.row.limit != nil)
                    || cause == .notationLimit
            )
        }
    }

    @Test("the first part of a refusal avoids terms of the protocol")
    func terms() {
        let methods = MethodTable.daemon.methods.map(\.name).filter { $0.contains(".") }
        let codes: Set = [
            ErrorCode.parseError, .invalidRequest, .methodNotFound, .invalidParams,
        ]
        for cause in Cause.allCases where !codes.contains(cause.code) {
            for word in methods + ["restart", "param", "entropy"] {
                #expect(!cause.row.what.contains(word), "\(cause)")
            }
        }
    }

    @Test("each code has a cause; one that is the only one has the name of the error")
    func codes() {
        for code in ErrorCode.allCases {
            let causes = Cause.allCases.filter { $0.code == code }
            #expect(!causes.isEmpty, "\(code)")
            #expect(causes.count > 1 || causes[0].rawValue == code.reason, "\(causes)")
        }
    }

    @Test(
        "placeholders are replaced by values, in the right number",
        arguments: [
            ([2], "die 2 is locked; unlock it, or roll without it"),
            ([1, 3], "dice 1, 3 are locked; unlock them, or roll without them"),
            (
                Array(1...9),
                "dice 1, 2, 3, 4, 5, 6, 7, 8, … are locked; unlock them, or roll without them"
            ),
        ]
    )
    func filling(_ dice: [Int], _ sentence: String) {
        let error = WireError(.dieLocked, ["dice": dice])
        #expect(error.message == sentence)
        #expect(error.data.dice == dice)
        #expect(Cause.dieLocked.what(["up": "ann"]) == nil)
    }

    @Test("each error of dice notation has a sentence in lower case without a full stop")
    func notation() {
        for text in Self.texts {
            do throws(NotationError) {
                try Expression(parsing: text).check()
            } catch {
                #expect(Self.fault(of: error.message) == nil, "\(error.message)")
            }
        }
    }

    @Test(
        "a sentence of the private dialect is found",
        arguments: ["The die is locked", "it is void.", "a label stands in brackets"]
    )
    func faults(_ sentence: String) {
        #expect(Self.fault(of: sentence) != nil)
    }
}
