import DiceDrawing
import FoundationEssentials

/// An ssh public key: its type, the key in base64, and the printable part of its comment.
struct PublicKey: Hashable {
    let type, base64, comment: String

    /// The reason why a line is not a valid key for a seat: the end of a sentence that begins with
    /// the line's location.
    struct Error: Swift.Error, Hashable { let reason: String }

    /// The lengths of a key's fields after its type, in bytes; `nil` for any length. A curve is
    /// identified by the length of its points.
    private static let fields: [String: [Int?]] = [
        "ssh-ed25519": [32],
        "ssh-rsa": [nil, nil],
        "ecdsa-sha2-nistp256": [8, 65],
        "ecdsa-sha2-nistp384": [8, 97],
        "ecdsa-sha2-nistp521": [8, 133],
        "sk-ssh-ed25519@openssh.com": [32, nil],
        "sk-ecdsa-sha2-nistp256@openssh.com": [8, 65, nil],
    ]

    static func isType(_ word: some StringProtocol) -> Bool {
        fields[String(word)] != nil
    }

    static func isCertificate(_ word: some StringProtocol) -> Bool {
        word.hasSuffix("-cert-v01@openssh.com")
    }

    /// Parses `type base64 comment`, the format of .pub files.
    init(parsing line: some StringProtocol) throws(Error) {
        let words = Substring(line).split(maxSplits: 2, whereSeparator: Self.isBlank)
        guard let type = words.first, let fields = Self.fields[String(type)] else {
            throw Error(reason: Self.fault(of: String(line)))
        }
        guard words.count > 1 else { throw Error(reason: "has no key after its type") }
        let base64 = String(words[1])
        guard let blob = Data(base64Encoded: base64),
            blob.base64EncodedString() == base64
        else {
            throw Error(reason: "has no base64 after its type")
        }
        guard Self.holds(Array(blob), type.utf8, fields) else {
            throw Error(reason: "is labeled \(type), but its key is of another type")
        }
        self.type = String(type)
        self.base64 = base64
        comment = Self.shown(
            words.count > 2 ? String(words[2].drop(while: Self.isBlank)) : ""
        )
    }

    static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }

    /// Returns the comment up to its first unprintable character.
    private static func shown(_ comment: String) -> String {
        var shown = String(
            zip(comment, Printable.text(comment)).prefix {
                $0 == $1 && $0 != "\u{FFFD}"
            }.map(\.0)
        )
        while let last = shown.last, isBlank(last) {
            shown.removeLast()
        }
        return shown
    }

    private static func fault(of line: String) -> String {
        let first = line.split(whereSeparator: isBlank).first ?? ""
        if line.contains("PRIVATE KEY-----") || line.hasPrefix("PuTTY-User-Key-File") {
            return
                "is a private key, which should stay with its owner; use the public key, which ends in .pub"
        }
        if line.hasPrefix("---- BEGIN SSH2 PUBLIC KEY") {
            return "is not in OpenSSH format; to convert it: ssh-keygen -i -f FILE"
        }
        if isCertificate(first) {
            return "is a certificate; use the key that it certifies"
        }
        if line.split(whereSeparator: isBlank).contains(where: isType) {
            return "already has options before the key; give the key alone"
        }
        return "is not an OpenSSH public key"
    }

    /// Returns true if the fields are those of the type, with no bytes left.
    private static func holds(
        _ blob: [UInt8],
        _ type: Substring.UTF8View,
        _ lengths: [Int?]
    )
        -> Bool
    {
        var rest = blob[...]
        guard let name = field(&rest), name.elementsEqual(type) else { return false }
        return lengths.allSatisfy { length in
            guard let field = field(&rest), !field.isEmpty else { return false }
            return field.count == length ?? field.count
        } && rest.isEmpty
    }

    /// Consumes a field: its length in four bytes, then its content.
    private static func field(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= 4 + length else { return nil }
        defer {
            rest = rest.dropFirst(4 + length)
        }
        return rest.dropFirst(4).prefix(length)
    }
}
