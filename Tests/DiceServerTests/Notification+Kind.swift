import DiceWire

extension DiceWire.Notification {
    var isRollStarted: Bool {
        if case .event(let event) = self, case .rollStarted = event.kind { true } else { false }
    }

    var isRollSettled: Bool {
        if case .event(let event) = self, case .rollSettled = event.kind { true } else { false }
    }
}
