import Testing

@testable import Systemd

@Suite struct InheritedSocketChoiceTests {
    @Test("an empty list of passed sockets chooses no socket") func nothingPassedIsNothingChosen()
        throws
    {
        #expect(try choose([]) == nil)
    }

    @Test(
        "a sole socket is used whatever its name",
        arguments: ["diced", "diced.socket", "unknown", ""]
    )
    func aSoleSocketIsTakenWhateverItsName(name: String) throws {
        #expect(try choose([stream(3, name)])?.descriptor == 3)
    }

    @Test("the socket with the right name is preferred to others") func theNamedOneWinsOverOthers()
        throws
    {
        #expect(
            try choose([stream(3, "other"), stream(4, "diced"), misfit(5, "log")])?
                .descriptor == 4
        )
    }

    @Test("the only socket of the right type is used") func theOnlyOneOfTheRightTypeIsTaken() throws
    {
        #expect(try choose([misfit(3, "log"), stream(4, "unknown")])?.descriptor == 4)
    }

    @Test("a named socket of the wrong type is refused even beside a valid one")
    func aNamedOneOfTheWrongTypeIsRefusedEvenBesideAGoodOne() {
        #expect(throws: InheritedSocketError.wrongType(name: "diced", descriptor: 3)) {
            try choose([misfit(3, "diced"), stream(4, "other")])
        }
    }

    @Test("sockets that are all of the wrong type are refused") func onlyWrongTypesAreRefused() {
        #expect(
            throws: InheritedSocketError.wrongType(name: "connection", descriptor: 3)
        ) {
            try choose([misfit(3, "connection"), misfit(4, "log")])
        }
    }

    @Test("two possible sockets are refused") func twoThatCouldBeMeantAreRefused() {
        #expect(
            throws: InheritedSocketError.ambiguous(wanted: "diced", found: ["a", "b"])
        ) {
            try choose([stream(3, "a"), stream(4, "b")])
        }
        #expect(
            throws: InheritedSocketError.ambiguous(
                wanted: "diced",
                found: ["diced", "diced"]
            )
        ) {
            try choose([stream(3, "diced"), stream(4, "diced")])
        }
    }

    @Test(
        "every error tells what to do",
        arguments: [
            (InheritedSocketError.wrongType(name: "x", descriptor: 3), "ListenStream="),
            (.ambiguous(wanted: "diced", found: ["a", "b"]), "FileDescriptorName=diced"),
            (.environment(22), "LISTEN_FDS"),
            (.cannotPrepare(descriptor: 3, 9), "restart the socket unit"),
        ]
    )
    func everyErrorSaysWhatToDo(error: InheritedSocketError, advice: String) {
        #expect(error.description.contains(advice))
    }

    private func choose(_ candidates: [InheritedSocket]) throws -> InheritedSocket? {
        try InheritedSocket.choose(named: "diced", among: candidates)
    }

    private func stream(_ descriptor: CInt, _ name: String) -> InheritedSocket {
        InheritedSocket(
            descriptor: descriptor,
            name: name,
            isListeningUnixStream: true,
            path: nil
        )
    }

    private func misfit(_ descriptor: CInt, _ name: String) -> InheritedSocket {
        InheritedSocket(
            descriptor: descriptor,
            name: name,
            isListeningUnixStream: false,
            path: nil
        )
    }
}
