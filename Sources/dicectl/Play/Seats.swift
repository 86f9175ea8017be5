import DiceModel
