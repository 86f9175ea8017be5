import DiceNotation
import Testing

@Suite struct ErrorTests {
    /// Text with the position of the error in `‹›`, quotes of the message, valid alternatives there.
    static let cases: [(String, String, String)] = [
        ("4d6‹d›1", "dl1 | dh1", "dl | dh"),
        ("40d6‹d›12", "dl12 | dh12", "dl | dh"),
        ("4d6‹d›", "dl | dh", "dl | dh"),
        ("4d6‹D›2+1", "dl2 | dh2", "dl | dh"),
        ("{2d6,3d6}‹d›1", "dl1 | dh1", "dl | dh"),
        ("d6‹d›8", "dl8 | dh8", "dl | dh"),
        ("3d‹›", "3d6", "a number | % | F"),
        ("d‹›", "d6", "a number | % | F"),
        ("3d6+2D‹›", "2D6", "a number | % | F"),
        ("(1d4)d‹›", "(1d4)d6", "a number | % | F"),
        ("d‹›-6", "d6", "a number | % | F"),
        ("d‹›+6", "d6", "a number | % | F"),
        ("2d6 + ‹›", "", "a number | dice"),
        ("2d6 -‹›", "", "a number | dice"),
        ("2*‹›", "", "a number | dice"),
        ("2/‹›", "", "a number | dice"),
        ("2%‹›", "", "a number | dice"),
        ("2**‹›", "2**3", "a number | dice"),
        ("-‹›", "", "a number | dice"),
        ("--+‹›", "", "a number | dice"),
        ("‹›", "2d6+3", "a number | dice"),
        ("  \t ‹›", "2d6+3", "a number | dice"),
        ("‹*›2", "*", "a number | dice"),
        ("2d6/‹/›2", "/", "a number | dice"),
        ("‹›,", "2d6+3", "a number | dice"),
        ("‹.›5", "0.5", "a number"),
        ("5.‹›", "", "a digit"),
        ("2.‹x›", "", "a digit"),
        ("2d6‹)›", ")", "an operator"),
        ("‹›}", "2d6+3", "a number | dice"),
        ("2d6‹]›", "]", "an operator"),
        ("‹[›fire]2d6", "1d8[fire]", "dice"),
        ("2d6[a]‹[›b]", "1d8[fire]", "dice"),
        ("(2d6‹›", ") | (", ")"),
        ("((2d6)‹›", ") | (", ")"),
        ("2d6‹[›fire", "] | [", "]"),
        ("{2d6‹›", "} | {", "}"),
        ("{2d6,3d6‹›", "} | {", "}"),
        ("abs(2d6‹›", ") | (", ")"),
        (
            "2d6max(‹›", "(2d6+3)",
            "a number | dice"
        ),
        (
            "(‹›)", "(2d6+3)",
            "a number | dice"
        ),
        (
            "{‹›}", "{2d6, 1d8}",
            "a number | dice"
        ),
        ("{2d6,‹›}", "", "a number | dice"),
        (
            "{‹›,2d6}", "{2d6, 1d8}",
            "a number | dice"
        ),
        ("min(2,‹›)", "", "a number | dice"),
        ("abs(‹›)", "abs", "a number | dice"),
        ("‹abs›", "abs | abs(2d6)", "("),
        ("‹min› 3", "min | min(2d6)", "("),
        ("abs‹(1,2)›", "abs", "1 at most"),
        ("sqrt‹(2,3,4)›", "sqrt", "1 at most"),
        (
            "2d6+3‹>›=10",
            "{2d6+3}>=10",
            "an operator"
        ),
        (
            "(2d6+3)‹>›=10",
            "{2d6+3}>=10",
            "an operator"
        ),
        ("2d6>‹›", ">5", "a number"),
        ("2d6>=‹›", ">=5", "a number"),
        ("2d6‹=>›5", ">=", ">="),
        ("2d6‹=<›5", "<=", "<="),
        ("2d6‹==›5", "=", "="),
        ("2d6>‹x›", ">5", "a number"),
        ("2d6>-‹x›", "", "a number"),
        (
            "2d6‹f›", "f | f1",
            "a number | a comparison"
        ),
        ("2d6min‹›", "min2", "a number"),
        ("2d6max‹›", "max5", "a number"),
        ("2d6max-‹›", "", "a number"),
        ("2d6‹!!p›", "!! | !p", "!! | !p"),
        ("2d6‹rr›1", "r | ro", "r | ro"),
        (
            "(4d6)‹kh›3", "kh | 4d6kh",
            "an operator"
        ),
        (
            "4d6[fire]‹dl›1", "dl | 4d6dl",
            "an operator"
        ),
        ("(4d6)‹r›1", "r | 4d6r", "an operator"),
        ("(2d6)‹f›1", "f | 4d6f1", "an operator"),
        ("{2d6}‹!›", "4d6!", "an operator"),
        ("{2d6}‹r›1", "r | 4d6r", "an operator"),
        ("{2d6}‹min›2", "min | 4d6min2", "an operator"),
        ("{2d6}‹cs›", "cs | 4d6cs", "an operator"),
        ("‹kh3›", "kh3 | 4d6kh3", "a number | dice"),
        ("‹RO›<3", "ro | 4d6ro", "a number | dice"),
        (
            "2d20‹adv›", "d20adv | 2d20kh1",
            "kh | kl"
        ),
        (
            "2d20 ‹dis›", "d20dis | 2d20kl1",
            "kh | kl"
        ),
        (
            "d20kh1‹adv›", "d20adv | 2d20kh1",
            "kh | kl"
        ),
        (
            "adv ‹dis›", "d20dis | 2d20kl1",
            "kh | kl"
        ),
        ("adv‹(›3)", "( | *", "* | + | - | /"),
        ("4d6 ‹advantage›", "adv", "adv"),
        ("1d20 + ‹disadvantage›", "dis", "dis"),
        ("4d6‹e›6", "!", "!"),
        ("4d6‹p›1", "dl", "dl"),
        ("4d6‹mi›2", "min", "min"),
        ("4d6‹ma›5", "max", "max"),
        ("2d6 ‹plus› 3", "+", "+"),
        (
            "2d6 ‹abs›(3)", "abs | +",
            "+ | - | * | /"
        ),
        (
            "2d6[a] ‹d›6", "d | +",
            "+ | - | * | /"
        ),
        ("2d6 ‹2›d6", "2 | +", "+ | - | * | /"),
        ("2‹(›3)", "( | *", "* | + | - | /"),
        ("(2)‹(›3)", "( | *", "* | + | - | /"),
        ("2d6‹{›a}", "{ | +", "+ | - | * | /"),
        (
            "2d6 ‹fire›",
            "fire | [fire]",
            "an operator | a label"
        ),
        (
            "d20 ‹for› initiative",
            "for | [for]",
            "an operator | a label"
        ),
        (
            "‹attack›", "attack | 2d6",
            "a number | dice"
        ),
        (
            "‹save›", "save | 2d6",
            "a number | dice"
        ),
        ("‹x4d6›", "x | 6x4d6", "a number"),
        (
            "2d6‹x›3",
            "x | 6x4d6 | (1d4)x2d6",
            "an operator"
        ),
        (
            "-1‹x›1d6",
            "x | 6x4d6 | (1d4)x2d6",
            "an operator"
        ),
        ("3x‹›", "6x4d6", "a number | dice"),
        ("2‹^›3", "**", "**"),
        ("2d6‹×›2", "*", "*"),
        ("2d6‹÷›2", "/", "/"),
        ("2d6 ‹−› 1", "-", "-"),
        ("2d6‹≥›5", ">=", ">="),
        (
            "‹３›d6", "３",
            "a number | dice | an operator"
        ),
        (
            "‹ü›d6", "ü",
            "a number | dice | an operator"
        ),
        (
            "2d6‹é›", "é",
            "a number | dice | an operator"
        ),
        ("‹🎲›", "🎲", "a number | dice | an operator"),
        (
            "2d6‹👨›‍👩‍👧", "👨",
            "a number | dice | an operator"
        ),
        (
            "2d6‹\u{1b}›[31m", "\\27",
            "a number | dice | an operator"
        ),
        (
            "‹\0›", "\\0",
            "a number | dice | an operator"
        ),
        (
            "2d6‹\u{7}›", "\\7",
            "a number | dice | an operator"
        ),
        (
            "1‹,›000",
            "{2d6, 1d8}kh1 | min | max",
            "an operator"
        ),
        (
            "2d6‹,›3",
            "{2d6, 1d8}kh1 | min | max",
            "an operator"
        ),
        (
            "2d6‹?›", "?",
            "a number | dice | an operator"
        ),
        ("1d6/‹0›", "", "another number"),
        ("1d6%‹(3-3)›", "", "another number"),
        ("1d6/‹(2*0)›", "", "another number"),
        ("1d‹0›", "", "1 or more"),
        ("0d‹0›", "", "1 or more"),
        ("d‹(1-1)›", "", "1 or more"),
        ("‹1.5›d6", "", "a whole number"),
        ("d‹6.5›", "", "a whole number"),
        ("3d6kh‹1.5›", "", "a whole number"),
        ("‹(2-3)›d6", "", "0 or more"),
        ("3d6kh‹(-1)›", "", "0 or more"),
        (
            "3d6min‹0.5›", "",
            "a whole number"
        ),
        ("‹(1-2)›x1", "", "0 or more"),
        ("‹sqrt(-1)›", "", "other numbers"),
        ("‹0**-1›", "", "other numbers"),
        ("‹(-8)**(1/3)›", "", "other numbers"),
        ("‹2**1000›", "", "other numbers"),
        (
            "‹99999999999›d6", "",
            "a smaller number"
        ),
        (
            "‹0.00001›", "",
            "a smaller number"
        ),
        ("‹10001›d6", "", "10000 at most"),
        (
            "6000d6+‹6000d6›", "",
            "10000 at most"
        ),
        (
            "100x‹101d6›", "",
            "10000 at most"
        ),
        ("1d‹1000001›", "", "1000000 at most"),
        (
            "1d6min‹1000001›", "",
            "a whole number"
        ),
        ("‹1001›x1", "", "1000 at most"),
        (
            "1000x1000x‹1000x1›", "",
            "200000 at most"
        ),
        (
            "1000x99x‹0›d6ssssssssssss", "",
            "200000 at most"
        ),
        (
            "‹1d1!›", "",
            "a comparison that some face does not meet"
        ),
        (
            "1d6!>=‹1›", "",
            "a comparison that some face does not meet"
        ),
        (
            "2d6!<>‹7›", "",
            "a comparison that some face does not meet"
        ),
        (
            "1d6r<‹7›", "",
            "a comparison that some face does not meet"
        ),
        (
            "3dFr>=‹-1›", "",
            "a comparison that some face does not meet"
        ),
        ("‹7d6u›", "", "6 at most | uo"),
        ("‹2d1u›", "", "1 at most | uo"),
        ("{bonus=‹}›", "bonus | {bonus=7}", "a number"),
        ("{bonus=‹x›}", "bonus | {bonus=7}", "a number"),
        ("{bonus=-‹}›", "bonus | {bonus=7}", "a number"),
        ("{bonus=7‹›", "} | {", "}"),
        (
            "{‹bo› nus=3}", "bo | 2d6",
            "a number | dice"
        ),
        (
            "{2‹bonus›}",
            "bonus | [bonus]",
            "an operator | a label"
        ),
        (
            "d20adv+‹damage›", "damage | 2d6",
            "a number | dice"
        ),
        ("‹dx›", "dx | 2d6", "a number | dice"),
        (
            "d20+‹dex›", "dex | 2d6",
            "a number | dice"
        ),
        (
            "1000x‹9000000000›x1", "",
            "1000 at most"
        ),
        ("‹1000x2**53›", "", "other numbers"),
        ("‹{2**53,2**53}›", "", "other numbers"),
    ]

    @Test("the error suggests a correct expression", arguments: cases.indices)
    func theMessageTellsWhatToType(_ index: Int) throws {
        let (place, quotes, expected) = Self.cases[index]
        let text = String(
            String.UnicodeScalarView(
                place.unicodeScalars.filter { $0 != "‹" && $0 != "›" }
            )
        )
        let error = try error(of: text)
        #expect(try pointed(text) == place)
        #expect(error.quotes == quotes, "\(text): \(error.message)")
        #expect(error.expected.joined(separator: " | ") == expected, "\(text)")
    }

    /// Each quotation in a message is an expression, occurs in the text, or makes the text an
    /// expression when it replaces the error or some letters before it. Two mistakes take two
    /// messages.
    @Test("alternatives named in the error can be typed", arguments: cases.indices)
    func whatTheMessageNamesCanBeTyped(_ index: Int) throws {
        let marked = Self.cases[index].0
        if ["4d6 ‹advantage›", "d20 ‹for› initiative"].contains(marked) {
            return
        }
        let before = marked.prefix { $0 != "‹" }
        let after = marked.drop { $0 != "›" }.dropFirst()
        let wrong = marked.dropFirst(before.count + 1).prefix { $0 != "›" }
        for quoted in Self.cases[index].1.split(separator: " | ") {
            let text = "\(before)\(wrong)\(after)"
            if text.lowercased().contains(quoted) || quoted.hasPrefix("\\")
                || ["min", "max"].contains(quoted)
            {
                continue
            }
            let texts =
                ["\(quoted)", "\(before)\(quoted)\(wrong)\(after)", text + quoted]
                + (0...4).map { "\(before.dropLast($0))\(quoted)\(after)" }
            #expect(
                texts.contains { (try? Expression(parsing: $0)) != nil },
                "\(marked): \(quoted)"
            )
        }
    }
}
