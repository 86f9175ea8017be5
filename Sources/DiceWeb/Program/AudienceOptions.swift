import ArgumentParser
import DiceModel
import Glibc
import Systemd

/// The options for an audience page, which is written as files for any web server; diced-web then
/// serves nothing.
struct AudienceOptions: ParsableArguments {
    @Option(
        help: .init(
            "Write a watch-only page for any web server; it reads from this MQTT broker, which anyone must be able to read.",
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
            "Show the tables below this topic prefix; by default \(TopicPrefix.common).",
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
            "Write the watch-only page into this folder.",
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
                "\(lost) applies only with --audience; add --audience and the address of a broker"
            )
        }
        guard let into, !into.isEmpty else {
            throw ValidationError(
                "--audience needs a folder for the page; add --into FOLDER"
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
                "wrote \(written.files) files (\(written.bytes) bytes) to \(folder)"
            )
            print(
                "now serve that folder with a web server; diced-web(8) shows how to set up nginx and the broker"
            )
        } catch {
            let complaint = Array("diced-web: \(error)\n".utf8)
            _ = Glibc.write(STDERR_FILENO, complaint, complaint.count)
            throw ExitCode(EX_CANTCREAT)
        }
    }
}
