import DiceModel
import Foundation
import Testing

@testable import DiceDrawing

/// A player's letter and its color, which are the same on the page.
struct PlayerTagTests {
    /// Colors of names, which the page gives to them as well (`VectorTests`).
    struct Vector: Decodable {
        let name: String
        let players: [String]
        let color: Int
        /// The color of a player from the ninth on.
        let rgb: [Int]?
    }

    @Test("the color follows from the place among the players, or from the name")
    func vectors() throws {
        let file = URL(filePath: #filePath).appending(path: "../../color-vectors.json")
        let data = try Data(contentsOf: file.standardized)
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count > 5)
        for vector in vectors {
            let number = PlayerTag.number(of: vector.name, among: vector.players)
            #expect(number == vector.color, "\(vector)")
            guard let rgb = vector.rgb else { continue }
            let ground = Palette.ground(of: PlayerTag.style(number))
            #expect(ground.map { [$0.red, $0.green, $0.blue] } == rgb, "\(vector)")
        }
    }

    @Test("each of a hundred players has a letter in the color of the place")
    func manyPlayers() {
        let players = (1...100).map { "player \($0)" }
        for (place, player) in players.enumerated().prefix(95) {
            let tag = PlayerTag.text(player, among: players).first
            let parts = tag.flatMap(PlayerTag.parts)
            #expect(parts?.style == PlayerTag.style(place) && parts?.letter == "P")
        }
        #expect(PlayerTag.style(7) == .pink && PlayerTag.style(8) == .player(8))
        #expect(
            Palette.sixteen.sequence(for: .player(9)) == Palette.sixteen.sequence(for: .orange)
        )
        #expect(PlayerTag.removed(from: PlayerTag.text("bo", among: players + ["bo"])) == "bo")
    }

    @Test("only the letter is colored") func theLetterAloneIsColoured() {
        var buffer = CellBuffer(width: 20, height: 1)
        let end = buffer.write(
            "by " + PlayerTag.text("bo", among: ["ann", "bo"]),
            row: 0,
            column: 0,
            style: .faint
        )
        #expect(buffer.text == ["by B bo"])
        #expect(end == 7)
        #expect(
            buffer.rows[0].prefix(7).map(\.style) == [
                .faint, .faint, .plain, .orange, .plain, .faint, .faint,
            ]
        )
    }

    @Test("a tag is plain text if nothing is drawn") func itIsTextWhereNothingIsDrawn() {
        let ann = PlayerTag.text("ann", among: [])
        let bo = PlayerTag.text("bo", among: [])
        #expect(PlayerTag.removed(from: "turn 3 \(ann), \(bo)") == "turn 3 ann, bo")
        #expect(Glyphs.ascii.shown(ann) == ann)
        #expect(Glyphs.ascii.shown(PlayerTag.text("é", among: [])) == "? ?")
        #expect(PlayerTag.text("", among: []).isEmpty)
    }

    /// A name or label may contain the invisible character that colors a letter.
    @Test("other players' text cannot set colors") func othersCannotColour() {
        var buffer = CellBuffer(width: 20, height: 1)
        buffer.write(Printable.text("a\u{E0031}x"), row: 0, column: 0)
        #expect(buffer.rows[0].allSatisfy { $0.style == .plain })
    }
}
