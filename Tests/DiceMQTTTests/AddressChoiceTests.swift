import Testing

@testable import DiceMQTT

struct AddressChoiceTests {
    private func families(_ count: Int, _ choice: inout AddressChoice) -> [AddressChoice
        .Family?]
    {
        (1...count).map { _ in
            defer {
                choice.failed()
            }
            return choice.family
        }
    }

    @Test("address families are tried in turn until one works")
    func asLongAsNoneWasGoodTheOthersAreTriedInTurn() {
        var choice = AddressChoice()
        #expect(families(6, &choice) == [nil, .v4, nil, .v6, nil, .v4])
    }

    /// A restarted broker is not looked for at other addresses.
    @Test("the address family that worked is tried first and most often")
    func whatWasGoodIsTriedFirstAndMost() {
        var choice = AddressChoice()
        choice.failed()
        #expect(choice.family == .v4)
        #expect(choice.isDetour)
        choice.accepted()
        #expect(choice.family == .v4)
        #expect(!choice.isDetour)
        let tried = families(30, &choice)
        #expect(tried.count { $0 == .v4 } == 27)
        #expect([tried[9], tried[19], tried[29]] == [nil, .v6, nil])
    }
}
