import ArgumentParser
import DiceModel
import Glibc
import Systemd

/// The options for an audience page, which is written as files for any web server; diced-web then
/// serves nothing.
struct AudienceOptions: ParsableArguments {
    @Option(
        help: .init(
            "Write a page that only watches, for any web server; it reads from this MQTT broker, which must be open to everybody.",
            valueName: "url"
        ),
        transform: { text in
            do {
                return try BrokerURL(parsing: text)
            } catch {
                throw ValidationError("\(error)")
            }
        }
    )
    var audience: BrokerURL?

    @Option(
        help: .init(
            "Which tables the audience sees: those below these levels of topics, \(TopicPrefix.common) by default.",
            valueName: "levels"
        ),
        transform: {
            try TopicPrefix(parsing: $0).orInvalid(
                "\"\($0)\" is not a prefix: \(TopicPrefix.rule)"
            )
        }
    )
    var prefix: TopicPrefix?

    @Option(
        help: .init(
            "Write the page for the audience into this folder.",
            valueName: "folder"
        )
    )
    var into: String?

    func validate() throws {
        guard audience != nil else {
            let other = into != nil ? "--into" : nil
            let lost = prefix != nil ? "--prefix" : other
            guard let lost else { return }
            throw ValidationError(
                "\(lost) belongs to --audience, the address of a broker; add that"
            )
        }
        guard let into, !into.isEmpty else {
            throw ValidationError(
                "--audience needs a folder to write the page into; add --into FOLDER"
            )
        }
    }

    /// Writes the page and tells what to do with it.
    func write(for broker: BrokerURL) throws {
        let folder = into ?? ""
        do {
            let written = try AudienceFolder(folder).write(
                broker: broker,
                prefix: prefix ?? .common
            )
            print(
                "wrote \(written.files) files, \(written.bytes) bytes, into \(folder)"
            )
            print(
                "now let a web server serve that folder; diced-web(8) shows how nginx does, and what the broker needs"
            )
        } catch {
            let complaint = Array("diced-web: \(error)\n".utf8)
            _ = Glibc.write(STDERR_FILENO, complaint, complaint.count)
            throw ExitCode(EX_CANTCREAT)
        }
    }
}
