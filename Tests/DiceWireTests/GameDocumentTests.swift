import DiceGames
import DiceModel
import Testing

@testable import DiceWire

/// Requests with documents that are not valid games; the rules are tested with `Game.check`.
@Suite("Game documents")
struct GameDocumentTests {
    private static let box = #"{"box":"a","title":"A","points":{"sum":"all"}}"#

    private static func game(
        dice: String = "[6,6]",
        _ boxes: String...,
        more: String = ""
    )
        -> String
    {
        #"{"name":"x","title":"X","dice":\#(dice),"boxes":[\#(boxes.joined(separator: ","))]\#(more)}"#
    }

    private static func box(
        needs: String = "{}",
        points: String = "1",
        more: String = ""
    ) -> String {
        #"{"box":"b","title":"B","needs":\#(needs),"points":\#(points)\#(more)}"#
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(
        "an invalid game is refused with the position of the error",
        arguments: [
            (
                game(
                    box,
                    more: #","source":"\#(String(repeating: "x", count: 33 * 1_024))""#
                ), ""
            ),
            (#""no-such-game""#, ""),
            ("{}", "boxes"),
            (game(box, box), "boxes[1].box"),
            (game(), "boxes"),
            (game(dice: "[]", box), "dice"),
            (game(dice: "[0]", box), "dice"),
            (game(dice: "[6.5]", box), "dice"),
            (game(dice: #""6""#, box), "dice"),
            (game(box, box(needs: #"{"straight":3}"#)), "boxes[1].needs"),
            (game(box, box(needs: #"{"alike":[3]}"#)), "boxes[1].needs"),
            (game(box, box(needs: #"{"faces":[7]}"#)), "boxes[1].needs"),
            (game(box, box(needs: #"{"straight":2,"alike":[2]}"#)), "boxes[1].needs"),
            (game(box, box(needs: #"{"sum":3}"#)), "boxes[1].needs"),
            (game(box, box(needs: nested(500))), "boxes[1].needs"),
            (game(box(points: "-1"), box), "boxes[0].needs"),
            (game(box, box(needs: #"{"alike":[2]}"#, points: "-1")), "boxes[1].points"),
            (
                game(box, box(needs: #"{"alike":[2]}"#, points: "1e99")),
                "boxes[1].points"
            ),
            (
                game(
                    box,
                    box(needs: #"{"alike":[2]}"#, points: #"{"sum":"all","a":1}"#)
                ),
                "boxes[1].points"
            ),
            (
                game(box, box(needs: #"{"alike":[2]}"#, more: #","code":"x""#)),
                "boxes[1].code"
            ),
            (
                game(box, #"{"box":"b","title":"\u001b]0;x\u0007","points":1}"#),
                "boxes[1].title"
            ),
            (game(box, #"{"box":"\u001b[2J","title":"B","points":1}"#), "boxes[1].box"),
            (game(box, "7"), "boxes[1]"),
            (game(box, more: #","boxes":[]"#), "boxes"),
            (game(box, more: #","joker":{"box":"b"}"#), "joker.box"),
            (
                game(
                    box,
                    more:
                        #","bonuses":[{"bonus":"u","title":"U","of":["b"],"atLeast":1,"points":1}]"#
                ),
                "bonuses[0].of"
            ),
            (
                #"{"name":"x","title":"X","dice":[6],"sets":[{"needs":{"faces":[1]},"points":-5}],"target":9}"#,
                "sets[0].points"
            ),
            (
                #"{"name":"x","title":"X","dice":[6],"sets":[{"points":1}],"target":9}"#,
                "sets[0].needs"
            ),
            (words(#""DE":{},"de":{}"#), "words.de"),
            (words(#""de":{},"de":{}"#), "words.de"),
            (words(#""deutsch_":{}"#), "words.deutsch_"),
            (words(#""de":{"boxes":{"ones":"Einser"}}"#), "words.de.boxes.ones"),
            (words(#""de":{"bonuses":{"upper":"Bonus"}}"#), "words.de.bonuses.upper"),
            (words(#""de":{"boxes":{"chance":1}}"#), "words.de.boxes.chance"),
            (words(#""de":{"dice":"Würfel"}"#), "words.de.dice"),
            (words("abcdefghi".map { #""a\#($0)":{}"# }.joined(separator: ",")), "words"),
            (older[0], "rollsPerTurn"),
            (older[1], "minimum"),
            (bank(#""threeBusts":1000"#), "threeBusts"),
            (bank(#""threeBusts":-0.5"#), "threeBusts"),
            (bank(#""bankMinimum":10"#), "bankMinimum"),
        ]
    )
    func refused(_ document: String, _ path: String) throws {
        let choice = GameChoice(json: try JSONParser.parse(Array(document.utf8)))
        let error = try #require(throws: WireError.self) { _ = try choice.game() }
        #expect(error.known == .badGame)
        #expect(error.data.path == path)
        #expect(error.data.expected?.first?.isEmpty == false)
    }

    /// A bank game with another member.
    private static func bank(_ more: String) -> String {
        #"{"name":"x","title":"X","dice":[6],"sets":[{"needs":{"faces":[1]},"points":1}],"target":9,\#(more)}"#
    }

    /// A document with words, in the form of members by language.
    private static func words(_ languages: String) -> String {
        #"{"name":"x","title":"X","dice":[6],"boxes":[{"box":"chance","title":"Chance","points":5}],"words":{\#(languages)}}"#
    }

    @Test("a document of more than 32 KiB is refused with its size")
    func tooLarge() throws {
        let fill = String(repeating: "x", count: Game.largestDocument)
        let choice = GameChoice(json: try JSONParser.parse(Array(#"{"name":"\#(fill)"}"#.utf8)))
        let error = try #require(throws: WireError.self) { _ = try choice.game() }
        #expect(error.cause == .gameTooLarge && error.known == .badGame)
        #expect(error.data.values?.text("limit") == "32768")
    }

    @Test("words are written by language, and their titles in the order of the sheet")
    func wordsInOrder() throws {
        let game = try Game(
            json: JSONParser.parse(
                Array(
                    #"{"name":"x","title":"X","dice":[6],"boxes":[{"box":"b","title":"B","points":5},{"box":"a","title":"A","points":5}],"words":{"fr":{"title":"Y"},"de":{"boxes":{"a":"1","b":"2"}}}}"#
                        .utf8
                )
            )
        )
        let text = String(decoding: game.jsonBytes(), as: UTF8.self)
        #expect(
            text.hasSuffix(
                #","words":{"de":{"boxes":{"b":"2","a":"1"}},"fr":{"title":"Y"}}}"#
            )
        )
        let plain = try #require(Game.all.first).withoutWords
        #expect(!String(decoding: plain.jsonBytes(), as: UTF8.self).contains("words"))
    }

    @Test("house rules are written as they were read, and omitted if a game has none")
    func houseRules() throws {
        let text =
            #"{"name":"x","title":"X","dice":[6],"sets":[{"needs":{"faces":[1]},"points":1}],"target":9,"minimum":0,"bankMinimum":2,"threeBusts":-5}"#
        let game = try Game(json: JSONParser.parse(Array(text.utf8)))
        #expect(game.bank?.bankMinimum == 2 && game.bank?.threeBusts == -5)
        #expect(String(decoding: game.jsonBytes(), as: UTF8.self) == text)
        for game in Game.all {
            let text = String(decoding: game.jsonBytes(), as: UTF8.self)
            #expect(!text.contains("bankMinimum") && !text.contains("threeBusts"))
        }
    }

    /// Documents that older versions accepted, and that no new match may use any more.
    private static let older = [
        #""rollsPerTurn":3,"target":9"#, #""target":1001,"minimum":1001"#,
    ]
    .map {
        #"{"name":"x","title":"X","dice":[6],"sets":[{"needs":{"faces":[1]},"points":1}],\#($0)}"#
    }

    @Test("a match of an older document is read unchanged", arguments: older)
    func isReadAsItIs(_ document: String) throws {
        let game = try Game(json: JSONParser.parse(Array(document.utf8)))
        #expect(game.bank?.sets.count == 1)
        #expect(game.title == "X")
    }

    @Test("a document nested ten thousand deep is refused as JSON")
    func deep() throws {
        let document = Self.game(Self.box(needs: Self.nested(10_000)))
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"table.create","params":{"table":"t","game":\#(document)}}"#
        guard
            case .single(let call) = RequestDecoder().decode(
                Array(line.utf8),
                Permit(label: "ann")
            )
        else {
            Issue.record("not one call")
            return
        }
        let error = try #require(throws: WireError.self) { _ = try call.request.get() }
        #expect(error.known == .parseError)
    }

    @Test("every built-in game survives a round trip", arguments: Game.all)
    func roundTrip(_ game: Game) throws {
        #expect(try Game(json: JSONParser.parse(game.jsonBytes())) == game)
    }
}

extension Game {
    fileprivate var withoutWords: Game {
        var game = self
        game.words = [:]
        return game
    }
}
