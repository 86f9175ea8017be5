import DiceNotation
import Testing

/// Conditions that no die can meet, and dice of 66 sides.
@Suite struct NoteTests {
    static let notes: [(String, [String])] = [
        ("4d6!!>=7", ["neverMet 7..<8 >=7 d6"]),
        ("2d6!>6", ["neverMet 5..<6 >6 d6"]),
        ("2d6!7", ["neverMet 4..<5 =7 d6"]),
        ("2d6!p>6", ["neverMet 6..<7 >6 d6"]),
        ("4d6r>6", ["neverMet 5..<6 >6 d6"]),
        ("4d6ro<1", ["neverMet 6..<7 <1 d6"]),
        ("3d20cs>=21", ["neverMet 8..<10 >=21 d20"]),
        ("3d20cf<1+2", ["neverMet 7..<8 <1 d20"]),
        ("4dFr>1", ["neverMet 5..<6 >1 dF"]),
        ("d{1,5}!3", ["neverMet 7..<8 =3 d{1,5}"]),
        ("2d6!>6 + d20cs>20", ["neverMet 5..<6 >6 d6", "neverMet 15..<17 >20 d20"]),
        ("d66", ["tensAndOnes 1..<3 10*d6+d6 d66"]),
        ("2xd666+1", ["tensAndOnes 3..<6 100*d6+10*d6+d6 d666"]),
        ("d100<=55", ["countsOneDie 6..<8 <=55 d100 vs <=55 d100"]),
        ("d20>=15", ["countsOneDie 5..<7 >=15 d20 vs 15 d20"]),
        ("d100<=55+20", ["countsOneDie 6..<8 <=55 d100 vs <=(55+20) d100"]),
        ("d100 vs 55", ["atLeast 8..<10 >=55 d100 vs <=55 d100"]),
        ("12d6cs>=5", ["marksOnly 8..<9 >=5 12d6>=5 d6"]),
        ("(1d8+3)x2", ["repeatsNumber 8..<9 2 2x(d8+3)"]),
        ("d100+5 vs 55", []), ("d100 vs <=55", []), ("12d6>=5", []), ("d20cs>=19", []),
        ("2d6>=5+2", []), ("12d6>=5cs>=5", []), ("(1d4)x2d6", []), ("6x4", []),
        // These may be met, or may change.
        ("4d6!>=6", []), ("4d6!", []), ("4d6r<2", []), ("3d20cs>19cf<2", []),
        ("2d6!!cs>6", []), ("2d6min7cs>6", []), ("2d6!>(1d8)", []), ("2d6!>{n=9}", []),
        ("d65", []), ("66", []),
    ]

    @Test("what has no effect is noted at its place", arguments: notes.indices)
    func noted(_ index: Int) throws {
        let (text, wanted) = Self.notes[index]
        let notes = try RollText(text).written().notes.map { note in
            let values = [note.values.condition, note.values.meant, note.values.die]
            let place = "\(note.at)..<\(note.at + note.length)"
            return ([note.reason, place] + values.compactMap(\.self)).joined(separator: " ")
        }
        #expect(notes == wanted, "\(text)")
    }

    @Test("a text has at most 16 notes") func maximum() throws {
        let text = Array(repeating: "d6!>6", count: 20).joined(separator: "+")
        #expect(try RollText(text).written().notes.count == 16)
        #expect(NotationNote.all(in: text + ";" + text).count == 16)
    }

    @Test("a note on a value is located in the whole text") func filled() throws {
        let written = try RollText("2d6!>{n=9}").written().filled()
        #expect(written.notes.map(\.reason) == ["neverMet"])
        #expect(written.notes.map(\.length) == [10])
    }
}
