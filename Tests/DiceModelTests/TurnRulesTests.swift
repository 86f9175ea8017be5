import DiceModel
import Testing

@Suite("Whose turn it is")
struct TurnRulesTests {
    @Test("players are up in the order of the list, again and again")
    func order() {
        var rules = TurnRules(players: ["ann", "bo", "cy"])
        let up = (1...7).map { _ in
            defer { rules.handOn() }
            return rules.up
        }
        #expect(up == ["ann", "bo", "cy", "ann", "bo", "cy", "ann"])
    }

    @Test("without players nobody is up")
    func nobody() {
        var rules = TurnRules()
        rules.handOn()
        #expect(rules.up == nil && rules == TurnRules(up: "ann"))
    }

    @Test("whoever is up stays so in another list that has them; else its first is")
    func seating() {
        var rules = TurnRules(players: ["ann", "bo", "cy"], up: "bo")
        rules.seat(["cy", "bo"])
        #expect(rules.up == "bo")
        rules.handOn()
        #expect(rules.up == "cy")
        rules.seat(["dan", "eve"])
        #expect(rules.up == "dan")
        rules.seat([])
        #expect(rules.up == nil)
        #expect(TurnRules(players: ["ann"], up: "zoe").up == "ann")
    }
}
