import DiceNotation
import Testing

/// The errors in targets, outcomes, faces and counts, and their corrections.
@Suite struct MeaningErrorTests {
    /// Text with the position of the error in `‹›`, quotes of the message.
    static let cases: [(String, String)] = [
        // Targets
        ("d20 vs‹›", "d20+5 vs 15"),
        ("d20 vs ‹d›6", "d20+5 vs 15"),
        ("d20 vs >=‹›", "d20+5 vs 15"),
        ("d20 vs ‹<>›3", ">= | <= | > | < | ="),
        ("d20 vs 3‹d›6", "vs (d20+3)"),
        ("d20 vs 10‹+›2", "vs (d20+3)"),
        ("d20 vs {dc}‹*›2", "vs (d20+3)"),
        ("d20 vs +‹(›3)", ""),
        ("d20 vs -‹d›6", ""),
        ("d20 vs 3 ‹vs› 4", "vs | =>"),
        ("d20 vs 3 ‹=>› 1: a", "vs | =>"),
        ("‹vs› 3", "vs | 2d6"),
        (
            "(d20 ‹vs› 3)+1",
            "vs | d20+5 vs 15"
        ),
        (
            "{d20 ‹vs› 3}",
            "vs | d20+5 vs 15"
        ),
        ("d20 vs 3 ‹#› dc", "1d20+6 # dex save"),
        ("6‹#›4d6", "1d20+6 # dex save"),
        ("2d6 ‹#› damage", "1d20+6 # dex save"),
        (
            "max(2d6‹;›3)",
            "1d20+7; 1d8+4"
        ),
        // Outcomes
        (
            "2d6 =>‹›",
            "=> | 6-: miss, 7..9: weak hit, else: strong hit | >="
        ),
        ("2d6‹=>›7", ">="),
        ("2d6 => 1 ‹h›it", "7..9: weak hit"),
        ("2d6 => 1: a, ‹›", "=> | 6-: miss, 7..9: weak hit, else: strong hit | >="),
        ("2d6 => 1: a, ‹b›: c", "=> | 6-: miss, 7..9: weak hit, else: strong hit | >="),
        ("2d6 => 1:‹›", ""),
        ("2d6 => 1: ‹›, 2: b", ""),
        ("2d6 => ‹9..7›: a", "7..9"),
        ("2d6 => ‹9-7›: a", "7..9"),
        ("2d6 => 1..7: a, ‹7..9: b›", ""),
        ("2d6 => 7+: a, ‹9: b›", ""),
        ("2d6 => 9: b, 10: c, ‹..9: a›", ""),
        (
            "2d6 => 1: a, ‹1: b›, else: c",
            ""
        ),
        ("2d6 => 1,‹3›: a", "1,2: words"),
        ("2d6 => 1,‹{n}›: a", "1,2: words"),
        ("2d6 => ..‹(d6)›: a", "..({skill=50}/5): extreme"),
        ("2d6 => ..‹(1/0)›: a", ""),
        ("2d6 => {a} ‹h›it", "7..9: weak hit"),
        ("2d6 => ‹else: a›, 1: b", "else"),
        ("2d6 => ‹else: a›, else: b", "else"),
        ("2d6 => 1: ‹a ›\"b\"", ", | ; | #"),
        ("2d6 => 1: ‹a ›# b", ", | ; | #"),
        ("2d6 => 1: ‹\"›a, 2: b", ""),
        ("2d6 => 1: ‹\"›a\\\"", ""),
        ("2d6 => ‹0.00001›: a", ""),
        ("2d6 => ..‹12345678901›: a", ""),
        ("2d6 => 1: ‹a\u{7}b›", ""),
        (
            "(2d6 ‹=›> 1: a)",
            "=> | 2d6+1 => 10+: hit"
        ),
        // Faces
        ("d‹{d6}›", "d{hit, miss}"),
        ("d‹{}›", "d{hit, miss}"),
        ("d{hit,miss‹›", "} | {"),
        ("d{hit ‹m›iss,a}", ""),
        ("d{a+‹,›b}", ""),
        ("d{a,+‹}›", ""),
        ("d{‹1›.5,2}", ""),
        ("d{a,‹hit!›}", "_"),
        ("d{a,1 ‹\u{301}›}", "_"),
        ("d{a,‹\u{200d}b›}", "_"),
        ("d{a,‹b\u{7}›}", "_"),
        ("d{a,‹{b›}}", "_"),
        ("d{a,‹٣b›}", "_"),
        ("d{‹2 blank›,a}", "blank"),
        ("d{a,‹blank›+1}", "blank"),
        ("d{a,‹1+blank›}", "blank"),
        (
            "2d‹[boost]›",
            "dicectl save boost 'd{hit, miss}' | 2d[boost]"
        ),
        ("2d‹[›boost", "dicectl save boost 'd{hit, miss}' | 2d[boost]"),
        // Counts
        ("5d10‹x2›=10", "5d10>=7x2=10"),
        ("5d10>=7‹x10›=10", "x2=10"),
        ("5d10>=7‹x -10›=10", "x2=10"),
        ("2d6‹!!o›", "! | !o3"),
        ("2d6‹!po›2", "! | !o3"),
        ("2d6!o‹0›", "!o3"),
        ("2d6!o‹1001›", "!o3"),
        ("4d6k>=‹›", ">=5"),
    ]

    @Test("the error of a target or outcome suggests a correct form", arguments: cases.indices)
    func theMessageTellsWhatToType(_ index: Int) throws {
        let (place, quotes) = Self.cases[index]
        let text = String(
            String.UnicodeScalarView(
                place.unicodeScalars.filter { $0 != "‹" && $0 != "›" }
            )
        )
        #expect(try pointed(text) == place)
        let error = try error(of: text)
        #expect(error.quotes == quotes, "\(text): \(error.message)")
        #expect(!error.expected.isEmpty)
    }
}
