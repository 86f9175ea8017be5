import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceWire

struct Doctor: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the daemon and its surroundings for problems.",
        discussion: """
            Prints one line per check: ok, or what to type. The last check does what any command does: it connects, \
            and starts a daemon if none is running. Nothing else is changed. The exit status is 1 if that check \
            fails or there is something to do.
            """
    )
    static let examples = ["doctor", "doctor --json"]

    @OptionGroup var common: CommonOptions

    func run() throws {
        // With $DICECTL_HOST, this machine and the connection to the other machine are checked.
        if common.host != nil {
            try context.refuseRemote()
        }
        var facts = try DoctorFacts(context)
        facts.tryNextCommand(context)
        let diagnoses = Diagnosis.all(facts)
        if context.json {
            try Output.json(
                JSONWriter.object { json in
                    json.member("checks", objects: diagnoses) { diagnosis, json in
                        json.member("check", diagnosis.check)
                        json.member("state", diagnosis.state.rawValue)
                        json.member("text", diagnosis.text)
                    }
                }
            )
        } else {
            try Output.lines(
                Columns.lines(diagnoses.map { [$0.check, $0.state.rawValue, $0.text] })
            )
        }
        if diagnoses.contains(where: { $0.state == .todo }) {
            throw ExitCode(1)
        }
    }
}
