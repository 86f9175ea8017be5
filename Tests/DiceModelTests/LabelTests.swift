import DiceModel
import DiceNotation
import Testing

/// The rules for labels and their stored form.
struct LabelTests {
    @Test(
        "valid labels are accepted in normal form",
        arguments: [
            "ann", "Ann O’Brien", "山田", String(repeating: "x", count: 64),
            "e" + String(repeating: "\u{301}", count: 9),
            // Emoji of several characters: a family, a flag, an astronaut of brown skin, a heart, a
            // keycap.
            "👩‍👧", "🏳️‍🌈", "👩🏾‍🚀", "❤️", "❤", "1️⃣", "🇩🇪", "🏴‍☠️ ann",
            // Persian with ZWNJ, Sinhala with a virama and ZWJ.
            "می‌خواهم", "ශ්‍රී", "한국", "-", "©",
        ]
    )
    func labels(_ text: String) {
        #expect(
            LabelText.accepted(text)?.unicodeScalars.elementsEqual(
                text.inNFC.unicodeScalars
            )
                == true
        )
    }

    @Test(
        "unprintable or long labels are rejected",
        arguments: [
            "", "a\nb", "\u{1B}[2J", "a\u{202E}b", "\u{7F}", "a\u{0}",
            String(repeating: "x", count: 65), "\u{E000}",
            "\u{2028}", "\u{2029}", "\u{378}", "\u{200B}",
            "e" + String(repeating: "\u{301}", count: 256),
        ]
    )
    func unprintable(_ text: String) {
        #expect(LabelText.accepted(text) == nil)
    }

    @Test(
        "a label with invisible characters only, first or last is rejected",
        arguments: [
            " ", "\u{A0}", "\u{3000}", "\u{2003}", "\u{2800}", "\u{3164}", "\u{FFA0}",
            "\u{115F}",
            "\u{1D159}",
            "\u{301}", "\u{903}",
            "\u{20DD}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{34F}", "\u{17B4}",
        ]
    )
    func invisible(_ text: String) {
        #expect(LabelText.accepted(text) == nil)
        #expect(LabelText.accepted(text + "ann") == nil)
        // A mark belongs to the letter before it.
        let isMark = ["\u{301}", "\u{903}", "\u{20DD}"].contains(text)
        #expect((LabelText.accepted("ann" + text) != nil) == isMark)
    }

    @Test(
        "invisible characters are valid only where emoji and scripts need them",
        arguments: [
            "a\u{200D}b", "a\u{200C}b", "a\u{3164}b", "a\u{34F}b", "a\u{FE0F}b",
            "1\u{FE0F}",
            "a\u{E0100}b",
            "👩\u{200D}a",
            "👩\u{200C}👧", "👩\u{200D}", "👩\u{200D}\u{200D}👧", "م\u{200C}",
            "م\u{200C}\u{200C}ی",
            "م\u{200C}a",
            "❤\u{FE0F}\u{FE0F}", "👩\u{E0061}\u{E007F}",
        ]
    )
    func unneeded(_ text: String) {
        #expect(LabelText.accepted(text) == nil)
    }

    /// Swift compares strings by canonical equivalence; a database and a hash compare bytes.
    @Test("two forms of the same text are one label") func twoFormsAreOneLabel() throws {
        for (text, kept) in [
            ("e\u{301}", "\u{E9}"),
            ("\u{212B}", "\u{C5}"),
            ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ] {
            #expect(
                Array(try #require(LabelText.accepted(text)).unicodeScalars)
                    == Array(kept.unicodeScalars)
            )
        }
        #expect(
            PlayerLabel.ofAccount("e\u{301}", uid: 7).utf8.elementsEqual("\u{E9}".utf8)
        )
        #expect(PlayerLabel.ofAccount("\u{3164}", uid: 7) == "uid 7")
    }

    /// Labels stored in older forms are found too.
    @Test("labels stored in older forms are found") func storedForms() {
        #expect(PlayerLabel.storedForms(of: "\u{E9}").map { $0.utf8.count } == [2, 3])
    }
}
