import Glibc
import Unix

/// The source of the broker's password.
package enum PasswordSource: Sendable, Hashable {
    /// No password is configured.
    case none
    /// A file that only its user and root may read.
    case file(String)
    /// A credential from the service manager, which controls access to it. An empty one counts as
    /// missing.
    case credential(String)

    /// The name of the credential.
    package static let credentialName = "mqtt-password"
    /// The maximum length of a password in MQTT, in bytes.
    static let longest = 65_535

    /// Chooses the file of the option, or else the credential if there is one.
    package init(option: String?, credentialsFolder: String?) {
        if let option {
            self = .file(option)
        } else if let path = credentialsFolder.map({ $0 + "/" + Self.credentialName }),
            access(path, F_OK) == 0
        {
            self = .credential(path)
        } else {
            self = .none
        }
    }

    /// The reason why there is no password, as a sentence for people.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Returns the password without a trailing line feed; `nil` if none is configured.
    package func read() throws(Error) -> [UInt8]? {
        switch self {
        case .none: nil
        case .file(let path): try Self.read(path, isChecked: true)
        case .credential(let path): try Self.readCredential(path)
        }
    }

    private static func readCredential(_ path: String) throws(Error) -> [UInt8]? {
        if let status = try? FileStatus(path), status.isFile, status.size == 0 {
            return nil
        }
        return try read(path, isChecked: false)
    }

    private static func read(_ path: String, isChecked: Bool) throws(Error) -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            throw Error(
                description:
                    "the password in \(path) cannot be read: \(SystemError.last)"
            )
        }
        let file = Descriptor(number)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else {
            throw Error(
                description:
                    "\(path) is not a file; write the password to a file of mode 0600"
            )
        }
        if isChecked {
            guard status.st_mode & 0o077 == 0 else {
                throw Error(
                    description:
                        "the password in \(path) is readable by other users; fix it with: chmod 600 \(path)"
                )
            }
            guard status.st_uid == geteuid() || status.st_uid == 0 else {
                throw Error(
                    description:
                        "\(path) belongs to another user; keep the password in your own file"
                )
            }
        }
        var bytes: [UInt8] = []
        do {
            if status.st_size <= longest + 2 {
                try file.read { bytes += $0 }
            }
        } catch {
            throw Error(description: "the password in \(path) cannot be read: \(error)")
        }
        if bytes.last == UInt8(ascii: "\n") {
            bytes.removeLast()
        }
        if bytes.last == UInt8(ascii: "\r") {
            bytes.removeLast()
        }
        guard !bytes.isEmpty, bytes.count <= longest, !bytes.contains(0) else {
            throw Error(
                description:
                    "\(path) contains no password; write one line of 1 to \(longest) bytes"
            )
        }
        return bytes
    }
}
