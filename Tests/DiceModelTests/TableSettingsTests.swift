import DiceModel
import Testing

@Suite("The settings of a table")
struct TableSettingsTests {
    private func settings(_ players: [String]) -> TableSettings {
        var settings = TableSettings()
        settings.apply(SettingsChange(players: players))
        return settings
    }

    @Test("the current player stays in a new list, or its first player is next")
    func seating() {
        var settings = settings(["ann", "bo", "cy"])
        settings.up = "bo"
        settings.apply(SettingsChange(players: ["cy", "bo"]))
        #expect(settings.up == "bo")
        settings.apply(SettingsChange(players: ["dan", "eve"]))
        #expect(settings.up == "dan")
        settings.apply(SettingsChange(players: []))
        #expect(settings == TableSettings())
    }

    @Test("nil members change nothing, and defaults are not written")
    func changes() {
        var settings = settings(["ann"])
        settings.apply(SettingsChange(rollsPerTurn: 3, pace: 2, hand: true))
        #expect(
            settings
                == TableSettings(
                    players: ["ann"],
                    up: "ann",
                    rollsPerTurn: 3,
                    pace: 2,
                    hand: true
                )
        )
        settings.apply(SettingsChange(dice: [6]))
        #expect(settings.rollsPerTurn == 3)
        #expect(settings.pace == 2)
        #expect(settings.hand == true)
        settings.apply(SettingsChange(rollsPerTurn: 0, pace: 1, hand: false))
        #expect(settings == TableSettings(players: ["ann"], up: "ann"))
    }
}
