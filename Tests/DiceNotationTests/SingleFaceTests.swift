import DiceNotation
import Testing

@Suite("Single faces")
struct SingleFaceTests {
    @Test(
        "a single face is read like a face in a list and has one printed form",
        arguments: [
            ("", "blank"),
            ("  ", "blank"),
            ("blank", "blank"),
            ("sword", "sword"),
            (" 2 sword + shield ", "2 sword+shield"),
            ("1 sword", "sword"),
            ("-3", "-3"),
            ("sword-2", "-2+sword"),
            ("🗡️", "🗡️"),
            ("2-2", "0"),
        ]
    )
    func read(_ text: String, _ printed: String) throws {
        let face = try Face(parsing: text)
        #expect(face.description == printed)
        #expect(try Face(parsing: printed) == face)
    }

    @Test(
        "a text that is not a single face is refused",
        arguments: [
            "{", "}", "a,b", "a}", "{a}", "a b", "+", "2+", "a\u{7}", "\u{0}", "9a b",
            "a.b", "1.5",
            "1000001",
            String(repeating: "x", count: 129),
            String(repeating: "ab+", count: 60) + String(repeating: "c", count: 127),
        ]
    )
    func refused(_ text: String) {
        #expect(throws: NotationError.self) { try Face(parsing: text) }
    }
}
