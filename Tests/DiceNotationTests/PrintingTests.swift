import DiceNotation
import Testing
