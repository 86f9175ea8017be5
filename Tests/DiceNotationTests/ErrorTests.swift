import DiceNotation
import Testing

@Suite struct ErrorTests {
    /// Text with the position of the error in `‹›`, message, valid alternatives there.
    static let cases: [(String, String, String)] = [
        ("4d6‹d›1", "did you mean `dl1` or `dh1`?", "dl | dh"),
        ("40d6‹d›12", "did you mean `dl12` or `dh12`?", "dl | dh"),
        ("4d6‹d›", "did you mean `dl` or `dh`?", "dl | dh"),
        ("4d6‹D›2+1", "did you mean `dl2` or `dh2`?", "dl | dh"),
        ("{2d6,3d6}‹d›1", "did you mean `dl1` or `dh1`?", "dl | dh"),
        ("d6‹d›8", "did you mean `dl8` or `dh8`?", "dl | dh"),
        ("3d‹›", "sides are missing: `3d6`?", "a number | % | F"),
        ("d‹›", "sides are missing: `d6`?", "a number | % | F"),
        ("3d6+2D‹›", "sides are missing: `2D6`?", "a number | % | F"),
        ("(1d4)d‹›", "sides are missing: `(1d4)d6`?", "a number | % | F"),
        ("d‹›-6", "sides are missing: `d6`?", "a number | % | F"),
        ("d‹›+6", "sides are missing: `d6`?", "a number | % | F"),
        ("2d6 + ‹›", "something to add is missing", "a number | dice"),
        ("2d6 -‹›", "something to subtract is missing", "a number | dice"),
        ("2*‹›", "something to multiply by is missing", "a number | dice"),
        ("2/‹›", "something to divide by is missing", "a number | dice"),
        ("2%‹›", "something to divide by is missing", "a number | dice"),
        ("2**‹›", "an exponent is missing: `2**3`?", "a number | dice"),
        ("-‹›", "a number or dice are missing after the sign", "a number | dice"),
        ("--+‹›", "a number or dice are missing after the sign", "a number | dice"),
        ("‹›", "an expression is missing: `2d6+3`?", "a number | dice"),
        ("  \t ‹›", "an expression is missing: `2d6+3`?", "a number | dice"),
        ("‹*›2", "something is missing in front of `*`", "a number | dice"),
        ("2d6/‹/›2", "something is missing in front of `/`", "a number | dice"),
        ("‹›,", "an expression is missing: `2d6+3`?", "a number | dice"),
        ("‹.›5", "a digit is missing in front of the point: `0.5`", "a number"),
        ("5.‹›", "digits are missing after the point", "a digit"),
        ("2.‹x›", "digits are missing after the point", "a digit"),
        ("2d6‹)›", "this `)` closes nothing", "an operator"),
        ("‹›}", "an expression is missing: `2d6+3`?", "a number | dice"),
        ("2d6‹]›", "this `]` closes nothing", "an operator"),
        ("‹[›fire]2d6", "a label follows what it names: `1d8[fire]`", "dice"),
        ("2d6[a]‹[›b]", "a label follows what it names: `1d8[fire]`", "dice"),
        ("(2d6‹›", "a `)` is missing for the `(` at 1", ")"),
        ("((2d6)‹›", "a `)` is missing for the `(` at 1", ")"),
        ("2d6‹[›fire", "a `]` is missing for the `[` at 4", "]"),
        ("{2d6‹›", "a `}` is missing for the `{` at 1", "}"),
        ("{2d6,3d6‹›", "a `}` is missing for the `{` at 1", "}"),
        ("abs(2d6‹›", "a `)` is missing for the `(` at 4", ")"),
        (
            "2d6max(‹›", "something is missing in the parentheses: `(2d6+3)`?",
            "a number | dice"
        ),
        (
            "(‹›)", "something is missing in the parentheses: `(2d6+3)`?",
            "a number | dice"
        ),
        (
            "{‹›}", "something to roll is missing in the group: `{2d6, 1d8}`?",
            "a number | dice"
        ),
        ("{2d6,‹›}", "something is missing after the comma", "a number | dice"),
        (
            "{‹›,2d6}", "something to roll is missing in the group: `{2d6, 1d8}`?",
            "a number | dice"
        ),
        ("min(2,‹›)", "something is missing after the comma", "a number | dice"),
        ("abs(‹›)", "what to apply `abs` to is missing", "a number | dice"),
        ("‹abs›", "what to apply `abs` to is missing: `abs(2d6)`?", "("),
        ("‹min› 3", "what to apply `min` to is missing: `min(2d6)`?", "("),
        ("abs‹(1,2)›", "`abs` takes one number", "1 at most"),
        ("sqrt‹(2,3,4)›", "`sqrt` takes one number", "1 at most"),
        (
            "2d6+3‹>›=10",
            "dice and groups are compared; a sum is put in braces: `{2d6+3}>=10`",
            "an operator"
        ),
        (
            "(2d6+3)‹>›=10",
            "dice and groups are compared; a sum is put in braces: `{2d6+3}>=10`",
            "an operator"
        ),
        ("2d6>‹›", "what to compare with is missing: `>5`?", "a number"),
        ("2d6>=‹›", "what to compare with is missing: `>=5`?", "a number"),
        ("2d6‹=>›5", "did you mean `>=`?", ">="),
        ("2d6‹=<›5", "did you mean `<=`?", "<="),
        ("2d6‹==›5", "did you mean `=`?", "="),
        ("2d6>‹x›", "what to compare with is missing: `>5`?", "a number"),
        ("2d6>-‹x›", "a number is missing after the sign", "a number"),
        (
            "2d6‹f›", "what counts as a failure is missing: `f1`?",
            "a number | a comparison"
        ),
        ("2d6min‹›", "a number is missing: `min2`?", "a number"),
        ("2d6max‹›", "a number is missing: `max5`?", "a number"),
        ("2d6max-‹›", "a number is missing after the sign", "a number"),
        ("2d6‹!!p›", "compound or penetrate, not both: `!!` or `!p`?", "!! | !p"),
        ("2d6‹rr›1", "`r` rolls again until it no longer applies, `ro` once", "r | ro"),
        (
            "(4d6)‹kh›3", "`kh` belongs right after dice or a group: `4d6kh`",
            "an operator"
        ),
        (
            "4d6[fire]‹dl›1", "`dl` belongs right after dice or a group: `4d6dl`",
            "an operator"
        ),
        ("(4d6)‹r›1", "`r` belongs right after dice: `4d6r`", "an operator"),
        ("(2d6)‹f›1", "`f` belongs right after dice: `4d6f1`", "an operator"),
        ("{2d6}‹!›", "only dice explode: `4d6!`", "an operator"),
        ("{2d6}‹r›1", "`r` belongs right after dice: `4d6r`", "an operator"),
        ("{2d6}‹min›2", "`min` belongs right after dice: `4d6min2`", "an operator"),
        ("{2d6}‹cs›", "`cs` belongs right after dice: `4d6cs`", "an operator"),
        ("‹kh3›", "`kh3` belongs after dice: `4d6kh3`?", "a number | dice"),
        ("‹RO›<3", "`ro` belongs after dice: `4d6ro`?", "a number | dice"),
        (
            "2d20‹adv›", "advantage is for a single die: `d20adv`, else `2d20kh1`",
            "kh | kl"
        ),
        (
            "2d20 ‹dis›", "advantage is for a single die: `d20dis`, else `2d20kl1`",
            "kh | kl"
        ),
        (
            "d20kh1‹adv›", "advantage is for a single die: `d20adv`, else `2d20kh1`",
            "kh | kl"
        ),
        (
            "adv ‹dis›", "advantage is for a single die: `d20dis`, else `2d20kl1`",
            "kh | kl"
        ),
        ("adv‹(›3)", "an operator is missing in front of `(`: `*`?", "* | + | - | /"),
        ("4d6 ‹advantage›", "did you mean `adv`?", "adv"),
        ("1d20 + ‹disadvantage›", "did you mean `dis`?", "dis"),
        ("4d6‹e›6", "did you mean `!`?", "!"),
        ("4d6‹p›1", "did you mean `dl`?", "dl"),
        ("4d6‹mi›2", "did you mean `min`?", "min"),
        ("4d6‹ma›5", "did you mean `max`?", "max"),
        ("2d6 ‹plus› 3", "did you mean `+`?", "+"),
        (
            "2d6 ‹abs›(3)", "an operator is missing in front of `abs`: `+`?",
            "+ | - | * | /"
        ),
        (
            "2d6[a] ‹d›6", "an operator is missing in front of `d`: `+`?",
            "+ | - | * | /"
        ),
        ("2d6 ‹2›d6", "an operator is missing in front of `2`: `+`?", "+ | - | * | /"),
        ("2‹(›3)", "an operator is missing in front of `(`: `*`?", "* | + | - | /"),
        ("(2)‹(›3)", "an operator is missing in front of `(`: `*`?", "* | + | - | /"),
        ("2d6‹{›a}", "an operator is missing in front of `{`: `+`?", "+ | - | * | /"),
        (
            "2d6 ‹fire›",
            "`fire` means nothing here; a label stands in brackets: `[fire]`",
            "an operator | a label"
        ),
        (
            "d20 ‹for› initiative",
            "`for` means nothing here; a label stands in brackets: `[for]`",
            "an operator | a label"
        ),
        (
            "‹attack›", "`attack` means nothing here: dice are written `2d6`",
            "a number | dice"
        ),
        (
            "‹save›", "`save` means nothing here: dice are written `2d6`",
            "a number | dice"
        ),
        ("‹x4d6›", "how many times is missing in front of `x`: `6x4d6`?", "a number"),
        (
            "2d6‹x›3",
            "only a number or parentheses can stand in front of `x`: `6x4d6`, `(1d4)x2d6`",
            "an operator"
        ),
        (
            "-1‹x›1d6",
            "only a number or parentheses can stand in front of `x`: `6x4d6`, `(1d4)x2d6`",
            "an operator"
        ),
        ("3x‹›", "what to repeat is missing: `6x4d6`?", "a number | dice"),
        ("2‹^›3", "a power is written `**`", "**"),
        ("2d6‹×›2", "to multiply is written `*`", "*"),
        ("2d6‹÷›2", "to divide is written `/`", "/"),
        ("2d6 ‹−› 1", "to subtract is written `-`", "-"),
        ("2d6‹≥›5", "at least is written `>=`", ">="),
        (
            "‹３›d6", "`３` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "‹ü›d6", "`ü` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "2d6‹é›", "`é` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        ("‹🎲›", "`🎲` means nothing in dice notation", "a number | dice | an operator"),
        (
            "2d6‹👨›‍👩‍👧", "`👨` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "2d6‹\u{1b}›[31m", "`\\27` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "‹\0›", "`\\0` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "2d6‹\u{7}›", "`\\7` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        (
            "1‹,›000",
            "commas stand in groups, `{2d6, 1d8}kh1`, and in `min` and `max`",
            "an operator"
        ),
        (
            "2d6‹,›3",
            "commas stand in groups, `{2d6, 1d8}kh1`, and in `min` and `max`",
            "an operator"
        ),
        (
            "2d6‹?›", "`?` means nothing in dice notation",
            "a number | dice | an operator"
        ),
        ("1d6/‹0›", "nothing can be divided by zero", "another number"),
        ("1d6%‹(3-3)›", "nothing can be divided by zero", "another number"),
        ("1d6/‹(2*0)›", "nothing can be divided by zero", "another number"),
        ("1d‹0›", "a die has at least one side", "1 or more"),
        ("0d‹0›", "a die has at least one side", "1 or more"),
        ("d‹(1-1)›", "a die has at least one side", "1 or more"),
        ("‹1.5›d6", "1.5 is not a whole number of dice", "a whole number"),
        ("d‹6.5›", "a die has a whole number of sides", "a whole number"),
        ("3d6kh‹1.5›", "1.5 is not a whole number of dice", "a whole number"),
        ("‹(2-3)›d6", "-1 dice are too few", "0 or more"),
        ("3d6kh‹(-1)›", "-1 dice are too few", "0 or more"),
        (
            "3d6min‹0.5›", "a bound is a whole number from -1000000 to 1000000",
            "a whole number"
        ),
        ("‹(1-2)›x1", "-1 repeats are too few", "0 or more"),
        ("‹sqrt(-1)›", "a square root of -1", "other numbers"),
        ("‹0**-1›", "a division by zero", "other numbers"),
        ("‹(-8)**(1/3)›", "a fractional power of a negative number", "other numbers"),
        ("‹2**1000›", "a number that is too large", "other numbers"),
        (
            "‹99999999999›d6", "a number has at most 10 digits, and 4 after the point",
            "a smaller number"
        ),
        (
            "‹0.00001›", "a number has at most 10 digits, and 4 after the point",
            "a smaller number"
        ),
        ("‹10001›d6", "no more than 10000 dice are possible", "10000 at most"),
        (
            "6000d6+‹6000d6›", "no more than 10000 dice are rolled at a time",
            "10000 at most"
        ),
        (
            "100x‹101d6›", "no more than 10000 dice are rolled at a time",
            "10000 at most"
        ),
        ("1d‹1000001›", "no more than 1000000 sides are possible", "1000000 at most"),
        (
            "1d6min‹1000001›", "a bound is a whole number from -1000000 to 1000000",
            "a whole number"
        ),
        ("‹1001›x1", "no more than 1000 repeats are possible", "1000 at most"),
        (
            "1000x1000x‹1000x1›", "this is evaluated in more than 200000 steps",
            "200000 at most"
        ),
        (
            "1000x99x‹0›d6ssssssssssss", "this is evaluated in more than 200000 steps",
            "200000 at most"
        ),
        (
            "‹1d1!›", "every face of the die explodes, without end",
            "a comparison that not every face meets"
        ),
        (
            "1d6!>=‹1›", "every face of the die explodes, without end",
            "a comparison that not every face meets"
        ),
        (
            "2d6!<>‹7›", "every face of the die explodes, without end",
            "a comparison that not every face meets"
        ),
        (
            "1d6r<‹7›", "every face of the die is rolled again, without end",
            "a comparison that not every face meets"
        ),
        (
            "3dFr>=‹-1›", "every face of the die is rolled again, without end",
            "a comparison that not every face meets"
        ),
        ("‹7d6u›", "7 dice of 6 faces cannot all differ", "6 at most | uo"),
        ("‹2d1u›", "2 dice of 1 face cannot all differ", "1 at most | uo"),
        ("{bonus=‹}›", "the value of `bonus` is missing: `{bonus=7}`?", "a number"),
        ("{bonus=‹x›}", "the value of `bonus` is missing: `{bonus=7}`?", "a number"),
        ("{bonus=-‹}›", "the value of `bonus` is missing: `{bonus=7}`?", "a number"),
        ("{bonus=7‹›", "a `}` is missing for the `{` at 1", "}"),
        (
            "{‹bo› nus=3}", "`bo` means nothing here: dice are written `2d6`",
            "a number | dice"
        ),
        (
            "{2‹bonus›}",
            "`bonus` means nothing here; a label stands in brackets: `[bonus]`",
            "an operator | a label"
        ),
        (
            "d20adv+‹damage›", "`damage` means nothing here: dice are written `2d6`",
            "a number | dice"
        ),
        ("‹dx›", "`dx` means nothing here: dice are written `2d6`", "a number | dice"),
        (
            "d20+‹dex›", "`dex` means nothing here: dice are written `2d6`",
            "a number | dice"
        ),
        (
            "1000x‹9000000000›x1", "no more than 1000 repeats are possible",
            "1000 at most"
        ),
        ("‹1000x2**53›", "a number that is too large", "other numbers"),
        ("‹{2**53,2**53}›", "a number that is too large", "other numbers"),
    ]

    @Test(arguments: cases.indices)
    func theMessageTellsWhatToType(_ index: Int) throws {
        let (place, message, expected) = Self.cases[index]
        let text = String(
            String.UnicodeScalarView(
                place.unicodeScalars.filter { $0 != "‹" && $0 != "›" }
            )
        )
        let error = try error(of: text)
        #expect(try pointed(text) == place)
        #expect(error.message == message, "\(text)")
        #expect(error.expected.joined(separator: " | ") == expected, "\(text)")
    }

    /// Each quotation in a message is an expression, occurs in the text, or makes the text an
    /// expression when it replaces the error or some letters before it. Two mistakes take two
    /// messages.
    @Test(arguments: cases.indices)
    func whatTheMessageNamesCanBeTyped(_ index: Int) throws {
        let marked = Self.cases[index].0
        if ["4d6 ‹advantage›", "d20 ‹for› initiative"].contains(marked) {
            return
        }
        let before = marked.prefix { $0 != "‹" }
        let after = marked.drop { $0 != "›" }.dropFirst()
        let wrong = marked.dropFirst(before.count + 1).prefix { $0 != "›" }
        for quoted in Self.cases[index].1.matches(of: /`([^`]+)`/).map(\.output.1) {
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
