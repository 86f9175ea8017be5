import DiceWire
import FoundationEssentials
import Glibc
import Unix

/// The file `web.key` of the state folder: the key of all links, and the revocations by maker. Only
/// its user can read it (0600).
final class LinkKeyFile: Sendable {
    let path: String
    private let lock: FileLock

    private static let keyLength = 32

    /// Opens the folder for exclusive use, and makes it if it is missing.
    ///
    /// - Parameter folder: An absolute path.
    init(in folder: String) throws(WebStartupError) {
        path = folder + "/web.key"
        do {
            _ = try OwnFolder(making: folder)
        } catch {
            throw .state(
                "the state folder \(folder) cannot be created: \(error); choose another with --state-dir"
            )
        }
        do {
            lock = try FileLock(path: folder + "/web.lock")
        } catch {
            throw .notLocked(error)
        }
    }

    /// Returns the contents of the file, after making a new key if there is none.
    func read() throws(WebStartupError) -> LinkSigner {
        guard let status = try? FileStatus(path) else {
            let signer = LinkSigner(
                key: (0..<Self.keyLength).map { _ in .random(in: 0 ... .max) }
            )
            do {
                try write(signer)
            } catch {
                throw .state(
                    "\(path) cannot be written: \(error); choose another folder with --state-dir"
                )
            }
            return signer
        }
        guard status.owner == geteuid(), status.mode & 0o077 == 0 else {
            throw .state(
                "\(path) can be read by other users, who could create links with it; remove it to revoke all links"
            )
        }
        guard status.isFile, let data = FileManager.default.contents(atPath: path),
            let json = try? JSONValue(parsing: Array(data)),
            let text: String = try? json.member("key"),
            let key = Base64URL.bytes(text.utf8),
            key.count == Self.keyLength,
            case .object(let revocations)? = json["revocations"],
            let counts = try? revocations.map({ ($0.name, try Int(json: $0.value)) })
        else {
            throw .state(
                "\(path) is not a key of diced-web; remove it, which revokes all links"
            )
        }
        return LinkSigner(key: key, revocations: Dictionary(counts) { $1 })
    }

    /// Writes the file durably.
    func write(_ signer: LinkSigner) throws(SystemError) {
        let text = JSONWriter.object { json in
            json.member("key", Base64URL.text(signer.key))
            json.member("revocations") { json in
                for (maker, count) in signer.revocations {
                    json.member(named: maker, count)
                }
            }
        }
        try PartialFile.replace(path, with: text)
    }
}
