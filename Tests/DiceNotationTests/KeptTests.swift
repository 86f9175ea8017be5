import DiceNotation
import Testing

/// The dice and the members of groups that count.
@Suite struct KeptTests {
    /// Expression, faces, whether each die counts in the order of draws, the total.
    static let groups: [(String, [Int], kept: [Bool], total: Fraction)] = [
        ("{2d6,1d8}kh1", [1, 2, 8], [false, false, true], 8),
        ("{2d6,1d8}kl1", [1, 2, 8], [true, true, false], 3),
        ("{2d6,1d8}dh1", [6, 6, 8], [false, false, true], 8),
        // Among equal members, the last is the highest.
        ("{1d6,1d6,1d6}kh1", [4, 4, 4], [false, false, true], 4),
        ("{1d6,1d6,1d6}kl1", [4, 4, 4], [true, false, false], 4),
        // A dropped member stays dropped, and each keep considers all members.
        ("{1d6,1d6,1d6}dl1dl1", [3, 1, 2], [true, false, true], 5),
        ("{1d6,1d6}kh1kl1", [2, 5], [false, false], 0),
        ("{1d6,1d6}kh0", [2, 5], [false, false], 0),
        ("{1d6,1d6}dl0", [2, 5], [true, true], 7),
        ("{1d6,1d6}kh9", [2, 5], [true, true], 7),
        ("{1d6,1d6}dh9", [2, 5], [false, false], 0),
        // Dice that a member has dropped do not count again when the member is kept.
        (
            "{3d6kh1,2d6dl1}kh1", [1, 2, 6, 3, 4], [false, false, true, false, false], 6
        ),
        ("{2d6kh1,1d8}kh1", [5, 6, 2], [false, true, false], 6),
        ("{2d6r1,1d4}kh1", [1, 3, 2, 4], [false, true, true, false], 5),
        // No dice of a dropped member count, at any depth.
        ("{{1d6,1d6}kh1,1d6}kl1", [2, 5, 3], [false, false, true], 3),
        (
            "{{1d6,1d6}kh1+2d4,1d6}kh1", [2, 5, 1, 1, 3],
            [false, true, true, true, false], 7
        ),
        ("{(1d2)d6,2x1d6}kh1", [2, 1, 1, 3, 4], [false, false, false, true, true], 7),
        // Dice next to a group are kept.
        ("1d6+{1d6,1d6}kh1+1d6", [1, 2, 3, 4], [true, false, true, true], 8),
        // Only kept members succeed or fail.
        ("{1d6,1d6,1d6}kh2>=3", [3, 4, 5], [false, true, true], 2),
        ("{1d6,1d6,1d6}kl2>=3f1", [3, 1, 5], [true, true, false], 0),
        ("{1d6,1d6,1d6}>=3kh1", [3, 4, 5], [false, false, true], 1),
        ("{1d6,1d6,1d6}sdkh1", [3, 5, 4], [false, true, false], 5),
    ]

    @Test("dropped group members do not count", arguments: groups.indices)
    func membersThatAreLeftOut(_ index: Int) throws {
        let (text, faces, kept, total) = Self.groups[index]
        let result = try evaluate(text, faces)
        #expect(
            result.dice.map(\.isKept) == kept && result.total == total,
            "\(text): \(result.text)"
        )
    }

    @Test("dropped group members have no flags") func membersThatAreLeftOutHaveNoFlags() throws {
        let step = try #require(try evaluate("{1d6,1d6,1d6}kh2>=3f4", [6, 3, 4]).step)
        #expect(step.parts.map(\.isKept) == [true, false, true])
        #expect(step.parts.map(\.flags) == [.success, [], [.success, .failure]])
    }
}
