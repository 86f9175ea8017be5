import FoundationEssentials
import Unix

/// The settings of `diced.service` that determine the folder of the tables, as systemctl(1) shows
/// them.
package struct ServiceSettings {
    /// The properties to request from `systemctl show`.
    package static let properties =
        "ExecStart,Environment,EnvironmentFiles,StateDirectory,User"

    /// The properties of the unit by name.
    let unit: [String: String]
    /// The environment of the service manager, which the service inherits.
    let inherited: [String: String]
    /// True if the unit belongs to the system, not to a user.
    let isShared: Bool

    package init(
        unit: [String: String],
        inherited: [String: String] = [:],
        isShared: Bool = false
    ) {
        self.unit = unit
        self.inherited = inherited
        self.isShared = isShared
    }

    /// The state folder that the daemon of the unit would use; `nil` if it cannot be determined.
    package var stateFolder: String? {
        if let folder = Self.option("--state-dir", in: unit["ExecStart"] ?? "") {
            return folder
        }
        var environment = inherited
        environment.merge(Self.assignments(unit["Environment"] ?? "")) { $1 }
        for file in Self.files(unit["EnvironmentFiles"] ?? "") {
            environment.merge(Self.assignments(ofFile: file)) { $1 }
        }
        if let folder = Self.named("DICED_STATE_DIR", environment) {
            return folder
        }
        if let names = unit["StateDirectory"],
            let name = names.split(separator: " ").first
        {
            // For a user's service, this folder depends on the version of systemd.
            return isShared ? "/var/lib/\(name)" : nil
        }
        if let folder = Self.named("XDG_STATE_HOME", environment), folder.hasPrefix("/") {
            return folder + "/diced"
        }
        return Self.named("HOME", environment).map { $0 + "/.local/state/diced" }
    }

    private static func named(_ name: String, _ environment: [String: String])
        -> String?
    {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the value of an option in `{ path=/usr/bin/diced ; argv[]=/usr/bin/diced --x y ;
    /// ignore_errors=no ; …`.
    static func option(_ name: String, in command: String) -> String? {
        guard let start = command.firstRange(of: "argv[]=") else { return nil }
        let rest = command[start.upperBound...]
        let end = rest.firstRange(of: " ; ignore_errors=")?.lowerBound ?? rest.endIndex
        let words = rest[..<end].split(separator: " ").map(String.init)
        guard
            let place = words.firstIndex(where: {
                $0 == name || $0.hasPrefix(name + "=")
            })
        else {
            return nil
        }
        if words[place] != name {
            return String(words[place].dropFirst(name.count + 1))
        }
        return words.dropFirst(place + 1).first
    }

    /// Returns the assignments in a line of `systemctl show`: words, quoted if they contain spaces.
    static func assignments(_ text: String) -> [String: String] {
        var result: [String: String] = [:]
        for word in words(text) {
            let parts = word.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 {
                result[String(parts[0])] = String(parts[1])
            }
        }
        return result
    }

    /// Returns the assignments in a file for `EnvironmentFile=`, or in the output of `systemctl
    /// show-environment`: one per line.
    package static func assignments(lines: String) -> [String: String] {
        var result: [String: String] = [:]
        for line in lines.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let parts = line.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts.count == 2 else { continue }
            let value = parts[1].hasPrefix("$'") ? parts[1].dropFirst() : parts[1]
            result[parts[0].trimming(" ")] = words(String(value)).joined(separator: " ")
        }
        return result
    }

    private static func assignments(ofFile path: String) -> [String: String] {
        let bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        return assignments(lines: String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the files in `/etc/a (ignore_errors=no)`.
    static func files(_ text: String) -> [String] {
        text.split(separator: "(").compactMap { part in
            part.firstRange(of: "/").map {
                String(part[$0.lowerBound...]).trimming(" ")
            }
        }
    }

    /// Splits a text at spaces outside quotes, and removes the quotes and the backslashes before
    /// quoted characters.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isEscaped = false
        var hasBegun = false
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
                hasBegun = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word.append(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                hasBegun = true
            } else if character == " " {
                if hasBegun || !word.isEmpty {
                    words.append(word)
                }
                word = ""
                hasBegun = false
            } else {
                word.append(character)
            }
        }
        if hasBegun || !word.isEmpty {
            words.append(word)
        }
        return words
    }
}

extension StringProtocol {
    fileprivate func trimming(_ blank: Character) -> String {
        String(
            drop(while: { $0 == blank }).reversed().drop(while: { $0 == blank })
                .reversed()
        )
    }
}
