import DiceNotation
import Testing

/// The errors in targets, outcomes, faces and counts, and their corrections.
@Suite struct MeaningErrorTests {
    /// Text with the position of the error in `‹›`, a part of the message.
    static let cases: [(String, String)] = [
        // Targets
        ("d20 vs‹›", "a target is missing: `d20+5 vs 15`"),
        ("d20 vs ‹d›6", "a target is missing: `d20+5 vs 15`"),
        ("d20 vs >=‹›", "a target is missing: `d20+5 vs 15`"),
        ("d20 vs ‹<>›3", "`>=`, `<=`, `>`, `<`, `=` or none"),
        ("d20 vs 3‹d›6", "stands in parentheses: `vs (d20+3)`"),
        ("d20 vs 10‹+›2", "stands in parentheses: `vs (d20+3)`"),
        ("d20 vs {dc}‹*›2", "stands in parentheses: `vs (d20+3)`"),
        ("d20 vs +‹(›3)", "a number is missing after the sign"),
        ("d20 vs -‹d›6", "a number is missing after the sign"),
        ("d20 vs 3 ‹vs› 4", "one `vs` or one `=>`"),
        ("d20 vs 3 ‹=>› 1: a", "one `vs` or one `=>`"),
        ("‹vs› 3", "means nothing here"),
        (
            "(d20 ‹vs› 3)+1",
            "`vs` stands behind the whole expression, once: `d20+5 vs 15`"
        ),
        (
            "{d20 ‹vs› 3}",
            "`vs` stands behind the whole expression, once: `d20+5 vs 15`"
        ),
        ("d20 vs 3 ‹#› dc", "a remark stands behind all else: `1d20+6 # dex save`"),
        ("6‹#›4d6", "a remark stands behind all else"),
        ("2d6 ‹#› damage", "a remark stands behind all else"),
        (
            "max(2d6‹;›3)",
            "two throws in one stand in a saved roll alone: `1d20+7; 1d8+4`"
        ),
        // Outcomes
        (
            "2d6 =>‹›",
            "totals with their words follow `=>`: `6-: miss, 7..9: weak hit, else: strong hit`"
        ),
        ("2d6‹=>›7", "did you mean `>=`?"),
        ("2d6 => 1 ‹h›it", "a colon is missing"),
        ("2d6 => 1: a, ‹›", "totals with their words follow `=>`"),
        ("2d6 => 1: a, ‹b›: c", "totals with their words follow `=>`"),
        ("2d6 => 1:‹›", "an outcome has words"),
        ("2d6 => 1: ‹›, 2: b", "an outcome has words of printable characters"),
        ("2d6 => ‹9..7›: a", "the lower total comes first: `7..9`"),
        ("2d6 => ‹9-7›: a", "the lower total comes first"),
        ("2d6 => 1..7: a, ‹7..9: b›", "two outcomes have the same total"),
        ("2d6 => 7+: a, ‹9: b›", "two outcomes have the same total"),
        ("2d6 => 9: b, 10: c, ‹..9: a›", "two outcomes have the same total"),
        (
            "2d6 => 1: a, ‹1: b›, else: c",
            "two outcomes have the same total: each has one meaning"
        ),
        ("2d6 => ‹else: a›, 1: b", "`else` comes last"),
        ("2d6 => ‹else: a›, else: b", "`else` comes last"),
        ("2d6 => 1: ‹a ›\"b\"", "in quotes if they hold"),
        ("2d6 => 1: ‹a ›# b", "in quotes if they hold"),
        ("2d6 => 1: ‹\"›a, 2: b", "a quote is missing behind the words"),
        ("2d6 => 1: ‹\"›a\\\"", "a quote is missing behind the words"),
        ("2d6 => ‹0.00001›: a", "at most 10 digits, and 4 after the point"),
        ("2d6 => ..‹12345678901›: a", "at most 10 digits, and 4 after the point"),
        ("2d6 => 1: ‹a\u{7}b›", "printable characters"),
        (
            "(2d6 ‹=›> 1: a)",
            "`=>` stands behind the whole expression, once: `2d6+1 => 10+: hit`"
        ),
        // Faces
        ("d‹{d6}›", "a die of one's own has two faces or more: `d{hit, miss}`"),
        ("d‹{}›", "a die of one's own has two faces or more: `d{hit, miss}`"),
        ("d{hit,miss‹›", "a `}` is missing for the `{` at 2"),
        ("d{hit ‹m›iss,a}", "a comma is missing between two faces"),
        ("d{a+‹,›b}", "a number or a word is missing on a face"),
        ("d{a,+‹}›", "a number or a word is missing on a face"),
        ("d{‹1›.5,2}", "a number on a face is whole"),
        ("d{a,‹hit!›}", "letters, signs, `_`, and digits but not first"),
        ("d{a,1 ‹\u{301}›}", "letters, signs, `_`"),
        ("d{a,‹\u{200d}b›}", "letters, signs, `_`"),
        ("d{a,‹b\u{7}›}", "letters, signs, `_`"),
        ("d{a,‹{b›}}", "a word on a face"),
        ("d{a,‹٣b›}", "digits but not first"),
        ("d{‹2 blank›,a}", "nothing else stands on a face that is `blank`"),
        ("d{a,‹blank›+1}", "nothing else stands on a face that is `blank`"),
        ("d{a,‹1+blank›}", "nothing else stands on a face that is `blank`"),
        (
            "2d‹[boost]›",
            "a saved die stands in the brackets: `dicectl save boost 'd{hit, miss}'`, then `2d[boost]`"
        ),
        ("2d‹[›boost", "a saved die stands in the brackets"),
        // Counts
        ("5d10‹x2›=10", "what counts is missing in front of it: `5d10>=7x2=10`"),
        ("5d10>=7‹x10›=10", "a die counts -9 to 9: `x2=10`"),
        ("5d10>=7‹x -10›=10", "a die counts -9 to 9: `x2=10`"),
        ("2d6‹!!o›", "only dice that explode with `!` have a limit: `!o3`"),
        ("2d6‹!po›2", "only dice that explode with `!` have a limit: `!o3`"),
        ("2d6!o‹0›", "a die brings 1 to 1000 others: `!o3`"),
        ("2d6!o‹1001›", "1 to 1000 others"),
        ("4d6k>=‹›", "what to compare with is missing: `>=5`?"),
    ]

    @Test(arguments: cases.indices) func theMessageTellsWhatToType(_ index: Int) throws {
        let (place, message) = Self.cases[index]
        let text = String(
            String.UnicodeScalarView(
                place.unicodeScalars.filter { $0 != "‹" && $0 != "›" }
            )
        )
        #expect(try pointed(text) == place)
        let error = try error(of: text)
        #expect(error.message.contains(message), "\(text): \(error.message)")
        #expect(!error.expected.isEmpty)
    }
}
