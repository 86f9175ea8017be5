import DiceGames
import Testing
@Test func x() throws { }
